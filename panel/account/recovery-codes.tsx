import { download } from '@estante/client/download.ts'
import { Button } from '@estante/design/button/button.tsx'
import { DownloadIcon } from '@estante/design/icons/icons.tsx'
import { OneTimeSecretDialog } from '../actions/one-time-secret-dialog.tsx'
import { me } from '../admin-session/admin-session.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { text as panelText } from '../text.ts'
import { text } from './text.ts'
import './second-factor.css'

/** The recovery codes, with buttons to save them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ul class="recovery-codes" aria-label={text.codesList}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="row gap-3">
        <CopyButton value={codes.join('\n')} valueName={text.copyCodes}>
          {panelText.common.copyThis(text.copyCodes)}
        </CopyButton>
        <Button variant="soft" size="compact" icon={DownloadIcon} onClick={() => download(toFile(codes))}>
          {text.download}
        </Button>
      </div>
    </>
  )
}

function toFile(codes: readonly string[]): File {
  const title = `${text.codesList} · ${me.value?.service.name} · ${me.value?.admin.email}`
  return new File([[title, '', ...codes, ''].join('\n')], text.fileName, { type: 'text/plain' })
}

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <OneTimeSecretDialog
      title={text.codesTitle}
      promise={text.codesSaved}
      reminder={text.codesReminder}
      onDone={onSaved}
    >
      <p>{text.codesHelp}</p>
      <RecoveryCodes codes={codes} />
    </OneTimeSecretDialog>
  )
}
