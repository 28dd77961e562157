import { useEffect, useRef } from 'preact/hooks'

/**
 * Focuses the first invalid field of a form when a submission is refused, so that a screen reader reads its error:
 * whenever `change` changes, such as with the end of an action, which renders the service's refusal. `fields` contains
 * the fields; call `checked` after a submission that may be refused without such a change.
 */
export function useFocusInvalid<Root extends HTMLElement = HTMLDivElement>(change: unknown) {
  const fields = useRef<Root>(null)
  const focusInvalid = () => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  useEffect(focusInvalid, [change])
  return {
    fields,
    checked() {
      // After the faults were rendered.
      setTimeout(focusInvalid)
    },
  }
}
