import { AnswerError, isCode } from '@estante/client/answer.ts'
import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { MoreIcon, TextIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useRef, useState } from 'preact/hooks'
import { QuestionDialog } from '../act/question-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { changeState, type Title } from './catalog.ts'
import { formatFullState, formatState, helpOf } from './format-state.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { sayReview, words } from './text.ts'
import { TitlePart } from './title-part.tsx'

/** Whether members see the title, what that means, and what can be done about it. */
export function StatePart({ title, detail }: { title: Title; detail: PanelPublicationDetail }) {
  const [open, setOpen] = useState<'schedule' | 'withdraw' | 'draft'>()
  const act = useAction()
  const close = () => setOpen(undefined)
  const { state } = detail
  // What is decided over is what was seen when the button was pressed.
  const seen = useRef(detail.stateVersion)
  const begin = (dialog: 'schedule' | 'withdraw' | 'draft') => {
    seen.current = detail.stateVersion
    setOpen(dialog)
  }
  const change = async (state: 'published' | 'withdrawn' | 'draft') => {
    try {
      await changeState(title, { state, stateVersion: seen.current })
    } catch (reason) {
      if (!isCode(reason, 'CHANGED_MEANWHILE')) throw reason
      await title.load()
      const latest = title.data.peek() ?? detail
      seen.current = latest.stateVersion
      throw new AnswerError(409, reason.code, words.state.changed(formatFullState(latest)), undefined)
    }
  }
  const publish = () => {
    seen.current = detail.stateVersion
    void act.run(async () => {
      await change('published')
      showToast(words.state.publishedSaid)
    })
  }
  const isShown = state === 'published'
  return (
    <TitlePart
      heading={words.state.heading}
      action={
        (isShown || state === 'scheduled') && (
          <Menu label={words.state.more} button={<MoreIcon />}>
            <MenuItem icon={TextIcon} detail={words.state.toDraftDetail} onPress={() => begin('draft')}>
              {words.state.toDraft}
            </MenuItem>
          </Menu>
        )
      }
    >
      <div class="title-state" data-state={state}>
        <p class="title-state__name">{formatState(detail)}</p>
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
          <Button variant="soft" size="compact" onClick={() => begin('schedule')}>
            {isShown || state === 'scheduled' ? words.state.changeDates : words.state.schedule}
          </Button>
          {isShown && (
            <Button variant="danger" size="compact" onClick={() => begin('withdraw')}>
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
            await change('withdrawn')
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
            await change('draft')
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
