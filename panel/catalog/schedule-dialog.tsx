import { fromLocalMoment, toLocalMoment } from '@estante/design/field/local-moment.ts'
import { MomentField } from '@estante/design/field/moment-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { text as panelText } from '../text.ts'
import { formatMoment } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { ChangedValue } from '../unsaved/changed-meanwhile.tsx'
import { useStoredValue } from '../unsaved/use-stored-value.ts'
import { changeState, reloadTitle, type TitleProps } from './catalog.ts'
import { formatFullState } from './format-state.ts'
import { text } from './text.ts'

/** Sets the dates between which members see a title. */
export function ScheduleDialog({ title, detail, onClose }: TitleProps & { onClose: () => void }) {
  const { state, publishFrom, publishUntil } = detail
  const isPublished = state === 'published'
  const known = useStoredValue(detail)
  const [from, setFrom] = useState(state === 'scheduled' && publishFrom ? toLocalMoment(publishFrom) : '')
  const [until, setUntil] = useState(
    (isPublished || state === 'scheduled') && publishUntil ? toLocalMoment(publishUntil) : '',
  )
  const [fault, setFault] = useState<string>()
  const act = useAction()

  function submit() {
    const fromAt = fromLocalMoment(from)
    const untilAt = fromLocalMoment(until)
    const found = findFault(fromAt, untilAt)
    setFault(found)
    if (found) return
    void act.run(async () => {
      const body = {
        state: 'published',
        from: fromAt ?? (isPublished ? publishFrom : null),
        until: untilAt ?? null,
        stateVersion: known.value.stateVersion,
      } as const
      const isSaved = await known.save(
        () => changeState(title, body),
        () => reloadTitle(title, detail),
      )
      if (!isSaved) return
      showToast(describeOutcome(fromAt))
      onClose()
    })
  }

  function describeOutcome(fromAt: string | undefined): string {
    if (fromAt !== undefined && Date.parse(fromAt) > now.value)
      return text.state.scheduledToast(formatMoment(Date.parse(fromAt), now.value))
    return isPublished ? text.state.datesToast : text.state.publishedToast
  }

  function findFault(fromAt: string | undefined, untilAt: string | undefined): string | undefined {
    if (untilAt === undefined) return undefined
    if (fromAt !== undefined && untilAt <= fromAt) return text.schedule.untilBeforeFrom
    return Date.parse(untilAt) <= now.value ? text.schedule.untilPast : undefined
  }

  return (
    <ActionDialog
      title={text.schedule.title}
      action={known.isNew ? panelText.unsaved.saveMine : text.schedule.save}
      act={act}
      onSubmit={submit}
      onClose={onClose}
    >
      {known.isNew && <ChangedValue label={text.state.heading} now={formatFullState(known.value)} onClose={onClose} />}
      <MomentField
        label={text.schedule.from}
        hint={isPublished ? text.schedule.fromUnchanged : text.schedule.fromHint}
        value={from}
        onInput={(value) => {
          setFrom(value)
          setFault(undefined)
        }}
      />
      <MomentField
        label={text.schedule.until}
        hint={text.schedule.untilHint}
        error={fault}
        value={until}
        onInput={(value) => {
          setUntil(value)
          setFault(undefined)
        }}
      />
      <p class="note">{text.schedule.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>
    </ActionDialog>
  )
}
