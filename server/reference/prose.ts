import { type Html, html } from './html.ts'

/** Renders a line of the description's text: `code` between backticks, **strong** between asterisks. */
export function inlineMarkup(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
  return html`${parts.map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : part
  })}`
}

/** Renders paragraphs, separated by an empty line. */
export function prose(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inlineMarkup(paragraph)}</p>`)}`
}
