import { Button } from '@estante/design/button/button.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { useEffect, useState } from 'preact/hooks'
import { state } from '../admin-session/admin-session.ts'
import { guardLeaving } from '../router.ts'
import { text } from '../text.ts'
import { words } from './text.ts'

interface Leaving {
  go: () => void
  stay: () => void
}

/** While `isNeeded`, leaving asks first: what to draw when somebody tried to. */
export function useLeaveGuard(isNeeded: boolean): Leaving | undefined {
  const [leaving, setLeaving] = useState<Leaving>()
  useEffect(() => {
    if (!isNeeded) return
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', askBrowser)
    const endGuard = guardLeaving((go) => {
      // Whoever signed out has left already.
      if (state.value === 'signed-in') setLeaving({ go, stay: () => setLeaving(undefined) })
      else go()
    })
    return () => {
      removeEventListener('beforeunload', askBrowser)
      endGuard()
    }
  }, [isNeeded])
  return leaving
}

export function LeaveDialog({ go, stay }: Leaving) {
  return (
    <Dialog
      title={words.words.leaveTitle}
      onClose={stay}
      onSubmit={go}
      actions={
        <>
          <Button variant="plain" autofocus onClick={stay}>
            {text.common.cancel}
          </Button>
          <Button variant="destructive" type="submit">
            {words.words.leave}
          </Button>
        </>
      }
    >
      <p>{words.words.leaveHelp}</p>
    </Dialog>
  )
}
