import type { Admin } from '@estante/contract/panel/admins.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { QuestionDialog } from '../act/question-dialog.tsx'
import { text as panelText } from '../text.ts'
import { remove } from './team.ts'

const text = panelText.team

export function RemoveDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  return (
    <QuestionDialog
      title={text.removeTitle(admin.name)}
      action={text.removeAction}
      onClose={onClose}
      act={async () => {
        await remove(admin)
        showToast(text.removed(admin.name))
        onClose()
      }}
    >
      <p>{text.removeHelp}</p>
    </QuestionDialog>
  )
}
