import { isCode } from '@estante/client/answer.ts'
import type { NewInvitation, PartnerSummary } from '@estante/contract/panel/partners.ts'
import { SLUG } from '@estante/contract/slug.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { errorMessage } from '../actions/error-message.ts'
import type { FieldErrors } from '../actions/field-errors.ts'
import { useAction } from '../actions/use-action.ts'
import { navigate, sectionPath } from '../router.ts'
import { validateEmail } from '../sign-in/validate-email.ts'
import { InvitationLinkDialog } from '../team/invitation-link-dialog.tsx'
import { addPartner } from './partners.ts'
import { proposeSlug } from './slug.ts'
import { text } from './text.ts'

type Faults = FieldErrors<'name' | 'slug' | 'email'>

/** Creates a partner and the invitation of its owner, then opens the partner's screen. */
export function CreatePartnerDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [typedSlug, setTypedSlug] = useState<string>()
  const [email, setEmail] = useState('')
  const [fieldErrors, setFieldErrors] = useState<Faults>({})
  const [created, setCreated] = useState<{ partner: PartnerSummary; invitation: NewInvitation }>()
  const act = useAction()
  const slug = typedSlug ?? proposeSlug(name)

  function submit() {
    const faults: Faults = {
      ...(!name.trim() && { name: text.nameMissing }),
      // The name proposes one.
      ...((name.trim() || slug) && !SLUG.test(slug) && { slug: text.slugInvalid }),
      ...(email.trim() && validateEmail(email)),
    }
    setFieldErrors(faults)
    if (Object.keys(faults).length > 0) return
    void act.run(async () => {
      const ownerEmail = email.trim()
      const { partner, invitation } = await addPartner({ name: name.trim(), slug, ...(ownerEmail && { ownerEmail }) })
      showToast(text.created(partner.name))
      if (invitation?.invitationUrl) setCreated({ partner, invitation })
      else open(partner)
    }, explain)
  }

  function explain(reason: unknown) {
    if (isCode(reason, 'SLUG_TAKEN')) setFieldErrors({ slug: reason.message })
    else if (isCode(reason, 'ADMIN_EXISTS')) setFieldErrors({ email: reason.message })
    else return errorMessage(reason)
    return undefined
  }

  function open(partner: PartnerSummary) {
    onClose()
    navigate(sectionPath('partners', { pathParts: [partner.slug] }), { isAgreed: true })
  }

  if (created) return <InvitationLinkDialog invited={created.invitation} onDone={() => open(created.partner)} />
  return (
    <ActionDialog title={text.createTitle} onClose={onClose} onSubmit={submit} action={text.createAction} act={act}>
      <TextField
        label={text.name}
        hint={text.nameHint}
        error={fieldErrors.name}
        autocomplete="off"
        maxLength={120}
        autofocus
        value={name}
        onInput={(value) => {
          setName(value)
          setFieldErrors({})
        }}
      />
      <TextField
        label={text.slugLabel}
        hint={text.slugHint}
        error={fieldErrors.slug}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={40}
        value={slug}
        onInput={(value) => {
          setTypedSlug(value === '' ? undefined : value)
          setFieldErrors({})
        }}
      />
      <TextField
        label={text.owner}
        type="email"
        hint={text.ownerHint}
        error={fieldErrors.email}
        autocomplete="off"
        value={email}
        onInput={(value) => {
          setEmail(value)
          setFieldErrors({})
        }}
      />
    </ActionDialog>
  )
}
