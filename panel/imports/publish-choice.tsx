import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { text } from './text.ts'

/** Whether new titles of an import are published, or drafts. */
export function PublishChoice({ publish, onChange }: { publish: boolean; onChange: (publish: boolean) => void }) {
  return (
    <RadioCards
      label={text.plan.when}
      options={[
        { value: 'publish', label: text.plan.publish, detail: text.plan.publishDetail },
        { value: 'draft', label: text.plan.draft, detail: text.plan.draftDetail },
      ]}
      value={publish ? 'publish' : 'draft'}
      onChange={(value) => onChange(value === 'publish')}
    />
  )
}
