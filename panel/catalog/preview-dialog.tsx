import { Button } from '@estante/design/button/button.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ActionProblem } from '../actions/action-problem.tsx'
import { errorMessage } from '../actions/error-message.ts'
import { useAction } from '../actions/use-action.ts'
import { text as panelText } from '../text.ts'
import { mintPreview, type Title } from './catalog.ts'
import { text } from './text.ts'

/** Requests that only a partner's application can answer. */
const APP_REQUESTS = new Set(['service:define', 'service:translate', 'service:share'])

/** A preview of a title, in a frame the size of a phone. */
export function PreviewDialog({ title, name, onClose }: { title: Title; name: string; onClose: () => void }) {
  const [url, setUrl] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [hasEnded, setEnded] = useState(false)
  const [opened, setOpened] = useState(0)
  const [help, setHelp] = useState(text.preview.help)
  const frame = useRef<HTMLIFrameElement>(null)
  const tab = useAction()

  useEffect(() => {
    let isOver = false
    setUrl(undefined)
    setProblem(undefined)
    setEnded(false)
    setHelp(text.preview.help)
    mintPreview(title).then(
      (minted) => !isOver && setUrl(`${minted}&embed=1&closable=1`),
      (reason) => !isOver && setProblem(errorMessage(reason)),
    )
    return () => {
      isOver = true
    }
  }, [title, opened])

  // The dialog is the view's host, as a partner's application is.
  useEffect(() => {
    if (!url) return
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== new URL(url).origin || source !== frame.current?.contentWindow) return
      if (data?.type === 'service:close') onClose()
      if (data?.type === 'service:session-expired') setEnded(true)
      if (data?.type === 'service:open-external') window.open(data.url, '_blank', 'noopener')
      if (APP_REQUESTS.has(data?.type)) setHelp(text.preview.inAnApp)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [url, onClose])

  function openTab() {
    // Opens the tab within the click, and navigates it later: a tab opened later would be blocked.
    const opening = window.open('', '_blank')
    void tab.run(async () => {
      try {
        const minted = await mintPreview(title)
        if (opening) opening.location.replace(minted)
      } catch (reason) {
        opening?.close()
        throw reason
      }
    })
  }

  return (
    <Dialog
      title={text.preview.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" aria-busy={tab.isBusy} onClick={openTab}>
            {text.preview.newTab}
          </Button>
          <Button variant="soft" onClick={onClose}>
            {text.preview.close}
          </Button>
        </>
      }
    >
      <p class="note" role="status">
        {help}
      </p>
      <ActionProblem act={tab} />
      <div class="title-preview stack">
        {problem || hasEnded ? (
          <div class="title-preview__wait">
            <p role="alert">{problem ?? text.preview.ended}</p>
            <Button variant="soft" onClick={() => setOpened(opened + 1)}>
              {problem ? panelText.common.retry : text.preview.again}
            </Button>
          </div>
        ) : url ? (
          <iframe
            class="title-preview__frame"
            key={url}
            ref={frame}
            src={url}
            title={text.preview.frame(name)}
            allow="autoplay; fullscreen; web-share; clipboard-write"
          />
        ) : (
          <div class="title-preview__wait">
            <Spinner label={text.preview.opening} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
