import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { BookIcon, HeadphonesIcon } from '@estante/design/icons/icons.tsx'
import { ProgressBar } from '../publication/progress-bar.tsx'
import { actionOf, actionPath, type Form, formatProgress, isStarted } from '../publication/publication.ts'
import { text as shellText } from '../text.ts'
import { text } from './text.ts'
import './forms.css'

/** A work in both its forms: the member chooses whether to listen or to read, each form with its own place. */
export function Forms({ publication }: { publication: PublicationCard & { otherForm: Form } }) {
  const forms: Form[] = [publication, publication.otherForm]
  return (
    <ul class="forms" aria-label={text.forms}>
      {forms.map((form, index) => {
        const { type, progress } = form
        return (
          <li key={form.id}>
            <a class="forms__form card" href={actionPath(form)} data-first={index === 0}>
              {type === 'audiobook' ? <HeadphonesIcon /> : <BookIcon />}
              <span class="forms__text stack">
                <span class="forms__action">{actionOf(form)}</span>
                <span class="forms__progress tabular">
                  {[shellText.publication[type], formatProgress(form, shellText.publication.chapters)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {isStarted(form) && progress && <ProgressBar share={progress.totalProgression} />}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
