import { CopyButton, type CopyWords } from '../copy-field/copy-button.tsx'
import './code-block.css'

/** A few lines to paste somewhere, under the name of where. */
export function CodeBlock({ title, code, words }: { title: string; code: string; words: CopyWords }) {
  return (
    <figure class="code-block">
      <figcaption class="code-block__title">
        {title}
        <CopyButton value={code} words={words} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard */}
      <pre class="code-block__code" tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
