import type { NewSecret } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { CodeBlock } from '@estante/design/code-block/code-block.tsx'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { AcknowledgeDialog } from '@estante/design/dialog/acknowledge-dialog.tsx'
import { copyLabels } from '../copy-labels.ts'
import { text as panelText } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'

const text = panelText.integrations

/** Shows a secret, once. It closes only when the admin confirms that it is stored. */
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
      <AcknowledgeDialog
        title={text.secretTitle}
        width="wide"
        promise={text.keptIt}
        reminder={text.keepFirst}
        doneText={panelText.common.done}
        onDone={onKept}
      >
        <p>{text.secretHelp}</p>
        <CopyField
          label={text.clientId}
          value={clientId}
          labels={copyLabels('o client_id')}
          buttonText={panelText.common.copy}
        />
        <CopyField
          label={text.clientSecret}
          value={clientSecret}
          labels={copyLabels('o client_secret')}
          buttonText={panelText.common.copy}
        />
        <Callout tone="notice">{text.serverOnly}</Callout>
        <CodeBlock
          title={text.env}
          labels={copyLabels('as linhas do .env')}
          code={[
            `ESTANTE_BASE_URL=${location.origin}`,
            `ESTANTE_CLIENT_ID=${clientId}`,
            `ESTANTE_CLIENT_SECRET=${clientSecret}`,
          ].join('\n')}
        />
        <CodeBlock
          title={text.curl}
          labels={copyLabels('o comando')}
          code={`curl -u '${clientId}' '${location.origin}/partner/v1/catalog?limit=1'`}
        />
        <p class="dialog__note">{text.curlHelp}</p>
      </AcknowledgeDialog>
      <LeaveGuard isNeeded />
    </>
  )
}
