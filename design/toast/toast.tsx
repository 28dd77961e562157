import { toast } from './toast-queue.ts'
import './toast.css'

/** Where toasts appear: once, at the end of the app. Always there, so that screen readers hear what comes into it. */
export function Toast() {
  return (
    <div class="toast" role="status">
      {toast.value && <p class="toast__text">{toast.value}</p>}
    </div>
  )
}
