import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { EyeIcon, LibraryIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useState } from 'preact/hooks'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { sectionPath } from '../router.ts'
import { Fact } from '../shell/fact.tsx'
import { FoldedList } from '../shell/fold.tsx'
import { MissingState } from '../shell/missing-state.tsx'
import { CardPart } from '../shell/part.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatDuration } from '../time/format-time.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { createTitle, type TitleProps } from './catalog.ts'
import { CoverPart } from './cover-part.tsx'
import { stateTones } from './format-state.ts'
import { MetadataPart } from './metadata-part.tsx'
import { PartnersPart } from './partners-part.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { StatePart } from './state-part.tsx'
import { text } from './text.ts'

/** A title: cover, state, partners, metadata and last import. */
export function TitleScreen({ id }: { id: string }) {
  const title = useScreenResource(() => createTitle(id), id)
  if (title.data.value === null)
    return (
      <MissingState
        icon={LibraryIcon}
        title={text.missing.title}
        help={text.missing.help}
        href={sectionPath('catalog')}
        link={text.missing.seeAll}
      />
    )
  return (
    <>
      <BackLink href={sectionPath('catalog')}>{text.back}</BackLink>
      <ResourceContent resource={title} skeleton={<TitleSkeleton />} level={1}>
        {(detail) => detail && <Detail title={title} detail={detail} />}
      </ResourceContent>
    </>
  )
}

function Detail({ title, detail }: TitleProps) {
  const [isPreviewing, setPreviewing] = useState(false)
  return (
    <>
      <ScreenHeader
        title={detail.title}
        help={
          <span class="title__under row">
            {detail.author}
            <Badge tone={stateTones[detail.state]}>{text.states[detail.state]}</Badge>
          </span>
        }
        action={
          <Button variant="soft" icon={EyeIcon} onClick={() => setPreviewing(true)}>
            {text.preview.open}
          </Button>
        }
      />
      <div class="title">
        <CoverPart title={title} detail={detail} />
        <div class="title__parts stack">
          <StatePart title={title} detail={detail} />
          <PartnersPart title={title} detail={detail} />
          <MetadataPart title={title} detail={detail} />
          <LastImportPart detail={detail} />
        </div>
        <Facts detail={detail} />
      </div>
      {isPreviewing && <PreviewDialog title={title} name={detail.title} onClose={() => setPreviewing(false)} />}
    </>
  )
}

function Facts({ detail }: { detail: PanelPublicationDetail }) {
  const { facts } = text
  return (
    <dl class="title__facts stack">
      <Fact name={facts.type}>{text.type[detail.type]}</Fact>
      {detail.durationSeconds !== undefined && (
        <Fact name={facts.duration}>{formatDuration(detail.durationSeconds)}</Fact>
      )}
      {detail.chapters !== undefined && <Fact name={facts.chapters}>{formatNumber(detail.chapters)}</Fact>}
      {detail.pages !== undefined && <Fact name={facts.pages}>{formatNumber(detail.pages)}</Fact>}
      {detail.publishedInFile && (
        <Fact name={facts.published}>{detail.publishedInFile.split('-').reverse().join('/')}</Fact>
      )}
      {detail.identifier && <Fact name={facts.identifier}>{detail.identifier}</Fact>}
      {detail.otherForm && (
        <Fact name={facts.otherForm}>
          <a class="underlined" href={sectionPath('catalog', { pathParts: [detail.otherForm.id] })}>
            {text.type[detail.otherForm.type]}
          </a>
        </Fact>
      )}
      {detail.otherForm && (
        <Fact name={facts.chapterPairs}>
          <a class="underlined" href={sectionPath('catalog', { pathParts: [detail.id, 'capitulos'] })}>
            {facts.seeChapterPairs}
          </a>
        </Fact>
      )}
      {detail.revision > 1 && <Fact name={facts.revision}>{facts.revisionOf(detail.revision)}</Fact>}
      <Fact name={facts.added}>
        <RelativeTime at={detail.addedAt} />
      </Fact>
      <Fact name={facts.updated}>
        <RelativeTime at={detail.updatedAt} />
      </Fact>
    </dl>
  )
}

function TitleSkeleton() {
  return (
    <>
      <Skeleton width="22rem" height="2.5rem" />
      <div class="title title--shape">
        <div class="title-cover">
          <Skeleton width="var(--picture-width)" height="13.5rem" />
        </div>
        <div class="title__parts stack">
          <Skeleton width="100%" height="9rem" radius="var(--radius-md)" />
          <Skeleton width="100%" height="6rem" radius="var(--radius-md)" />
          <Skeleton width="100%" height="24rem" radius="var(--radius-md)" />
        </div>
      </div>
    </>
  )
}

/** The last import of the title, and the content that the sanitiser removed. */
function LastImportPart({ detail: { lastImport } }: { detail: PanelPublicationDetail }) {
  return (
    <CardPart title={text.lastImport.heading}>
      <div class="title-import stack gap-2 breakable">
        {lastImport ? <Report lastImport={lastImport} /> : <p class="note">{text.lastImport.none}</p>}
      </div>
    </CardPart>
  )
}

function Report({ lastImport }: { lastImport: NonNullable<PanelPublicationDetail['lastImport']> }) {
  const { jobId, jobName, path, at, outcome, removed } = lastImport
  return (
    <>
      <p>
        {text.lastImport.outcomes[outcome]}, <RelativeTime at={at} />
      </p>
      <p class="note">
        {path && `${text.lastImport.file}: ${path} · `}
        {text.lastImport.job}:{' '}
        <a class="underlined" href={sectionPath('imports', { pathParts: [jobId] })}>
          {jobName ?? text.lastImport.unnamed}
        </a>
      </p>
      {removed.length === 0 ? (
        <p class="note">{text.lastImport.nothingRemoved}</p>
      ) : (
        <FoldedList name={`${text.lastImport.removed} (${removed.length})`} items={removed} />
      )}
    </>
  )
}
