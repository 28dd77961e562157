import { showToast } from '@estante/design/toast/toast-queue.ts'
import { TextFieldDialog } from '../act/text-field-dialog.tsx'
import { text } from '../text.ts'
import { changeName } from './account.ts'

const words = text.account

/** My own name, as the team sees it. */
export function NameDialog({ name: first, onClose }: { name: string; onClose: () => void }) {
  return (
    <TextFieldDialog
      title={words.changeName}
      action={words.changeName}
      label={words.name}
      hint={words.nameHint}
      first={first}
      autocomplete="name"
      maxLength={256}
      faultOf={(name) => (name ? undefined : words.nameMissing)}
      act={async (name) => {
        await changeName(name)
        showToast(words.nameSaved(name))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
