import { type ReadonlySignal, signal } from '@preact/signals'
import type { LoadedPublication } from '../open-publication.ts'
import { isNoteReference } from '../reader/note-reference.ts'

/** Limits the sample, which would otherwise be a large part of some books. */
const SAMPLE_SECONDS = 180
/** A shorter first chapter is only the opening credits. */
const OPENING_SECONDS = 60
const EXCERPT_LETTERS = 1500
/** U+2028, the line separator: a line break in a file is only a space. */
const LINE_END = '\u2028'

export type SoundState = 'idle' | 'loading' | 'playing' | 'paused' | 'over' | 'failed'

export type SoundSample = ReturnType<typeof createSoundSample>

/**
 * Plays the beginning of a recording in `sound`, which is not the player's element, without changing the place or the
 * usage.
 */
export function createSoundSample(sound: HTMLAudioElement, open: () => Promise<LoadedPublication>) {
  const state = signal<SoundState>('idle')
  const progress = signal(0)
  let start = 0
  let end = 0
  let attempts = 0

  // WebKit drops a seek before the metadata is loaded.
  sound.addEventListener('loadedmetadata', () => {
    sound.currentTime = start
  })
  sound.addEventListener('timeupdate', () => {
    if (end <= start) return
    progress.value = Math.min(1, Math.max(0, (sound.currentTime - start) / (end - start)))
    if (sound.currentTime >= end) finish()
  })
  sound.addEventListener('ended', finish)
  sound.addEventListener('error', () => {
    if (sound.getAttribute('src')) state.value = 'failed'
  })
  // Also paused by the system, as when headphones are removed.
  sound.addEventListener('pause', () => {
    if (state.value === 'playing') state.value = 'paused'
  })
  sound.addEventListener('playing', () => {
    if (state.value === 'loading' || state.value === 'paused') state.value = 'playing'
  })

  function finish() {
    state.value = 'over'
    progress.value = 1
    sound.pause()
  }

  async function begin() {
    const attempt = ++attempts
    // Neither paused nor closed meanwhile, and not begun once more after that.
    const isWanted = () => state.value === 'loading' && attempt === attempts
    state.value = 'loading'
    try {
      const { manifest, base } = await open()
      if (!isWanted()) return
      const [recording] = manifest.readingOrder
      if (!recording) throw new Error('a recording without sound')
      ;({ start, end } = sampleOf(manifest.toc, recording.duration ?? manifest.metadata.duration ?? SAMPLE_SECONDS))
      sound.src = new URL(recording.href, base).href
      await sound.play()
    } catch {
      if (isWanted()) state.value = 'failed'
    }
  }

  return {
    state: state as ReadonlySignal<SoundState>,
    /** 0 to 1. */
    progress: progress as ReadonlySignal<number>,
    toggle() {
      switch (state.value) {
        case 'playing':
          return sound.pause()
        case 'paused':
          return void sound.play().catch(() => {})
        case 'over':
          progress.value = 0
          state.value = 'paused'
          sound.currentTime = start
          return void sound.play().catch(() => {})
        case 'loading':
          return
        default:
          return void begin()
      }
    },
    pause() {
      if (state.peek() === 'loading') state.value = 'idle'
      sound.pause()
    },
    close() {
      state.value = 'idle'
      sound.pause()
      sound.removeAttribute('src')
      sound.load()
    },
  }
}

/** Returns the sample in seconds: from the start of the first chapter after the opening credits. */
export function sampleOf(
  contents: readonly { href: string; duration?: number }[],
  durationSeconds: number,
): { start: number; end: number } {
  const first = contents.find(({ duration = 0 }) => duration >= OPENING_SECONDS)
  const start = Number(/#t=([\d.]+)$/.exec(first?.href ?? '')?.[1] ?? 0)
  return { start, end: Math.min(start + SAMPLE_SECONDS, durationSeconds) }
}

/** Reads the first paragraphs of a book, with the line breaks of verse: of its first chapter of text. */
export async function readExcerpt(
  { manifest, base }: LoadedPublication,
  fetchText: (url: string) => Promise<string>,
): Promise<string[]> {
  const body = manifest.landmarks?.find(({ properties }) => properties?.role === 'bodymatter')?.href.split('#')[0]
  const from = Math.max(
    0,
    manifest.readingOrder.findIndex(({ href }) => href === body),
  )
  for (const { href } of manifest.readingOrder.slice(from, from + 6)) {
    // Strip styles: the page's content security policy reports them even in a document that is never shown.
    const markup = (await fetchText(new URL(href, base).href)).replace(
      /<style[\s\S]*?<\/style>|\sstyle=("[^"]*"|'[^']*')/gi,
      '',
    )
    const page = new DOMParser().parseFromString(markup, 'text/html')
    for (const reading of page.querySelectorAll('rt, rp')) reading.remove()
    for (const link of page.querySelectorAll('a')) if (isNoteReference(link)) link.remove()
    for (const end of page.querySelectorAll('br')) end.replaceWith(LINE_END)
    const paragraphs = [...page.querySelectorAll('p')]
      .map((paragraph) => {
        const lines = paragraph.textContent.split(LINE_END).map((line) => line.replace(/\s+/g, ' ').trim())
        return lines.join('\n').trim()
      })
      .filter((paragraph) => paragraph !== '')
    if (paragraphs.join('').length >= EXCERPT_LETTERS / 5) return cutParagraphs(paragraphs)
  }
  return []
}

/** Takes whole paragraphs up to a number of letters; a longer one is cut between words. */
export function cutParagraphs(paragraphs: readonly string[]): string[] {
  const excerpt: string[] = []
  let letters = 0
  for (const paragraph of paragraphs) {
    const room = EXCERPT_LETTERS - letters
    if (room <= 0) break
    excerpt.push(paragraph.length <= room * 1.5 ? paragraph : `${paragraph.slice(0, room).replace(/\s+\S*$/, '')}…`)
    letters += paragraph.length
  }
  return excerpt
}
