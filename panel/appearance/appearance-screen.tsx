import { isColor } from '@estante/contract/accent.ts'
import type { PartnerAppearance } from '@estante/contract/panel/appearance.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useAction } from '../actions/use-action.ts'
import { canHandleTeam, me } from '../admin-session/admin-session.ts'
import { CardPart } from '../shell/part.tsx'
import { SettingsScreen } from '../shell/settings-screen.tsx'
import { ChangedMeanwhile } from '../unsaved/changed-meanwhile.tsx'
import { DraftForm } from '../unsaved/draft-form.tsx'
import { saveOver } from '../unsaved/save-over.ts'
import { useDraft } from '../unsaved/use-draft.ts'
import {
  type AppearanceFields,
  appearance,
  isChanged,
  saveAppearance,
  toAppearanceFields,
  toColor,
} from './appearance.ts'
import { ColorField } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import { OriginsField } from './origins-field.tsx'
import { Preview } from './preview.tsx'
import { text } from './text.ts'
import './appearance-screen.css'

/** The appearance of the embedded application: owners change it, the team sees it. */
export function AppearanceScreen() {
  return (
    <SettingsScreen text={text} resource={appearance}>
      {(known) => <Form known={known} />}
    </SettingsScreen>
  )
}

function Form({ known }: { known: PartnerAppearance }) {
  const act = useAction()
  const draft = useDraft(toAppearanceFields(known), known.changed)
  const { values: current, written } = draft
  // Fields being saved are not compared: the service may have stored them already.
  const conflicts = act.isBusy ? [] : draft.conflicts
  const color = toColor(current.accentColor)
  const defaultName = hasBrand(known, current) ? known.partnerName : (me.value?.service.name ?? '')
  const change = (changes: Partial<AppearanceFields>) => {
    draft.write(changes)
    act.setProblem(undefined)
  }
  function saveDraft() {
    if (color !== '' && !isColor(color)) return act.setProblem(text.colorWrong)
    void act.run(async () => {
      const mine = draft.overwriteConflicts()
      const latest = () => appearance.data.peek() ?? known
      const isSaved = await saveOver({
        save: () => saveAppearance({ ...toAppearanceFields(latest()), ...written }, latest().version),
        reload: appearance.load,
        hasConflicts: () => mine.isChangedIn(toAppearanceFields(latest())),
      })
      if (!isSaved) return
      draft.saved(written, toAppearanceFields(latest()), latest().changed)
      showToast(text.saved)
    })
  }

  return (
    <DraftForm
      class="appearance"
      draft={draft}
      act={act}
      hasChanges={isChanged(toAppearanceFields(known), current)}
      hasConflicts={conflicts.length > 0}
      onSave={saveDraft}
    >
      <fieldset class="saved-fields stack" disabled={!canHandleTeam.value}>
        <legend class="visually-hidden">{text.brand}</legend>
        <CardPart title={text.brand}>
          <TextField
            label={text.name}
            hint={text.nameHint(defaultName)}
            value={current.displayName}
            placeholder={defaultName}
            maxLength={60}
            autocomplete="off"
            onInput={(displayName) => change({ displayName })}
          />
          <ColorField value={current.accentColor} onChange={(accentColor) => change({ accentColor })} />
          <LogoField logo={known.logo} name={current.displayName || known.partnerName} />
        </CardPart>
      </fieldset>
      <div class="appearance__beside">
        <CardPart title={text.preview}>
          <Preview name={previewName(known, current)} color={color} logo={known.logo} />
        </CardPart>
      </div>
      <fieldset class="saved-fields stack" disabled={!canHandleTeam.value}>
        <legend class="visually-hidden">{text.origins}</legend>
        <CardPart title={text.origins}>
          <OriginsField
            value={current.frameOrigins}
            problem={act.problem}
            onChange={(frameOrigins) => change({ frameOrigins })}
          />
        </CardPart>
      </fieldset>
      {conflicts.length > 0 && (
        <div class="appearance__meanwhile">
          <ChangedMeanwhile
            change={draft.changedBy}
            fields={conflicts.map((name) => ({
              name,
              label: text.fields[name],
              now: [toAppearanceFields(known)[name]].flat().join(', '),
            }))}
            onTake={draft.takeKnown}
          />
        </div>
      )}
    </DraftForm>
  )
}

/** The home screen of the view shows the partner's name once anything was chosen. */
function previewName(known: PartnerAppearance, current: AppearanceFields): string | undefined {
  return current.displayName.trim() || (hasBrand(known, current) ? known.partnerName : undefined)
}

/** Whether the view is named after the partner even without a name of its own. */
function hasBrand({ logo }: PartnerAppearance, { accentColor }: AppearanceFields): boolean {
  return accentColor.trim() !== '' || logo !== null
}
