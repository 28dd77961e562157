import { Meter } from '@estante/design/meter/meter.tsx'
import { text as panelText } from '../text.ts'
import type { CredentialUse } from './credential-use.ts'

const text = panelText.integrations

/** The limit of a credential, and its present usage. Reserves its space while loading. */
export function LimitGauge({ rateLimit, use }: { rateLimit: number; use: CredentialUse | undefined }) {
  return (
    <div class="limit-gauge">
      <span class="limit-gauge__numbers">
        {use && use.used > 0 && (
          <span class="limit-gauge__used" data-level={use.used >= use.limit ? 'full' : undefined}>
            {text.usedOf(use.used)}
          </span>
        )}
        {text.perMinute(rateLimit)}
      </span>
      <Meter
        label={text.limitInUse}
        value={use?.used ?? 0}
        max={rateLimit}
        valueText={text.limitUsed(use?.used ?? 0, rateLimit)}
      />
    </div>
  )
}
