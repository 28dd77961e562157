import { showToast } from '@estante/design/toast/toast-queue.ts'
import { TextFieldDialog } from '../act/text-field-dialog.tsx'
import { text as panelText } from '../text.ts'
import { changeName } from './account.ts'

const text = panelText.account

/** Edits the admin's own name, which the team sees. */
export function NameDialog({ name: first, onClose }: { name: string; onClose: () => void }) {
  return (
    <TextFieldDialog
      title={text.changeName}
      action={text.changeName}
      label={text.name}
      hint={text.nameHint}
      first={first}
      autocomplete="name"
      maxLength={256}
      faultOf={(name) => (name ? undefined : text.nameMissing)}
      act={async (name) => {
        await changeName(name)
        showToast(text.nameSaved(name))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
