import { Meter } from '@estante/design/meter/meter.tsx'
import { text } from '../text.ts'
import type { CredentialUse } from './credential-use.ts'

const words = text.integrations

/** The limit of a credential, and how much of it is in use now. Takes the same room before that is known. */
export function LimitGauge({ rateLimit, use }: { rateLimit: number; use: CredentialUse | undefined }) {
  return (
    <div class="limit-gauge">
      <span class="limit-gauge__numbers">
        {use && use.used > 0 && (
          <span class="limit-gauge__used" data-level={use.used >= use.limit ? 'full' : undefined}>
            {words.usedOf(use.used)}
          </span>
        )}
        {words.perMinute(rateLimit)}
      </span>
      <Meter
        label={words.limitInUse}
        value={use?.used ?? 0}
        max={rateLimit}
        said={words.limitUsed(use?.used ?? 0, rateLimit)}
      />
    </div>
  )
}
