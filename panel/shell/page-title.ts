import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** The item that the screen shows (a member, a month), which starts the page's title. */
export const subject = signal<string>()

export function usePageSubject(name: string) {
  useLayoutEffect(() => {
    subject.value = name
    return () => {
      subject.value = undefined
    }
  }, [name])
}
