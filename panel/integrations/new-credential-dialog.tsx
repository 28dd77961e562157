import type { Environment, NewSecret } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { TextFieldDialog } from '../act/text-field-dialog.tsx'
import { text as panelText } from '../text.ts'
import { addCredential } from './credentials.ts'

const text = panelText.integrations
const LONGEST_NAME = 80

export function NewCredentialDialog({
  environment,
  onClose,
  onCreated,
}: {
  environment: Environment
  onClose: () => void
  onCreated: (secret: NewSecret) => void
}) {
  return (
    <TextFieldDialog
      title={text.create}
      action={text.createAction}
      label={text.nameLabel}
      hint={(name) => (name.length > LONGEST_NAME - 20 ? text.nameLeft(LONGEST_NAME - name.length) : text.nameHint)}
      maxLength={LONGEST_NAME}
      faultOf={(name) => (name ? undefined : text.nameMissing)}
      act={async (name) => onCreated(await addCredential(name, environment))}
      onClose={onClose}
    >
      <Callout tone={environment === 'sandbox' ? 'notice' : 'info'}>{text.environmentIs[environment]}</Callout>
    </TextFieldDialog>
  )
}
