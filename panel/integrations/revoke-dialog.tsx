import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { ActDialog } from '../act/act-dialog.tsx'
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
    <ActDialog
      title={words.revokeTitle(credential.name)}
      onClose={onClose}
      onSubmit={submit}
      action={words.revokeAction}
      isDestructive
      act={act}
    >
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
    </ActDialog>
  )
}
