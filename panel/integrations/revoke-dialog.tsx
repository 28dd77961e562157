import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { useAct } from '../act/use-act.ts'
import { text } from '../text.ts'
import { revoke } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const words = text.integrations

/** For good, so its name is typed first. */
export function RevokeDialog({
  credential,
  onClose,
  onRevoked,
}: {
  credential: PanelCredential
  onClose: () => void
  onRevoked: () => void
}) {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const act = useAct()

  function submit() {
    const isSame = typed.trim() === credential.name.trim()
    setRefused(!isSame)
    if (!isSame) return
    void act.run(async () => {
      await revoke(credential)
      onRevoked()
    })
  }

  return (
    <Dialog
      title={words.revokeTitle(credential.name)}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button variant="destructive" type="submit" aria-busy={act.isBusy}>
            {words.revokeAction}
          </Button>
        </>
      }
    >
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      <UseNotice credential={credential} inUse={words.revokeInUse} />
      <p>{words.revokeHelp}</p>
      <TextField
        label={words.typeName(credential.name)}
        error={isRefused ? words.nameDiffers : undefined}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        autofocus
        value={typed}
        onInput={(value) => {
          setTyped(value)
          setRefused(false)
        }}
      />
    </Dialog>
  )
}
