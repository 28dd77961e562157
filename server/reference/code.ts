import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import dart from 'highlight.js/lib/languages/dart'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { type Html, html, raw } from './html.ts'

const languages = { bash, csharp, dart, go, java, javascript, json, kotlin, php, python, swift, typescript, xml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

export type CodeLanguage = keyof typeof languages

/** Renders highlighted code. A keyboard can scroll it; `label` names it for screen readers. */
export function code(language: CodeLanguage, text: string, label: string): Html {
  const { value } = hljs.highlight(text.trimEnd(), { language })
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${raw(value)}</code></pre>`
}

/** Renders a button that copies the code beside it, shown once the page's script runs. */
export function copyButton(): Html {
  return html`<button type="button" class="copy" data-copy hidden>Copiar</button>`
}

/** Renders a panel of code with its name and a button that copies it. */
export function codePanel(title: string, language: CodeLanguage, text: string): Html {
  return html`<figure class="panel">
    <figcaption class="panel-bar"><span>${title}</span>${copyButton()}</figcaption>
    ${code(language, text, title)}
  </figure>`
}
