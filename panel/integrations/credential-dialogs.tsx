import { isCode } from '@estante/client/answer.ts'
import type { Environment, NewSecret, PanelCredential } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ConfirmByTypingDialog } from '../actions/confirm-by-typing-dialog.tsx'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { OneTimeSecretDialog } from '../actions/one-time-secret-dialog.tsx'
import { TextFieldDialog } from '../actions/text-field-dialog.tsx'
import { CodeBlock } from '../copy/code-block.tsx'
import { CopyField } from '../copy/copy-field.tsx'
import { addCredential, endViews, revokeOwnCredential, rotate } from './credentials.ts'
import { text } from './text.ts'
import { UseNotice } from './use-notice.tsx'

const MAX_NAME_LENGTH = 80

interface NewCredentialDialogProps {
  environment: Environment
  onClose: () => void
  onCreated: (secret: NewSecret) => void
}

export function NewCredentialDialog({ environment, onClose, onCreated }: NewCredentialDialogProps) {
  return (
    <TextFieldDialog
      title={text.create}
      action={text.createAction}
      label={text.nameLabel}
      hint={(name) =>
        name.length > MAX_NAME_LENGTH - 20 ? text.nameLeft(MAX_NAME_LENGTH - name.length) : text.nameHint
      }
      maxLength={MAX_NAME_LENGTH}
      faultOf={(name) => (name ? undefined : text.nameMissing)}
      act={async (name) => onCreated(await addCredential(name, environment))}
      refusalOf={(reason) => (isCode(reason, 'CREDENTIAL_NAME_TAKEN') ? reason.message : undefined)}
      onClose={onClose}
    >
      <Callout tone={environment === 'sandbox' ? 'notice' : 'info'}>{text.environmentIs[environment]}</Callout>
    </TextFieldDialog>
  )
}

interface CredentialDialogProps {
  credential: PanelCredential
  onClose: () => void
}

export function RotateDialog({
  credential,
  onClose,
  onRotated,
}: CredentialDialogProps & { onRotated: (secret: NewSecret) => void }) {
  return (
    <ConfirmDialog
      title={text.rotateTitle(credential.name)}
      action={text.rotateAction}
      isDestructive={false}
      onClose={onClose}
      act={async () => onRotated(await rotate(credential))}
    >
      <UseNotice credential={credential} inUse={text.rotateInUse} />
      <p>{text.rotateHelp}</p>
      <p class="note">{text.rotateGently}</p>
    </ConfirmDialog>
  )
}

/** Characters of the `client_id` to type. */
const ENDING = 4

/** Confirms an irreversible revocation by typing the end of the `client_id`. */
export function RevokeDialog({ credential, onClose }: CredentialDialogProps) {
  // Not the name, which may be long or hard to type.
  const ending = credential.clientId.slice(-ENDING)
  const [endsViews, setEndsViews] = useState(false)
  return (
    <ConfirmByTypingDialog
      title={text.revokeTitle(credential.name)}
      action={text.revokeAction}
      name={ending}
      label={text.typeEnding(ending)}
      differs={text.endingDiffers}
      act={async () => {
        await revokeOwnCredential(credential)
        if (endsViews) await endViews(credential)
        showToast((endsViews ? text.revokedWithViewsToast : text.revokedToast)(credential.name))
        onClose()
      }}
      onClose={onClose}
    >
      <UseNotice credential={credential} inUse={text.revokeInUse} />
      <p>{text.revokeHelp}</p>
      <div>
        <Checkbox label={text.endViewsToo} isChecked={endsViews} onChange={setEndsViews} />
        <p class="note">{text.endViewsWhen}</p>
      </div>
    </ConfirmByTypingDialog>
  )
}

/** Ends the views of a credential that is already revoked. */
export function EndViewsDialog({ credential, onClose }: CredentialDialogProps) {
  return (
    <ConfirmDialog
      title={text.endViewsTitle(credential.name)}
      action={text.endViewsAction}
      act={() => endViews(credential)}
      toast={text.viewsEndedToast(credential.name)}
      onClose={onClose}
    >
      <p>{text.endViewsHelp}</p>
    </ConfirmDialog>
  )
}

/** Shows a credential's secret, once. */
export function SecretDialog({ secret, onSaved }: { secret: NewSecret; onSaved: () => void }) {
  const { clientSecret } = secret
  const { clientId } = secret.credential
  return (
    <OneTimeSecretDialog
      title={text.secretTitle}
      width="wide"
      promise={text.secretSaved}
      reminder={text.secretReminder}
      onDone={onSaved}
    >
      <p>{text.secretHelp}</p>
      <CopyField label={text.clientId} value={clientId} valueName="o client_id" />
      <CopyField label={text.clientSecret} value={clientSecret} valueName="o client_secret" />
      <Callout tone="notice">{text.serverOnly}</Callout>
      <CodeBlock
        title={text.env}
        codeName="as linhas do .env"
        code={[
          `ESTANTE_BASE_URL=${location.origin}`,
          `ESTANTE_CLIENT_ID=${clientId}`,
          `ESTANTE_CLIENT_SECRET=${clientSecret}`,
        ].join('\n')}
      />
      <CodeBlock
        title={text.curl}
        codeName="o comando"
        code={`curl --max-time 10 -u '${clientId}' '${location.origin}/partner/v1/catalog?limit=1'`}
      />
      <p class="note">{text.curlHelp}</p>
    </OneTimeSecretDialog>
  )
}
