import type { Privacy } from '@estante/contract/panel/privacy.ts'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useAction } from '../actions/use-action.ts'
import { canHandleTeam, me } from '../admin-session/admin-session.ts'
import { Fact } from '../shell/fact.tsx'
import { CardPart } from '../shell/part.tsx'
import { SettingsScreen } from '../shell/settings-screen.tsx'
import { partnerRoles } from '../team/role-options.ts'
import { DraftForm } from '../unsaved/draft-form.tsx'
import { useDraft } from '../unsaved/use-draft.ts'
import { type PrivacyFields, privacy, savePrivacy, toPrivacyFields } from './privacy.ts'
import { text } from './text.ts'
import './privacy-screen.css'

const seenByOptions = partnerRoles.map((value) => ({ value, ...text.seenBy[value] }))

/** The partner's settings for its members' data: owners change them, the team sees them. */
export function PrivacyScreen() {
  return (
    <SettingsScreen text={text} resource={privacy}>
      {(known) => <Form known={known} />}
    </SettingsScreen>
  )
}

function Form({ known }: { known: Privacy }) {
  const act = useAction()
  const draft = useDraft<PrivacyFields>(toPrivacyFields(known), null)
  const { values, written } = draft
  const change = (changes: Partial<PrivacyFields>) => {
    draft.write(changes)
    act.setProblem(undefined)
  }
  return (
    <DraftForm
      class="privacy"
      draft={draft}
      act={act}
      hasChanges={Object.keys(written).length > 0}
      onSave={() =>
        void act.run(async () => {
          await savePrivacy(written)
          draft.saved(written, toPrivacyFields(privacy.data.peek() ?? known), null)
          showToast(text.saved)
        })
      }
    >
      <fieldset class="saved-fields stack" disabled={!canHandleTeam.value}>
        <legend class="visually-hidden">{text.title}</legend>
        <CardPart title={text.titles} help={text.titlesHelp}>
          <RadioCards
            label={text.titlesLabel}
            options={seenByOptions}
            value={values.titlesDisclosedTo}
            onChange={(titlesDisclosedTo) => change({ titlesDisclosedTo })}
          />
        </CardPart>
        <CardPart title={text.contact}>
          <TextField
            label={text.contactLabel}
            hint={text.contactHint(me.value?.partner?.name ?? '')}
            value={values.contact}
            placeholder={text.contactPlaceholder}
            maxLength={254}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(contact) => change({ contact })}
          />
        </CardPart>
      </fieldset>
      <CardPart title={text.retention} help={text.retentionHelp}>
        <dl class="privacy__facts stack gap-3">
          <Fact name={text.detail}>{text.months(known.activityRetentionMonths)}</Fact>
          <Fact name={text.calls}>{text.days(known.callsRetentionDays)}</Fact>
          <Fact name={text.launches}>{text.days(known.launchesRetentionDays)}</Fact>
          <Fact name={text.addresses}>{text.months(known.auditAddressRetentionMonths)}</Fact>
        </dl>
      </CardPart>
      <CardPart title={text.service} help={text.serviceHelp}>
        <p>{known.serviceContact ?? text.noService}</p>
      </CardPart>
    </DraftForm>
  )
}
