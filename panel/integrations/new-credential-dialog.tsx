import type { Environment, NewSecret } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../act/action-dialog.tsx'
import { useAction } from '../act/use-action.ts'
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
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const act = useAction()

  function submit() {
    setMissing(!name.trim())
    if (name.trim()) void act.run(async () => onCreated(await addCredential(name.trim(), environment)))
  }

  return (
    <ActionDialog title={words.create} onClose={onClose} onSubmit={submit} action={words.createAction} act={act}>
      <Callout tone={environment === 'sandbox' ? 'notice' : 'info'}>{words.environmentIs[environment]}</Callout>
      <TextField
        label={words.nameLabel}
        hint={name.length > LONGEST_NAME - 20 ? words.nameLeft(LONGEST_NAME - name.length) : words.nameHint}
        error={isMissing ? words.nameMissing : undefined}
        autocomplete="off"
        maxLength={LONGEST_NAME}
        autofocus
        value={name}
        onInput={(value) => {
          setName(value)
          setMissing(false)
        }}
      />
    </ActionDialog>
  )
}
