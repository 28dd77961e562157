import type { startSecondFactor } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { useState } from 'preact/hooks'
import { sayProblem } from '../act/say-problem.ts'
import { useAct } from '../act/use-act.ts'
import { useWait } from '../act/use-wait.ts'
import { isCode } from '../admin-session/answer.ts'
import { copyWords } from '../copy-words.ts'
import { CodeField, isWholeCode } from '../entry/code-field.tsx'
import { text } from '../text.ts'
import { sayWait } from '../time/say-time.ts'
import { turnOnSecondFactor } from './account.ts'
import './second-factor-dialog.css'

const words = text.account

export type SetUp = Answer<typeof startSecondFactor>

/** The QR code or the key for the app, and the first code as the proof that it has it. */
export function SecondFactorDialog({
  setUp,
  onClose,
  onTurnedOn,
}: {
  setUp: SetUp
  onClose: () => void
  onTurnedOn: (recoveryCodes: string[]) => void
}) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const act = useAct()
  const wait = useWait()
  const isWaiting = wait.secondsLeft > 0

  function submit(typed = code) {
    if (isWaiting) return
    if (!isWholeCode(typed)) return setWrong(text.entry.codeMissing)
    setWrong(undefined)
    void act.run(
      async () => onTurnedOn(await turnOnSecondFactor(typed)),
      (reason) => {
        if (wait.waitFor(reason)) return undefined
        if (!isCode(reason, 'WRONG_CODE')) return sayProblem(reason)
        setWrong(reason.message)
        setCode('')
        return undefined
      },
    )
  }

  return (
    <Dialog
      title={words.setUpTitle}
      onClose={onClose}
      onSubmit={() => submit()}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" aria-busy={act.isBusy} disabled={isWaiting}>
            {isWaiting ? text.problem.waitButton(sayWait(wait.secondsLeft)) : words.turnOnAction}
          </Button>
        </>
      }
    >
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      <p>{words.scan}</p>
      <div class="second-factor">
        <img
          class="second-factor__code"
          src={`data:image/svg+xml,${encodeURIComponent(setUp.qrCode)}`}
          alt={words.qrLabel}
          width="176"
          height="176"
        />
        <CopyField
          label={words.manual}
          value={setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          words={copyWords(words.manualKey)}
          buttonText={text.common.copy}
        />
      </div>
      <CodeField
        label={words.thenCode}
        isRecovery={false}
        value={code}
        error={wrong}
        autofocus
        onInput={(value) => {
          setCode(value)
          if (isWholeCode(value)) submit(value)
        }}
      />
    </Dialog>
  )
}
