import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { fromLocalMoment, toLocalMoment } from '@estante/design/field/local-moment.ts'
import { MomentField } from '@estante/design/field/moment-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActDialog } from '../act/act-dialog.tsx'
import { useAct } from '../act/use-act.ts'
import { now } from '../time/now.ts'
import { sayMoment } from '../time/say-time.ts'
import { changeState, type Title } from './catalog.ts'
import { words } from './text.ts'

/** From when and until when members see a title. */
export function ScheduleDialog({
  title,
  detail: { state, publishFrom, publishUntil },
  onClose,
}: {
  title: Title
  detail: PanelPublicationDetail
  onClose: () => void
}) {
  const isShown = state === 'published'
  const [from, setFrom] = useState(state === 'scheduled' && publishFrom ? toLocalMoment(publishFrom) : '')
  const [until, setUntil] = useState(
    (isShown || state === 'scheduled') && publishUntil ? toLocalMoment(publishUntil) : '',
  )
  const [fault, setFault] = useState<string>()
  const act = useAct()

  function submit() {
    const fromAt = fromLocalMoment(from)
    const untilAt = fromLocalMoment(until)
    const found = findFault(fromAt, untilAt)
    setFault(found)
    if (found) return
    void act.run(async () => {
      await changeState(title, {
        state: 'published',
        from: fromAt ?? (isShown ? publishFrom : null),
        until: untilAt ?? null,
      })
      const isLater = fromAt !== undefined && Date.parse(fromAt) > now.value
      showToast(isLater ? words.state.scheduledSaid(sayMoment(Date.parse(fromAt), now.value)) : words.state.datesSaid)
      onClose()
    })
  }

  function findFault(fromAt: string | undefined, untilAt: string | undefined): string | undefined {
    if (untilAt === undefined) return undefined
    if (fromAt !== undefined && untilAt <= fromAt) return words.schedule.untilBeforeFrom
    return Date.parse(untilAt) <= now.value ? words.schedule.untilPast : undefined
  }

  return (
    <ActDialog title={words.schedule.title} action={words.schedule.save} act={act} onSubmit={submit} onClose={onClose}>
      <MomentField
        label={words.schedule.from}
        hint={isShown ? words.schedule.fromKept : words.schedule.fromHint}
        value={from}
        onInput={(value) => {
          setFrom(value)
          setFault(undefined)
        }}
      />
      <MomentField
        label={words.schedule.until}
        hint={words.schedule.untilHint}
        error={fault}
        value={until}
        onInput={(value) => {
          setUntil(value)
          setFault(undefined)
        }}
      />
      <p class="dialog__note">{words.schedule.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>
    </ActDialog>
  )
}
