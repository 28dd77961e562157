import { isCode } from '@estante/client/answer.ts'
import type { Invited, PartnerDetail, PartnerSummary } from '@estante/contract/panel/partners.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../act/action-dialog.tsx'
import { ConfirmByTypingDialog } from '../act/confirm-by-typing-dialog.tsx'
import { errorMessage } from '../act/error-message.ts'
import { useAction } from '../act/use-action.ts'
import { wrongEmail } from '../entry/email.ts'
import { formatNumber } from '../format-number.ts'
import { text } from '../text.ts'
import { ChangedMeanwhile } from '../unsaved/changed-meanwhile.tsx'
import { saveOver } from '../unsaved/save-over.ts'
import { useKnown } from '../unsaved/use-known.ts'
import { inviteOwner, rename, resume, suspend } from './partners.ts'
import { words } from './text.ts'

const MOST_A_MINUTE = 100_000

interface Asked {
  partner: PartnerSummary
  onClose: () => void
  onDone: () => void
}

/** Everybody of the partner is cut off, so its slug is typed first. */
export function SuspendDialog({ partner, onClose, onDone }: Asked) {
  return (
    <ConfirmByTypingDialog
      title={words.suspendTitle(partner.name)}
      action={words.suspendAction}
      name={partner.slug}
      label={words.suspendType(partner.slug)}
      differs={words.suspendDiffers}
      act={async () => {
        await suspend(partner.slug)
        onDone()
      }}
      onClose={onClose}
    >
      <ul class="partner__consequences">
        {words.suspendWill.map((will) => (
          <li key={will}>{will}</li>
        ))}
      </ul>
      <p class="dialog__note">{words.suspendWont}</p>
    </ConfirmByTypingDialog>
  )
}

export function ResumeDialog({ partner, onClose, onDone }: Asked) {
  const act = useAction()
  const submit = () =>
    void act.run(async () => {
      await resume(partner.slug)
      onDone()
    })
  return (
    <ActionDialog
      title={words.resumeTitle(partner.name)}
      onClose={onClose}
      onSubmit={submit}
      action={words.resumeAction}
      act={act}
    >
      <p>{words.resumeHelp}</p>
    </ActionDialog>
  )
}

export function RenameDialog({
  partner,
  reload,
  onClose,
  onDone,
}: Omit<Asked, 'onDone'> & { reload: () => Promise<PartnerDetail>; onDone: (name: string) => void }) {
  const [name, setName] = useState(partner.name)
  const known = useKnown(partner.name)
  const [isMissing, setMissing] = useState(false)
  const act = useAction()

  function submit() {
    setMissing(!name.trim())
    if (!name.trim()) return
    void act.run(async () => {
      const isSaved = await saveOver({
        save: async () => void (await rename(partner.slug, { name: name.trim(), nameBefore: known.value })),
        reload: async () => known.learn((await reload()).name),
        hasConflicts: () => true,
      })
      if (isSaved) onDone(name.trim())
    })
  }

  return (
    <ActionDialog
      title={words.renameTitle}
      onClose={onClose}
      onSubmit={submit}
      action={known.isNew ? text.unsaved.saveMine : words.renameAction}
      act={act}
    >
      <p>{words.renameHelp}</p>
      <ChangedMeanwhile
        change={undefined}
        fields={known.isNew ? [{ name: 'name', label: words.name, now: known.value }] : []}
        onTake={onClose}
      />
      <TextField
        label={words.name}
        error={isMissing ? words.nameMissing : undefined}
        autocomplete="off"
        maxLength={120}
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

/** Calls a minute: of a credential, or of a partner's together. */
export function LimitDialog({
  title,
  hint,
  limit: current,
  change,
  reload,
  onClose,
  onDone,
}: {
  title: string
  hint: string
  limit: number
  change: (limit: { rateLimit: number; rateLimitBefore: number }) => Promise<unknown>
  /** Answers what they are by now. */
  reload: () => Promise<number>
  onClose: () => void
  onDone: (limit: number) => void
}) {
  const [typed, setTyped] = useState(String(current))
  const known = useKnown(current)
  const [isWrong, setWrong] = useState(false)
  const act = useAction()

  function submit() {
    // As people write thousands, too.
    const limit = Number(typed.trim().replace(/\./g, ''))
    const isRight = /^[\d.]+$/.test(typed.trim()) && limit >= 1 && limit <= MOST_A_MINUTE
    setWrong(!isRight)
    if (!isRight) return
    void act.run(async () => {
      const isSaved = await saveOver({
        save: async () => void (await change({ rateLimit: limit, rateLimitBefore: known.value })),
        reload: async () => known.learn(await reload()),
        hasConflicts: () => true,
      })
      if (isSaved) onDone(limit)
    })
  }

  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      action={known.isNew ? text.unsaved.saveMine : words.limit.action}
      act={act}
    >
      <ChangedMeanwhile
        change={undefined}
        fields={known.isNew ? [{ name: 'limit', label: words.limit.field, now: formatNumber(known.value) }] : []}
        onTake={onClose}
      />
      <TextField
        label={words.limit.field}
        hint={hint}
        error={isWrong ? words.limit.invalid : undefined}
        inputmode="numeric"
        autocomplete="off"
        maxLength={7}
        autofocus
        value={typed}
        onInput={(value) => {
          setTyped(value)
          setWrong(false)
        }}
      />
    </ActionDialog>
  )
}

/** `email`: who lost their first link. */
export function InviteOwnerDialog({
  partner,
  email: first = '',
  onClose,
  onInvited,
}: Omit<Asked, 'onDone'> & { email?: string | undefined; onInvited: (invited: Invited) => void }) {
  const [email, setEmail] = useState(first)
  const [wrong, setWrong] = useState<{ email?: string }>({})
  const act = useAction()

  function submit() {
    const faults = wrongEmail(email)
    setWrong(faults)
    if (faults.email) return
    void act.run(
      async () => onInvited(await inviteOwner(partner.slug, email.trim())),
      (reason) => {
        if (!isCode(reason, 'ADMIN_EXISTS')) return errorMessage(reason)
        setWrong({ email: reason.message })
        return undefined
      },
    )
  }

  return (
    <ActionDialog title={words.invite.title} onClose={onClose} onSubmit={submit} action={words.invite.action} act={act}>
      <p>{words.invite.help}</p>
      <TextField
        label={text.entry.email}
        type="email"
        error={wrong.email}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={254}
        autofocus
        value={email}
        onInput={(value) => {
          setEmail(value)
          setWrong({})
        }}
      />
    </ActionDialog>
  )
}
