import type { Environment, NewSecret } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { TextFieldDialog } from '../act/text-field-dialog.tsx'
import { text } from '../text.ts'
import { addCredential } from './credentials.ts'

const words = text.integrations
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
      title={words.create}
      action={words.createAction}
      label={words.nameLabel}
      hint={(name) => (name.length > LONGEST_NAME - 20 ? words.nameLeft(LONGEST_NAME - name.length) : words.nameHint)}
      maxLength={LONGEST_NAME}
      faultOf={(name) => (name ? undefined : words.nameMissing)}
      act={async (name) => onCreated(await addCredential(name, environment))}
      onClose={onClose}
    >
      <Callout tone={environment === 'sandbox' ? 'notice' : 'info'}>{words.environmentIs[environment]}</Callout>
    </TextFieldDialog>
  )
}
