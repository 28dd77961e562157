import { Button } from '@estante/design/button/button.tsx'
import { ShieldIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionProblem } from '../actions/action-problem.tsx'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { CardPart } from '../shell/part.tsx'
import { beginSecondFactor, newRecoveryCodes, rereadMe, turnOffSecondFactor } from './account.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import { SecondFactorDialog, type SecondFactorSetup } from './second-factor-dialog.tsx'
import { text } from './text.ts'

const FEW_CODES = 3

type OpenDialog =
  | { dialog: 'set-up'; setUp: SecondFactorSetup }
  | { dialog: 'codes'; codes: string[] }
  | { dialog: 'renew' | 'turn-off' }

interface SecondFactorPartProps {
  isOn: boolean
  isRequired: boolean
  codesLeft: number | null
}

/** The second factor: off, on, or being set up. */
export function SecondFactorPart({ isOn, isRequired, codesLeft }: SecondFactorPartProps) {
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const act = useAction()
  const begin = () => act.run(async () => setOpen({ dialog: 'set-up', setUp: await beginSecondFactor() }))
  return (
    <CardPart
      title={text.secondFactor}
      badge={isOn ? { text: text.on, tone: 'good' } : { text: text.off, tone: 'notice' }}
      action={
        isOn ? (
          <>
            <Button variant="soft" size="compact" onClick={() => setOpen({ dialog: 'renew' })}>
              {text.newCodes}
            </Button>
            <Button variant="soft" size="compact" aria-busy={act.isBusy} onClick={begin}>
              {text.move}
            </Button>
            {!isRequired && (
              <Button variant="danger" size="compact" onClick={() => setOpen({ dialog: 'turn-off' })}>
                {text.turnOff}
              </Button>
            )}
          </>
        ) : (
          <Button size="compact" icon={ShieldIcon} aria-busy={act.isBusy} onClick={begin}>
            {text.turnOn}
          </Button>
        )
      }
    >
      <ActionProblem act={act} />
      <p class="account__text">{isOn ? text.secondFactorOn : text.secondFactorOff}</p>
      {isRequired && <p class="account__text">{text.secondFactorRequired}</p>}
      {codesLeft !== null && (
        <p class="account__text" data-few={codesLeft <= FEW_CODES ? '' : undefined}>
          {text.codesLeft(codesLeft)}
        </p>
      )}
      {open?.dialog === 'set-up' && (
        <SecondFactorDialog
          setUp={open.setUp}
          isMove={isOn}
          onClose={close}
          onTurnedOn={(codes) => setOpen({ dialog: 'codes', codes })}
        />
      )}
      {open?.dialog === 'codes' && (
        <RecoveryCodesDialog
          codes={open.codes}
          onSaved={() => {
            showToast(text.codesSavedToast)
            close()
            rereadMe().catch(() => {})
          }}
        />
      )}
      {open?.dialog === 'renew' && (
        <ConfirmDialog
          title={text.newCodesTitle}
          action={text.newCodesAction}
          onClose={close}
          act={async () => setOpen({ dialog: 'codes', codes: await newRecoveryCodes() })}
        >
          <p>{text.newCodesHelp}</p>
        </ConfirmDialog>
      )}
      {open?.dialog === 'turn-off' && (
        <ConfirmDialog
          title={text.turnOffTitle}
          action={text.turnOffAction}
          act={turnOffSecondFactor}
          toast={text.turnedOff}
          onClose={close}
        >
          <p>{text.turnOffHelp}</p>
        </ConfirmDialog>
      )}
    </CardPart>
  )
}
