import { Button } from '@estante/design/button/button.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { useLayoutEffect, useState } from 'preact/hooks'
import { guardLeaving } from '../router.ts'
import { text as panelText } from '../text.ts'

const text = panelText.unsaved

interface Departure {
  go: () => void
  stay: () => void
}

/** Asks before the screen is left, while `isNeeded`: by a link, Back, signing out or closing the page. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const [leaving, setLeaving] = useState<Departure>()
  // Before the next event, so that typing and going back at once is noticed.
  useLayoutEffect(() => {
    if (!isNeeded) return
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askBrowser)
    const endGuard = guardLeaving((go) => setLeaving({ go, stay: () => setLeaving(undefined) }))
    return () => {
      removeEventListener('beforeunload', askBrowser)
      endGuard()
    }
  }, [isNeeded])
  return leaving && isNeeded ? <LeaveDialog {...leaving} /> : null
}

function LeaveDialog({ go, stay }: Departure) {
  return (
    <Dialog
      title={text.leaveTitle}
      onClose={stay}
      onSubmit={() => {
        stay()
        go()
      }}
      actions={
        <>
          <Button variant="plain" autofocus onClick={stay}>
            {panelText.common.cancel}
          </Button>
          <Button variant="destructive" type="submit">
            {text.leave}
          </Button>
        </>
      }
    >
      <p>{text.leaveHelp}</p>
    </Dialog>
  )
}
