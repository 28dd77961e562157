import { memberSession } from '../session/api.ts'
import './partner-logo.css'

/** The partner's logo, or its name; nothing where it chose neither. */
export function PartnerLogo() {
  const partner = memberSession.profile.value?.partner
  if (!partner?.brand) return null
  const { logo } = partner.brand
  return (
    <p class="partner-logo line">
      {logo ? (
        <img class="partner-logo__drawing" data-tone={logo.tone} src={logo.url} alt={partner.name} />
      ) : (
        <span class="partner-logo__name one-line">{partner.name}</span>
      )}
    </p>
  )
}
