import { isCode } from '@estante/client/answer.ts'
import { useState } from 'preact/hooks'

/**
 * Holds the values stored when a dialog was opened, while the screen behind it goes on loading. `isNew`: they were
 * changed meanwhile, and loaded.
 */
export function useStoredValue<Value>(first: Value) {
  const [value, setValue] = useState(first)
  const [isNew, setNew] = useState(false)
  return {
    value,
    isNew,
    /** Sends a change. When the values were changed meanwhile, loads them and returns false: nothing was saved. */
    async save(send: () => Promise<unknown>, reload: () => Promise<Value>): Promise<boolean> {
      try {
        await send()
        return true
      } catch (reason) {
        if (!isCode(reason, 'CHANGED_MEANWHILE')) throw reason
        setValue(await reload())
        setNew(true)
        return false
      }
    },
  }
}
