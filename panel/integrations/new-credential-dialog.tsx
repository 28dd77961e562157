import type { Environment, NewSecret } from '@estante/contract/panel/credentials.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { useAct } from '../act/use-act.ts'
import { text } from '../text.ts'
import { addCredential } from './credentials.ts'

const words = text.integrations

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
  const act = useAct()

  function submit() {
    setMissing(!name.trim())
    if (name.trim()) void act.run(async () => onCreated(await addCredential(name.trim(), environment)))
  }

  return (
    <Dialog
      title={words.create}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" aria-busy={act.isBusy}>
            {words.createAction}
          </Button>
        </>
      }
    >
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      <Callout tone={environment === 'sandbox' ? 'notice' : 'info'}>{words.environmentIs[environment]}</Callout>
      <TextField
        label={words.nameLabel}
        hint={words.nameHint}
        error={isMissing ? words.nameMissing : undefined}
        autocomplete="off"
        maxLength={80}
        autofocus
        value={name}
        onInput={(value) => {
          setName(value)
          setMissing(false)
        }}
      />
    </Dialog>
  )
}
