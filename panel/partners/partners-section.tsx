import { pathParts } from '../router.ts'
import { PartnerScreen } from './partner-screen.tsx'
import { PartnersScreen } from './partners-screen.tsx'

/** The partners, or one, by the address. */
export function PartnersSection() {
  const [slug] = pathParts.value
  return slug === undefined ? <PartnersScreen /> : <PartnerScreen key={slug} slug={slug} />
}
