import { TextField } from '@estante/design/field/text-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../act/action-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { text } from '../text.ts'
import { changeName } from './account.ts'

const words = text.account

/** My own name, as the team sees it. */
export function NameDialog({ name: first, onClose }: { name: string; onClose: () => void }) {
  const [name, setName] = useState(first)
  const [isMissing, setMissing] = useState(false)
  const act = useAction()

  function submit() {
    setMissing(!name.trim())
    if (!name.trim()) return
    void act.run(async () => {
      await changeName(name.trim())
      showToast(words.nameSaved(name.trim()))
      onClose()
    })
  }

  return (
    <ActionDialog title={words.changeName} onClose={onClose} onSubmit={submit} action={words.changeName} act={act}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        error={isMissing ? words.nameMissing : undefined}
        autocomplete="name"
        maxLength={256}
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
