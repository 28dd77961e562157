import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Cover } from '@estante/design/cover/cover.tsx'
import { PictureField } from '@estante/design/picture-field/picture-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useRef, useState } from 'preact/hooks'
import { useAction } from '../actions/use-action.ts'
import { changeCover, goBackToFileCover, type TitleProps } from './catalog.ts'
import { text } from './text.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
/** The service's limit. */
const MAX_BYTES = 10 * 1024 * 1024

/** The cover that members see, and a replacement. */
export function CoverPart({ title, detail }: TitleProps) {
  const [picture, setPicture] = useState<File>()
  const [fault, setFault] = useState<string>()
  const chosen = useRef<File | undefined>(undefined)
  const act = useAction()
  const { coverSource } = detail

  async function choose(file: File | undefined) {
    chosen.current = file
    act.setProblem(undefined)
    const found = file && (await findFault(file))
    // Another one was chosen while this one was decoded.
    if (chosen.current !== file) return
    setFault(found)
    setPicture(found ? undefined : file)
  }

  function save(file: File) {
    void act.run(async () => {
      await changeCover(title, file)
      setPicture((now) => (now === file ? undefined : now))
      showToast(text.cover.saved)
    })
  }

  function goBack() {
    setFault(undefined)
    void act.run(async () => {
      await goBackToFileCover(title)
      showToast(text.cover.wentBack)
    })
  }

  return (
    <div class="title-cover">
      <PictureField
        label={<CoverLabel isUploaded={coverSource === 'uploaded'} />}
        labels={{ choose: text.cover.choose, giveUp: text.cover.giveUp, alt: text.cover.newAlt }}
        hint={coverSource === 'drawn' && !picture ? text.cover.drawn : text.cover.hint}
        error={fault ?? act.problem}
        accept={ACCEPTED}
        value={picture}
        onChange={(file) => void choose(file)}
      >
        <Cover key={detail.cover.url} cover={detail.cover} sizes="18rem" alt={text.cover.alt(detail.title)} eager />
      </PictureField>
      {picture && (
        <Button aria-busy={act.isBusy} onClick={() => save(picture)}>
          {text.cover.save}
        </Button>
      )}
      {coverSource === 'uploaded' && !picture && (
        <Button variant="plain" size="compact" aria-busy={act.isBusy} onClick={goBack}>
          {text.cover.back}
        </Button>
      )}
    </div>
  )
}

function CoverLabel({ isUploaded }: { isUploaded: boolean }) {
  return (
    <>
      {text.cover.label} {isUploaded && <Badge tone="notice">{text.cover.uploaded}</Badge>}
    </>
  )
}

/** Decodes the file before it is offered: its name and type may be wrong. */
async function findFault(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return text.cover.notPicture
  if (file.size > MAX_BYTES) return text.cover.tooLarge
  try {
    const drawn = await createImageBitmap(file)
    drawn.close()
    return undefined
  } catch {
    return text.cover.notPicture
  }
}
