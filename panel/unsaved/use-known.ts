import { useState } from 'preact/hooks'

/**
 * The stored values when a dialog was opened, whatever the screen behind it loads; `learn` sets somebody else's change.
 */
export function useKnown<Value>(first: Value) {
  const [value, setValue] = useState(first)
  const [isNew, setNew] = useState(false)
  return {
    value,
    isNew,
    learn(latest: Value) {
      setValue(latest)
      setNew(true)
    },
  }
}
