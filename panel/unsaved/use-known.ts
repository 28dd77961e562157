import { useState } from 'preact/hooks'

/**
 * What the service held of something when its dialog was opened, whatever the screen behind it learns since; `learn` tells
 * what somebody else made of it meanwhile.
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
