import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { environment, sectionPath } from '../router.ts'
import { When } from '../time/when.tsx'
import { text } from './text.ts'
import { TitlePart } from './title-part.tsx'

/** The last import of the title, and the content that the sanitiser removed. */
export function LastImportPart({ detail: { lastImport } }: { detail: PanelPublicationDetail }) {
  return (
    <TitlePart heading={text.lastImport.heading}>
      <div class="title-import">
        {lastImport ? <Report lastImport={lastImport} /> : <p class="title__note">{text.lastImport.none}</p>}
      </div>
    </TitlePart>
  )
}

function Report({ lastImport }: { lastImport: NonNullable<PanelPublicationDetail['lastImport']> }) {
  const { jobId, jobName, path, at, outcome, removed } = lastImport
  return (
    <>
      <p>
        {text.lastImport.outcomes[outcome]}, <When at={at} />
      </p>
      <p class="title__note">
        {path && `${text.lastImport.file}: ${path} · `}
        {text.lastImport.job}:{' '}
        <a class="title__link" href={sectionPath('imports', environment.value, { pathParts: [jobId] })}>
          {jobName ?? text.lastImport.unnamed}
        </a>
      </p>
      {removed.length === 0 ? (
        <p class="title__note">{text.lastImport.nothingRemoved}</p>
      ) : (
        <details>
          <summary class="title__fold">
            {text.lastImport.removed} ({removed.length})
          </summary>
          <ul class="title-import__removed">
            {removed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
