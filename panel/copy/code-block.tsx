import { CopyButton } from './copy-button.tsx'
import './code-block.css'

/** A block of code to copy, with a title that says where it goes. */
export function CodeBlock({ title, code, codeName }: { title: string; code: string; codeName: string }) {
  return (
    <figure class="code-block">
      <figcaption class="code-block__title note line">
        {title}
        <CopyButton value={code} valueName={codeName} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre class="code-block__code" tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
