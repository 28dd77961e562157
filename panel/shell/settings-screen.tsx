import type { Resource } from '@estante/client/resource.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import type { ComponentChildren } from 'preact'
import { canHandleTeam } from '../admin-session/admin-session.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { ResourceContent } from './resource-content.tsx'
import { ScreenHeader } from './screen-header.tsx'

interface SettingsScreenProps<T> {
  text: { title: string; help: string; onlySee: string }
  resource: Resource<T>
  children: (known: T) => ComponentChildren
}

/** Settings of the partner: its owners change them, the others of the team see them. */
export function SettingsScreen<T>({ text, resource: settings, children }: SettingsScreenProps<T>) {
  const resource = useFresh(settings)
  return (
    <>
      <ScreenHeader title={text.title} help={text.help} />
      <div class="stack gap-5">
        {!canHandleTeam.value && <Callout>{text.onlySee}</Callout>}
        <ResourceContent
          resource={resource}
          skeleton={<Skeleton width="100%" height="28rem" radius="var(--radius-md)" />}
        >
          {children}
        </ResourceContent>
      </div>
    </>
  )
}
