import type { Icon } from '@estante/design/icons/icons.tsx'
import { ClockIcon, CloudIcon, HistoryIcon } from '@estante/design/icons/icons.tsx'
import { RibbonIcon } from '@estante/design/icons/title-icons.tsx'
import { useLayoutEffect } from 'preact/hooks'
import { clockTime } from '../places/times.ts'
import { recoverFocus } from '../shell/arrival.ts'
import { text as shellText } from '../text.ts'
import type { Playback } from './playback.ts'
import { MORE_MINUTES, NEARLY_OVER_SECONDS } from './sleep/sleep-timer.ts'
import { text } from './text.ts'
import './notices.css'

interface NoticesProps {
  playback: Playback
  /** The second of a new bookmark. */
  markedAt: number | undefined
  /** Whether another device changed an annotation that was changed here. */
  hasConflict: boolean
  onNote: () => void
  onAnswer: () => void
}

/** The latest event, with an action for it. Always rendered, so that screen readers announce it. */
export function Notices({ playback, markedAt, hasConflict, onNote, onAnswer }: NoticesProps) {
  const { sleep } = playback
  const jumpedFrom = playback.jumpedFrom.value
  const began = sleep.began.value
  const isWaitingLong = playback.isWaitingLong.value
  const isSleeping = sleep.choice.value !== undefined
  const isNearlyOver = isSleeping && sleep.remaining.value! <= NEARLY_OVER_SECONDS
  const visibleNotices = [isWaitingLong, markedAt, hasConflict, jumpedFrom, isNearlyOver, !isSleeping && began].join()
  // A button that is gone may have had the focus.
  useLayoutEffect(() => recoverFocus, [visibleNotices])
  return (
    <div class="notices" role="status">
      {isWaitingLong && (
        <Notice icon={CloudIcon} text={text.waitsLong} act={shellText.shell.retry} onAct={playback.startOver} />
      )}
      {markedAt !== undefined && (
        <Notice icon={RibbonIcon} text={text.marked(clockTime(markedAt))} act={text.addNote} onAct={onNote} />
      )}
      {hasConflict && <Notice icon={RibbonIcon} text={text.markChanged} act={text.answer} onAct={onAnswer} />}
      {jumpedFrom !== undefined && (
        <Notice icon={HistoryIcon} act={text.backTo(clockTime(jumpedFrom))} onAct={playback.undoJump} />
      )}
      {isNearlyOver && (
        <Notice
          icon={ClockIcon}
          text={text.timerNearlyOver}
          act={text.moreMinutes}
          onAct={() => sleep.extend(MORE_MINUTES)}
        />
      )}
      {!isSleeping && began !== undefined && (
        <Notice
          icon={ClockIcon}
          text={text.timerBegan(clockTime(began))}
          act={text.backThere}
          onAct={sleep.backToBegin}
        />
      )}
    </div>
  )
}

interface NoticeProps {
  icon: Icon
  text?: string
  act: string
  onAct: () => void
}

function Notice({ icon: Drawn, text: sentence, act, onAct }: NoticeProps) {
  return (
    <p class="notices__notice line">
      <Drawn />
      {sentence && <span class="notices__text tabular">{sentence}</span>}
      <button class="notices__act tabular" type="button" onClick={onAct}>
        {act}
      </button>
    </p>
  )
}
