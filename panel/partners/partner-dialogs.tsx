import { isCode } from '@estante/client/answer.ts'
import type { NewInvitation, PartnerDetail, PartnerSummary } from '@estante/contract/panel/partners.ts'
import { ConfirmByTypingDialog } from '../actions/confirm-by-typing-dialog.tsx'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { TextFieldDialog } from '../actions/text-field-dialog.tsx'
import { me } from '../admin-session/admin-session.ts'
import { formatNumber } from '../format-number.ts'
import { BulletList } from '../shell/bullet-list.tsx'
import { validateEmail } from '../sign-in/validate-email.ts'
import { text as teamText } from '../team/text.ts'
import { text as panelText } from '../text.ts'
import { ChangedValue } from '../unsaved/changed-meanwhile.tsx'
import { useStoredValue } from '../unsaved/use-stored-value.ts'
import { inviteOwner, rename, resume, suspend } from './partners.ts'
import { text } from './text.ts'

const MAX_CALLS_A_MINUTE = 100_000

interface PartnerDialogProps {
  partner: PartnerSummary
  onClose: () => void
  onDone: () => void
}

/** Suspends a partner, confirmed by typing its slug. */
export function SuspendDialog({ partner, onClose, onDone }: PartnerDialogProps) {
  return (
    <ConfirmByTypingDialog
      title={text.suspendTitle(partner.name)}
      action={text.suspendAction}
      name={partner.slug}
      label={text.suspendType(partner.slug)}
      differs={text.suspendDiffers}
      act={async () => {
        await suspend(partner.slug)
        onDone()
      }}
      onClose={onClose}
    >
      <BulletList items={text.suspendEffects} />
      <p class="note">{text.suspendUnchanged}</p>
    </ConfirmByTypingDialog>
  )
}

export function ResumeDialog({ partner, onClose, onDone }: PartnerDialogProps) {
  return (
    <ConfirmDialog
      title={text.resumeTitle(partner.name)}
      action={text.resumeAction}
      isDestructive={false}
      onClose={onClose}
      act={async () => {
        await resume(partner.slug)
        onDone()
      }}
    >
      <p>{text.resumeHelp}</p>
    </ConfirmDialog>
  )
}

export function RenameDialog({
  partner,
  reload,
  onClose,
  onDone,
}: Omit<PartnerDialogProps, 'onDone'> & { reload: () => Promise<PartnerDetail>; onDone: (name: string) => void }) {
  const known = useStoredValue(partner.name)
  return (
    <TextFieldDialog
      title={text.renameTitle}
      action={known.isNew ? panelText.unsaved.saveMine : text.renameAction}
      label={text.name}
      first={partner.name}
      maxLength={120}
      faultOf={(name) => (name ? undefined : text.nameMissing)}
      act={async (name) => {
        const isSaved = await known.save(
          () => rename(partner.slug, { name, nameBefore: known.value }),
          async () => (await reload()).name,
        )
        if (isSaved) onDone(name)
      }}
      onClose={onClose}
    >
      <p>{text.renameHelp}</p>
      {known.isNew && <ChangedValue label={text.name} now={known.value} onClose={onClose} />}
    </TextFieldDialog>
  )
}

interface LimitDialogProps {
  title: string
  hint: string
  limit: number
  change: (limit: { rateLimit: number; rateLimitBefore: number }) => Promise<unknown>
  /** Loads the present value after a conflict. */
  reload: () => Promise<number>
  onClose: () => void
  onDone: (limit: number) => void
}

/** Edits the calls a minute of a credential, or of a partner's together. */
export function LimitDialog({ title, hint, limit: current, change, reload, onClose, onDone }: LimitDialogProps) {
  const known = useStoredValue(current)
  return (
    <TextFieldDialog
      title={title}
      action={known.isNew ? panelText.unsaved.saveMine : text.limit.action}
      label={text.limit.field}
      hint={hint}
      first={String(current)}
      inputmode="numeric"
      maxLength={7}
      faultOf={(typed) => (isLimit(typed) ? undefined : text.limit.invalid)}
      act={async (typed) => {
        const rateLimit = toNumber(typed)
        const isSaved = await known.save(() => change({ rateLimit, rateLimitBefore: known.value }), reload)
        if (isSaved) onDone(rateLimit)
      }}
      onClose={onClose}
    >
      {known.isNew && <ChangedValue label={text.limit.field} now={formatNumber(known.value)} onClose={onClose} />}
    </TextFieldDialog>
  )
}

function isLimit(typed: string): boolean {
  return /^(\d+|\d{1,3}(\.\d{3})+)$/.test(typed) && toNumber(typed) >= 1 && toNumber(typed) <= MAX_CALLS_A_MINUTE
}

/** Accepts thousands separators. */
function toNumber(typed: string): number {
  return Number(typed.replace(/\./g, ''))
}

/** `email`: prefilled for an owner who lost their link. */
export function InviteOwnerDialog({
  partner,
  email: first = '',
  onClose,
  onInvited,
}: Omit<PartnerDialogProps, 'onDone'> & { email?: string | undefined; onInvited: (invited: NewInvitation) => void }) {
  return (
    <TextFieldDialog
      title={text.invite.title}
      action={me.value?.service.sendsMail ? teamText.inviteAction : teamText.createInvitation}
      label={panelText.signIn.email}
      first={first}
      type="email"
      faultOf={(email) => validateEmail(email).email}
      act={async (email) => onInvited(await inviteOwner(partner.slug, email))}
      refusalOf={(reason) => (isCode(reason, 'ADMIN_EXISTS') ? reason.message : undefined)}
      onClose={onClose}
    >
      <p>{text.invite.help}</p>
    </TextFieldDialog>
  )
}
