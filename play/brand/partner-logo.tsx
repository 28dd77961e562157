import { memberSession } from '../session/api.ts'
import './partner-logo.css'

/** Whose application this is, by its logo or else by its name; nothing where the partner chose neither. */
export function PartnerLogo() {
  const partner = memberSession.profile.value?.partner
  if (!partner?.brand) return null
  const { logo } = partner.brand
  return (
    <p class="partner-logo">
      {logo ? (
        <img class="partner-logo__drawing" data-tone={logo.tone} src={logo.url} alt={partner.name} />
      ) : (
        <span class="partner-logo__name">{partner.name}</span>
      )}
    </p>
  )
}
