import { toVisibleText } from '@estante/contract/visible-text.ts'
import { CopyButton } from './copy-button.tsx'
import './copyable-code.css'

/** An identifier beside a button that copies it. */
export function CopyableCode({ value, valueName }: { value: string; valueName: string }) {
  return (
    <span class="copyable-code line">
      <code>{toVisibleText(value)}</code>
      <CopyButton value={value} valueName={valueName} />
    </span>
  )
}
