import { Badge } from '@estante/design/badge/badge.tsx'
import { TextArea } from '@estante/design/field/text-area.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { useAction } from '../actions/use-action.ts'
import { useFocusInvalid } from '../actions/use-focus-invalid.ts'
import { CardPart } from '../shell/part.tsx'
import { ChangedMeanwhile } from '../unsaved/changed-meanwhile.tsx'
import { DraftForm } from '../unsaved/draft-form.tsx'
import { saveOver } from '../unsaved/save-over.ts'
import { useDraft } from '../unsaved/use-draft.ts'
import { saveMetadata, type TitleProps } from './catalog.ts'
import {
  changesOf,
  type FieldName,
  faultsOf,
  inputValue,
  isByHand,
  nameOfLanguage,
  valuesOf,
} from './metadata-draft.ts'
import { text } from './text.ts'

const LENGTHS: Record<FieldName, number> = {
  title: 500,
  subtitle: 500,
  author: 500,
  narrator: 500,
  description: 10_000,
  language: 35,
  publisher: 500,
}

/** The metadata of a title: the file's, and the edits. */
export function MetadataPart({ title, detail }: TitleProps) {
  const { fields } = detail
  const draft = useDraft(valuesOf(fields), detail.metadataChanged)
  const { written } = draft
  const [showsFaults, setShowsFaults] = useState(false)
  const act = useAction()
  const { fields: form, checked } = useFocusInvalid<HTMLFormElement>(act.isBusy)
  const changes = changesOf(fields, written)
  // Fields being saved are not compared: the service may have stored them already.
  const conflicts = act.isBusy ? [] : draft.conflicts
  const faults = showsFaults ? faultsOf(fields, written) : {}

  function save() {
    if (!changes) return
    setShowsFaults(true)
    if (Object.keys(faultsOf(fields, written)).length > 0) return checked()
    void act.run(async () => {
      const mine = draft.overwriteConflicts()
      const latest = () => title.data.peek() ?? detail
      const isSaved = await saveOver({
        save: () => saveMetadata(title, { ...changes, metadataVersion: latest().metadataVersion }),
        reload: title.load,
        hasConflicts: () => mine.isChangedIn(valuesOf(latest().fields)),
      })
      if (!isSaved) return
      draft.saved(written, valuesOf(latest().fields), latest().metadataChanged)
      setShowsFaults(false)
      showToast(text.metadata.saved)
    })
  }

  const fieldOf = (name: FieldName) => {
    const isEdited = isByHand(fields, written, name)
    const fault = faults[name]
    return {
      label: text.metadata.fields[name],
      value: inputValue(fields, written, name),
      maxLength: LENGTHS[name],
      error: fault && text.metadata[fault],
      onInput: (value: string) => draft.write({ [name]: value }),
      aside: isEdited && <Badge tone="notice">{text.metadata.edited}</Badge>,
      hint: isEdited && (
        <FromFile name={name} value={fields[name].fromFile} onBack={() => draft.write({ [name]: null })} />
      ),
    }
  }

  const language = fieldOf('language')
  return (
    <CardPart title={text.metadata.heading}>
      <DraftForm
        class="title-metadata"
        form={form}
        draft={draft}
        act={act}
        hasChanges={changes !== undefined}
        hasConflicts={conflicts.length > 0}
        onSave={save}
        onDiscarded={() => setShowsFaults(false)}
      >
        <p class="note">{text.metadata.help}</p>
        <TextField {...fieldOf('title')} autocomplete="off" />
        <TextField {...fieldOf('subtitle')} autocomplete="off" />
        <div class="title-metadata__pair">
          <TextField {...fieldOf('author')} placeholder={text.metadata.authorUnknown} autocomplete="off" />
          {detail.type === 'audiobook' && <TextField {...fieldOf('narrator')} autocomplete="off" />}
        </div>
        <TextArea {...fieldOf('description')} />
        <div class="title-metadata__pair">
          <TextField
            {...language}
            hint={language.hint || formatLanguage(language.value.trim())}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
          />
          <TextField {...fieldOf('publisher')} autocomplete="off" />
        </div>
        <ChangedMeanwhile
          change={draft.changedBy}
          fields={conflicts.map((name) => ({
            name,
            label: text.metadata.fields[name],
            now: fields[name].value ?? '',
          }))}
          onTake={draft.takeKnown}
        />
      </DraftForm>
    </CardPart>
  )
}

/** The file's value of an edited field, with a button that restores it. */
function FromFile({ name, value, onBack }: { name: FieldName; value: string | null; onBack: () => void }) {
  return (
    <>
      {formatFileValue(value)}{' '}
      <button
        class="title-metadata__back"
        type="button"
        aria-label={text.metadata.backOf(text.metadata.fields[name])}
        onClick={onBack}
      >
        {text.metadata.back}
      </button>
    </>
  )
}

/** `und`: a file without a language. */
function formatLanguage(code: string): string {
  if (code === '' || code === 'und') return text.metadata.languageUnknown
  return nameOfLanguage(code) ?? text.metadata.languageHint
}

const MAX_CHARACTERS = 160

function formatFileValue(value: string | null): string {
  if (!value || value === 'und') return text.metadata.nothingInFile
  return text.metadata.fromFile(value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value)
}
