import type { startSecondFactor } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { copyLabels } from '../copy-labels.ts'
import { text as panelText } from '../text.ts'
import './second-factor.css'

const text = panelText.account

export type SetUp = Answer<typeof startSecondFactor>

/** The secret for the authenticator app: a QR code to scan, or a key to type. */
export function SecondFactorKey({ setUp }: { setUp: SetUp }) {
  return (
    <div class="second-factor">
      <img
        class="second-factor__code"
        src={`data:image/svg+xml,${encodeURIComponent(setUp.qrCode)}`}
        alt={text.qrLabel}
        width="176"
        height="176"
      />
      <CopyField
        label={text.manual}
        value={setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        labels={copyLabels(text.manualKey)}
        buttonText={panelText.common.copy}
      />
    </div>
  )
}
