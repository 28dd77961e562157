import { Button } from '@estante/design/button/button.tsx'
import { text } from './text.ts'

/** Tries again what failed. */
export function RetryButton({ variant, onRetry }: { variant?: 'soft' | 'plain'; onRetry: () => void }) {
  return (
    <Button variant={variant} onClick={onRetry}>
      {text.retry}
    </Button>
  )
}
