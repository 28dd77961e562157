import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** What the screen is about, where it is one of many: a member, a month. The title of the page begins with it. */
export const subject = signal<string>()

export function usePageSubject(name: string) {
  useLayoutEffect(() => {
    subject.value = name
    return () => {
      subject.value = undefined
    }
  }, [name])
}
