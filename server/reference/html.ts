/** Markup that is safe to send: values were escaped. */
export interface Html {
  markup: string
}

type Value = Html | string | number | undefined | false | Value[]

/** Renders an HTML template: escapes text, inserts markup and arrays of it, and leaves out undefined and false. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(toMarkup)) }
}

/** Wraps text that is already markup. */
export function raw(markup: string): Html {
  return { markup }
}

function toMarkup(value: Value): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(toMarkup).join('')
  return typeof value === 'object' ? value.markup : escapeText(String(value))
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
