import type { Admin } from '@estante/contract/panel/admins.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { QuestionDialog } from '../act/question-dialog.tsx'
import { text } from '../text.ts'
import { remove } from './team.ts'

const words = text.team

export function RemoveDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  return (
    <QuestionDialog
      title={words.removeTitle(admin.name)}
      action={words.removeAction}
      onClose={onClose}
      act={async () => {
        await remove(admin)
        showToast(words.removed(admin.name))
        onClose()
      }}
    >
      <p>{words.removeHelp}</p>
    </QuestionDialog>
  )
}
