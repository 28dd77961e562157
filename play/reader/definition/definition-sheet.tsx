import { RetryButton } from '@estante/client/retry-button.tsx'
import type { Definitions } from '@estante/contract/play/dictionary.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getData } from '../../session/resource.ts'
import { Sheet } from '../../shell/sheet.tsx'
import { text } from './text.ts'
import './definition-sheet.css'

interface Props {
  word: string | undefined
  /** Undefined without a host. */
  onAskHost: (() => void) | undefined
  onClose: () => void
}

/** Shows the definitions of a word in the service's dictionaries. */
export function DefinitionSheet({ word, onAskHost, onClose }: Props) {
  return (
    <Sheet open={word !== undefined} title={word ?? ''} height="half" onClose={onClose}>
      {word && <Definition word={word} onAskHost={onAskHost} />}
    </Sheet>
  )
}

function Definition({ word, onAskHost }: { word: string } & Pick<Props, 'onAskHost'>) {
  const answer = useSignal<Definitions | 'failed' | undefined>(undefined)
  async function ask() {
    answer.value = undefined
    answer.value = await getData(`/play/v1/dictionary?${new URLSearchParams({ word })}`).catch(() => 'failed' as const)
  }
  useEffect(() => void ask(), [word])
  const found = answer.value
  return (
    <div class="definition" role="status">
      {found === undefined && <Spinner label={text.loading} />}
      {found === 'failed' && (
        <>
          <p>{text.failed}</p>
          <RetryButton variant="soft" onRetry={ask} />
        </>
      )}
      {typeof found === 'object' && found.entries.length === 0 && (
        <>
          <p>{text.none}</p>
          {onAskHost && (
            <Button variant="soft" onClick={onAskHost}>
              {text.askHost}
            </Button>
          )}
        </>
      )}
      {typeof found === 'object' &&
        found.entries.map(({ headword, definition, source }, index) => (
          <section key={index} class="definition__entry stack">
            <h3>{headword}</h3>
            {definition.split('\n').map((line, at) => (
              <p key={at}>{line}</p>
            ))}
            <p class="detail">{source}</p>
          </section>
        ))}
    </div>
  )
}
