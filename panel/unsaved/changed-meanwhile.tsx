import type { LastChange } from '@estante/contract/panel/last-change.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { useEffect, useRef } from 'preact/hooks'
import { me } from '../admin-session/admin-session.ts'
import { text as panelText } from '../text.ts'
import { formatRelative } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import './changed-meanwhile.css'

const text = panelText.unsaved
const list = new Intl.ListFormat('pt-BR')
const MAX_CHARACTERS = 240

interface ChangedMeanwhileProps<Name extends string> {
  change: LastChange | undefined
  /** `now`: the stored value. */
  fields: readonly { name: Name; label: string; now: string }[]
  onTake: (name: Name) => void
}

/** Shows the concurrent changes of the same fields: author, time and value, each with a button to adopt it. */
export function ChangedMeanwhile<Name extends string>({ change, fields, onTake }: ChangedMeanwhileProps<Name>) {
  const notice = useRef<HTMLDivElement>(null)
  const isChanged = fields.length > 0
  useEffect(() => {
    if (isChanged) notice.current?.scrollIntoView({ block: 'center' })
  }, [isChanged])
  if (!isChanged) return null
  return (
    <Callout tone="notice" isAlert>
      <div class="stack gap-3" ref={notice}>
        <p>
          {formatAuthor(change, list.format(fields.map(({ label }) => label)))} {text.yoursStays}
        </p>
        <dl class="stack gap-3">
          {fields.map(({ name, label, now }) => (
            <div key={name} class="changed-meanwhile__field">
              <dt>{text.nowIs(label)}</dt>
              <dd>{now === '' ? <em>{text.empty}</em> : cut(now)}</dd>
              <dd class="changed-meanwhile__take">
                <Button variant="soft" size="compact" onClick={() => onTake(name)}>
                  {text.take}
                  <span class="visually-hidden"> {text.takeOf(label)}</span>
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Callout>
  )
}

/** The same in a dialog of one value: adopting the stored one closes the dialog. */
export function ChangedValue({ label, now, onClose }: { label: string; now: string; onClose: () => void }) {
  return <ChangedMeanwhile change={undefined} fields={[{ name: 'value', label, now }]} onTake={onClose} />
}

function formatAuthor(change: LastChange | undefined, labels: string): string {
  if (!change) return text.changed(labels)
  const when = formatRelative(Date.parse(change.at), now.value)
  if (change.by.id === me.value?.admin.id) return text.changedByMe(labels, when)
  return text.changedBy(change.by.name, labels, when)
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
