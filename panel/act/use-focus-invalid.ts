import { useEffect, useRef } from 'preact/hooks'

/**
 * Focuses the first invalid field of a form when a submission is refused, so that a screen reader reads its error.
 * `fields` contains the fields; call `checked` after a submission that may be refused without an action.
 */
export function useFocusInvalid(isBusy: boolean) {
  const fields = useRef<HTMLDivElement>(null)
  const focusInvalid = () => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  // The service's refusal is rendered with the end of the action.
  useEffect(focusInvalid, [isBusy])
  return {
    fields,
    checked() {
      // After the faults were rendered.
      setTimeout(focusInvalid)
    },
  }
}
