import { toast } from './toast-queue.ts'
import './toast.css'

/** Live region for toasts, once at the end of the app. Always mounted, so that screen readers announce its changes. */
export function Toast() {
  return (
    <div class="toast" role="status">
      {toast.value && <p class="toast__text edged">{toast.value}</p>}
    </div>
  )
}
