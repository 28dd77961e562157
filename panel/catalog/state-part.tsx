import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { MoreIcon, TextIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { QuestionDialog } from '../act/question-dialog.tsx'
import { useAct } from '../act/use-act.ts'
import { now } from '../time/now.ts'
import { sayDay, sayMoment } from '../time/say-time.ts'
import { changeState, type Title } from './catalog.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { sayReview, words } from './text.ts'
import { TitlePart } from './title-part.tsx'

/** Whether members see the title, what that means, and what can be done about it. */
export function StatePart({ title, detail }: { title: Title; detail: PanelPublicationDetail }) {
  const [open, setOpen] = useState<'schedule' | 'withdraw' | 'draft'>()
  const act = useAct()
  const close = () => setOpen(undefined)
  const { state } = detail
  const publish = () =>
    void act.run(async () => {
      await changeState(title, { state: 'published' })
      showToast(words.state.publishedSaid)
    })
  const isShown = state === 'published'
  return (
    <TitlePart
      heading={words.state.heading}
      action={
        (isShown || state === 'scheduled') && (
          <Menu label={words.state.more} button={<MoreIcon />}>
            <MenuItem icon={TextIcon} detail={words.state.toDraftDetail} onPress={() => setOpen('draft')}>
              {words.state.toDraft}
            </MenuItem>
          </Menu>
        )
      }
    >
      <div class="title-state" data-state={state}>
        <p class="title-state__name">{sayState(detail)}</p>
        <p class="title-state__help">{helpOf(detail)}</p>
        {detail.review.length > 0 && (
          <Callout tone="notice">
            <strong>{words.review.badge}</strong>
            <span>{words.review.help(sayReview(detail.review))}</span>
          </Callout>
        )}
        {act.problem && (
          <Callout tone="danger" isAlert>
            {act.problem}
          </Callout>
        )}
        <div class="title-state__buttons">
          {!isShown && (
            <Button size="compact" aria-busy={act.isBusy} onClick={publish}>
              {state === 'draft' || state === 'scheduled' ? words.state.publishNow : words.state.publishAgain}
            </Button>
          )}
          <Button variant="soft" size="compact" onClick={() => setOpen('schedule')}>
            {isShown || state === 'scheduled' ? words.state.changeDates : words.state.schedule}
          </Button>
          {isShown && (
            <Button variant="danger" size="compact" onClick={() => setOpen('withdraw')}>
              {words.state.withdraw}
            </Button>
          )}
        </div>
      </div>
      {open === 'schedule' && <ScheduleDialog title={title} detail={detail} onClose={close} />}
      {open === 'withdraw' && (
        <QuestionDialog
          title={words.state.withdrawTitle(detail.title)}
          action={words.state.withdraw}
          onClose={close}
          act={async () => {
            await changeState(title, { state: 'withdrawn' })
            showToast(words.state.withdrawnSaid)
            close()
          }}
        >
          <p>{words.state.withdrawHelp}</p>
        </QuestionDialog>
      )}
      {open === 'draft' && (
        <QuestionDialog
          title={words.state.draftTitle(detail.title)}
          action={words.state.toDraft}
          onClose={close}
          act={async () => {
            await changeState(title, { state: 'draft' })
            showToast(words.state.draftSaid)
            close()
          }}
        >
          <p>{isShown ? words.state.withdrawHelp : words.state.draftHelp}</p>
        </QuestionDialog>
      )}
    </TitlePart>
  )
}

function sayState({ state, publishFrom, publishUntil, withdrawnAt }: PanelPublicationDetail): string {
  const day = (at: string | null) => (at === null ? undefined : sayDay(Date.parse(at), now.value))
  const moment = (at: string | null) => (at === null ? '' : sayMoment(Date.parse(at), now.value))
  switch (state) {
    case 'published':
      return words.state.published(day(publishFrom))
    case 'scheduled':
      return words.state.scheduled(moment(publishFrom))
    case 'ended':
      return words.state.ended(moment(publishUntil))
    case 'withdrawn':
      return words.state.withdrawn(day(withdrawnAt) ?? '')
    case 'draft':
      return words.state.draft
  }
}

function helpOf({ state, publishUntil }: PanelPublicationDetail): string {
  const until = publishUntil === null ? '' : ` ${words.state.until(sayMoment(Date.parse(publishUntil), now.value))}`
  switch (state) {
    case 'published':
      return words.state.publishedHelp + until
    case 'scheduled':
      return words.state.scheduledHelp + until
    case 'ended':
      return words.state.endedHelp
    case 'withdrawn':
      return words.state.withdrawnHelp
    case 'draft':
      return words.state.draftHelp
  }
}
