import { AnswerError, isCode } from '@estante/client/answer.ts'
import type { changePublicationState } from '@estante/contract/panel/publications.ts'
import type { Body } from '@estante/contract/route.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { MoreIcon, ToDraftIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useRef, useState } from 'preact/hooks'
import { ActionProblem } from '../actions/action-problem.tsx'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { formatReview } from '../imports/text.ts'
import { CardPart } from '../shell/part.tsx'
import { changeState, feature, reloadTitle, type TitleProps } from './catalog.ts'
import { formatFullState, formatState, helpOf } from './format-state.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { text } from './text.ts'

/** The changes of state that are confirmed in a dialog. */
const confirmedChanges = {
  withdraw: {
    state: 'withdrawn',
    title: text.state.withdrawTitle,
    help: text.state.withdrawHelp,
    action: text.state.withdraw,
    toast: text.state.withdrawnToast,
  },
  discard: {
    state: 'withdrawn',
    title: text.state.discardTitle,
    help: text.state.discardHelp,
    action: text.drafts.withdrawn.action,
    toast: text.state.discardedToast,
  },
  draft: {
    state: 'draft',
    title: text.state.draftTitle,
    help: text.state.draftHelp,
    action: text.state.toDraft,
    toast: text.state.draftToast,
  },
} as const

/** The state of the title, its meaning, and the actions on it. */
export function StatePart({ title, detail }: TitleProps) {
  const [open, setOpen] = useState<'schedule' | keyof typeof confirmedChanges>()
  const act = useAction()
  const close = () => setOpen(undefined)
  const { state } = detail
  // The action is based on the version at the time of the click.
  const seen = useRef(detail.stateVersion)
  const begin = (dialog: 'schedule' | keyof typeof confirmedChanges) => {
    seen.current = detail.stateVersion
    setOpen(dialog)
  }
  const change = async (state: Body<typeof changePublicationState>['state']) => {
    try {
      await changeState(title, { state, stateVersion: seen.current })
    } catch (reason) {
      if (!isCode(reason, 'CHANGED_MEANWHILE')) throw reason
      const latest = await reloadTitle(title, detail)
      seen.current = latest.stateVersion
      throw new AnswerError(409, reason.code, text.state.changed(formatFullState(latest)), undefined)
    }
  }
  const publish = () => {
    seen.current = detail.stateVersion
    void act.run(async () => {
      await change('published')
      showToast(text.state.publishedToast)
    })
  }
  const toggleFeatured = () =>
    void act.run(async () => {
      await feature(title, !detail.isFeatured)
      showToast(detail.isFeatured ? text.state.unfeaturedToast : text.state.featuredToast)
    })
  const isPublished = state === 'published'
  const confirmed = open && open !== 'schedule' && confirmedChanges[open]
  return (
    <CardPart
      title={text.state.heading}
      action={
        (isPublished || state === 'scheduled') && (
          <Menu label={text.state.more} button={<MoreIcon />}>
            <MenuItem icon={ToDraftIcon} detail={text.state.toDraftDetail} onPress={() => begin('draft')}>
              {text.state.toDraft}
            </MenuItem>
          </Menu>
        )
      }
    >
      <div class="title-state stack" data-state={state}>
        <p class="title-state__name bold line gap-2">{formatState(detail)}</p>
        <p class="soft">{helpOf(detail)}</p>
        {detail.isFeatured && <p class="soft">{text.state.featured}</p>}
        {detail.review.length > 0 && (
          <Callout tone="notice">
            <strong>{text.review.badge}</strong>
            <span>{text.review.help(formatReview(detail.review))}</span>
          </Callout>
        )}
        <ActionProblem act={act} />
        <div class="title-state__buttons row">
          {!isPublished && (
            <Button size="compact" aria-busy={act.isBusy} onClick={publish}>
              {state === 'draft' || state === 'scheduled' ? text.state.publishNow : text.state.publishAgain}
            </Button>
          )}
          <Button variant="soft" size="compact" onClick={() => begin('schedule')}>
            {isPublished || state === 'scheduled' ? text.state.changeDates : text.state.schedule}
          </Button>
          {(isPublished || detail.isFeatured) && (
            <Button variant="soft" size="compact" aria-busy={act.isBusy} onClick={toggleFeatured}>
              {detail.isFeatured ? text.state.unfeature : text.state.feature}
            </Button>
          )}
          {(isPublished || state === 'draft') && (
            <Button variant="danger" size="compact" onClick={() => begin(isPublished ? 'withdraw' : 'discard')}>
              {isPublished ? text.state.withdraw : text.drafts.withdrawn.action}
            </Button>
          )}
        </div>
      </div>
      {open === 'schedule' && <ScheduleDialog title={title} detail={detail} onClose={close} />}
      {confirmed && (
        <ConfirmDialog
          title={confirmed.title(detail.title)}
          action={confirmed.action}
          act={() => change(confirmed.state)}
          toast={confirmed.toast}
          onClose={close}
        >
          <p>{open === 'draft' && isPublished ? text.state.withdrawHelp : confirmed.help}</p>
        </ConfirmDialog>
      )}
    </CardPart>
  )
}
