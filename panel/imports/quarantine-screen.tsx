import type { QuarantinedItem } from '@estante/contract/panel/imports.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ShieldIcon } from '@estante/design/icons/icons.tsx'
import { useFresh } from '../admin-session/use-resource.ts'
import { PagedList } from '../lists/list.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { ImportItems } from './import-items.tsx'
import { quarantine } from './imports.ts'
import { importsPath, jobPath } from './paths.ts'
import { text } from './text.ts'

/** The refused files of all imports. */
export function QuarantineScreen() {
  useFresh(quarantine)
  return (
    <>
      <BackLink href={importsPath()}>{text.back}</BackLink>
      <ScreenHeader title={text.quarantine.title} help={text.quarantine.help} />
      <div class="stack gap-5">
        <PagedList
          wanted={quarantine}
          cardHeight="8rem"
          found={text.quarantine.found}
          empty={
            <EmptyState icon={ShieldIcon} title={text.quarantine.emptyTitle}>
              {text.quarantine.emptyHelp}
            </EmptyState>
          }
        >
          {(items) => (
            <ImportItems
              label={text.quarantine.label}
              items={items}
              onChanged={quarantine.load}
              aside={(item) => <FromJob item={item} />}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}

function FromJob({ item: { job } }: { item: QuarantinedItem }) {
  return (
    <>
      {text.quarantine.from}{' '}
      <a class="underlined" href={jobPath(job.id)}>
        {job.name ?? text.list.unnamed}
      </a>
    </>
  )
}
