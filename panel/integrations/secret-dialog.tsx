import type { NewSecret } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { CodeBlock } from '@estante/design/code-block/code-block.tsx'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { KeepDialog } from '@estante/design/dialog/keep-dialog.tsx'
import { copyWords } from '../copy-words.ts'
import { text } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'

const words = text.integrations

/** The one time a secret is on a screen. It closes only for whoever says that it is kept. */
export function SecretDialog({
  secret: { credential, clientSecret },
  onKept,
}: {
  secret: NewSecret
  onKept: () => void
}) {
  const { clientId } = credential
  return (
    <>
      <KeepDialog
        title={words.secretTitle}
        width="wide"
        promise={words.keptIt}
        reminder={words.keepFirst}
        doneText={text.common.done}
        onDone={onKept}
      >
        <p>{words.secretHelp}</p>
        <CopyField
          label={words.clientId}
          value={clientId}
          words={copyWords('o client_id')}
          buttonText={text.common.copy}
        />
        <CopyField
          label={words.clientSecret}
          value={clientSecret}
          words={copyWords('o client_secret')}
          buttonText={text.common.copy}
        />
        <Callout tone="notice">{words.serverOnly}</Callout>
        <CodeBlock
          title={words.env}
          words={copyWords('as linhas do .env')}
          code={[
            `ESTANTE_BASE_URL=${location.origin}`,
            `ESTANTE_CLIENT_ID=${clientId}`,
            `ESTANTE_CLIENT_SECRET=${clientSecret}`,
          ].join('\n')}
        />
        <CodeBlock
          title={words.curl}
          words={copyWords('o comando')}
          code={`curl -u '${clientId}' '${location.origin}/partner/v1/catalog?limit=1'`}
        />
        <p class="dialog__note">{words.curlHelp}</p>
      </KeepDialog>
      <LeaveGuard isNeeded />
    </>
  )
}
