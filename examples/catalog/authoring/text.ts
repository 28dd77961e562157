import { readFileSync } from 'node:fs'

export interface Chapter {
  title: string
  /** Markdown. */
  body: string
}

/** Reads the chapters of `sources/texts/<slug>.md`: one for each first-level heading. */
export function readChapters(slug: string): Chapter[] {
  const source = readFileSync(new URL(`../sources/texts/${slug}.md`, import.meta.url), 'utf8')
  return source
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...body] = part.split('\n')
      return { title: title.trim(), body: body.join('\n').trim() }
    })
}

/**
 * Converts a chapter to SSML: without figures, with a pause after each paragraph, and a brighter voice for dialogue (in
 * Brazilian texts it opens with a dash, and a second dash returns to the narrator).
 */
export function toSpeech({ title, body }: Chapter, opening?: string): string {
  const paragraphs = body.split(/\n{2,}/).filter((paragraph) => !paragraph.startsWith('!['))
  const spoken = paragraphs.map((paragraph) => `<p>${speakParagraph(paragraph)}</p><break time="420ms"/>`)
  const credits = opening ? `<p>${escapeXml(opening)}</p><break time="1100ms"/>` : ''
  return `<speak>${credits}<p>${escapeXml(title)}.</p><break time="900ms"/>${spoken.join('\n')}</speak>`
}

function speakParagraph(paragraph: string): string {
  const plain = escapeXml(paragraph.replaceAll('\n', ' ').replaceAll('*', ''))
  if (!plain.startsWith('— ')) return plain.replaceAll(' — ', ', ')
  const turns = plain.slice(2).split(' — ')
  return turns.map((turn, n) => (n % 2 === 0 ? `<prosody pitch="+14%">${turn}</prosody>` : turn)).join(' ')
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
