import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { BookIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { PauseIcon } from '@estante/design/icons/title-icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { effect, untracked, useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { openPublication } from '../open-publication.ts'
import { joinExclusivePlayback } from '../playback/exclusive-playback.ts'
import { ProgressBar } from '../publication/progress-bar.tsx'
import { langOf, publicationPath } from '../publication/publication.ts'
import { createSoundSample, readExcerpt, type SoundSample as SoundSampleOf, type SoundState } from './sample.ts'
import { text } from './text.ts'
import { TitlePart } from './title-part.tsx'

const sampleText = text.sample

/** A sample of each form of a title: three minutes of audio, the first paragraphs of text. */
export function Sample({ detail }: { detail: PublicationDetail }) {
  const forms = detail.otherForm ? [detail, detail.otherForm] : [detail]
  return (
    <TitlePart heading={sampleText.heading}>
      {forms.map(({ id, type }) =>
        type === 'audiobook' ? <SoundSample key={id} id={id} /> : <TextSample key={id} id={id} lang={langOf(detail)} />,
      )}
    </TitlePart>
  )
}

const LABELS: Record<SoundState, string> = {
  idle: sampleText.listen,
  loading: sampleText.loading,
  playing: sampleText.pause,
  paused: sampleText.resume,
  over: sampleText.again,
  failed: sampleText.listen,
}

function SoundSample({ id }: { id: string }) {
  const [sample] = useState(() => createSoundSample(new Audio(), () => openPublication(id)))
  useEffect(() => sample.close, [sample])
  useEffect(() => pauseEachOther(sample), [sample])
  return <SoundControls sample={sample} />
}

export function SoundControls({ sample }: { sample: Pick<SoundSampleOf, 'state' | 'progress' | 'toggle'> }) {
  const state = sample.state.value
  return (
    <div class="title__sample stack gap-3">
      <Button
        variant="soft"
        icon={state === 'playing' ? PauseIcon : PlayIcon}
        aria-busy={state === 'loading'}
        onClick={sample.toggle}
      >
        {LABELS[state]}
      </Button>
      <p class="note" role="status">
        {state === 'failed' ? sampleText.failed : sampleText.help}
      </p>
      <ProgressBar share={sample.progress.value} label={sampleText.progress} />
    </div>
  )
}

/** Pauses the player while the sample plays, and the reverse. */
function pauseEachOther({ state, pause }: SoundSampleOf): () => void {
  const exclusive = joinExclusivePlayback(pause)
  const stop = effect(() => {
    if (state.value === 'loading' || state.value === 'playing') untracked(exclusive.begins)
  })
  return () => {
    stop()
    exclusive.leave()
  }
}

function TextSample({ id, lang }: { id: string; lang: string | undefined }) {
  const excerpt = useSignal<string[] | 'loading' | 'failed' | 'none' | undefined>(undefined)
  const content = excerpt.value
  const isOpen = Array.isArray(content)

  async function open() {
    excerpt.value = 'loading'
    try {
      const paragraphs = await readExcerpt(await openPublication(id), fetchText)
      excerpt.value = paragraphs.length > 0 ? paragraphs : 'none'
    } catch {
      excerpt.value = 'failed'
    }
  }

  function toggle() {
    if (isOpen) excerpt.value = undefined
    else if (content !== 'loading') void open()
  }

  return (
    <div class="title__sample stack gap-3">
      <Button variant="soft" icon={BookIcon} aria-busy={content === 'loading'} aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? sampleText.close : sampleText.read}
      </Button>
      {content === 'loading' && <Spinner label={sampleText.loading} />}
      {(content === 'failed' || content === 'none') && (
        <p class="note" role="status">
          {content === 'failed' ? sampleText.readFailed : sampleText.readNone}
        </p>
      )}
      {isOpen && (
        <>
          <div class="title__excerpt stack gap-3 breakable" dir="auto" lang={lang}>
            {content.map((paragraph, index) => (
              <p key={index} dir="auto">
                {paragraph}
              </p>
            ))}
          </div>
          <ButtonLink variant="soft" href={publicationPath({ id, type: 'ebook' })}>
            {sampleText.readOn}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(String(response.status))
  return response.text()
}
