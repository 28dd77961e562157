import { memberSession } from '../session/api.ts'

/** Names the page after its screen, if that has a name, and the service. */
export function setPageTitle(name: string | undefined): void {
  document.title = [name, memberSession.profile.value?.service.name].filter(Boolean).join(' · ')
}
