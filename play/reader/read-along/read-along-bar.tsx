import { Button } from '@estante/design/button/button.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { HeadphonesIcon } from '@estante/design/icons/icons.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { chooseListening, listening } from '../../preferences/listening-choices.ts'
import { recoverFocus } from '../../shell/arrival.ts'
import type { Reader } from '../reader.ts'
import { createReadAlong, type ReadAlong } from './read-along.ts'
import { SleepChoices } from './sleep-choices.tsx'
import { text } from './text.ts'
import { VoiceBar } from './voice-bar.tsx'
import './read-along-bar.css'

/** Button that starts the narration of a book with audio, and its controls once it is started. */
export function ReadAlongBar({ reader }: { reader: Reader }) {
  const [along, setAlong] = useState<ReadAlong>()
  const isOn = useSignal(false)
  const bar = useRef<HTMLDivElement>(null)
  /** Moves the focus from the pressed button, which is removed, to its replacement; at the end there may be none. */
  const focusReplacement = () => {
    requestAnimationFrame(() => {
      bar.current?.querySelector<HTMLElement>('[data-first], .button')?.focus()
      recoverFocus()
    })
  }
  useEffect(() => {
    const created = createReadAlong(reader.voice.book())
    created.prepare()
    setAlong(created)
    return () => {
      reader.voice.listener = undefined
      created.close()
    }
  }, [reader])
  if (!along) return null

  function begin() {
    isOn.value = true
    focusReplacement()
    reader.voice.listener = along
    void along?.begin()
  }

  function stop() {
    isOn.value = false
    focusReplacement()
    reader.voice.listener = undefined
    along?.end()
  }

  return (
    <div ref={bar}>
      {isOn.value ? (
        <VoiceBar voice={along} title={text.optionsTitle} help={text.help} failed={text.failed} onStop={stop}>
          <ReadAlongOptions along={along} />
        </VoiceBar>
      ) : (
        <div
          class="read-along-offer"
          data-visible={reader.areToolsVisible.value && !reader.isAtEnd.value}
          inert={reader.isAtEnd.value}
        >
          <Button icon={HeadphonesIcon} onClick={begin}>
            {text.begin}
          </Button>
        </div>
      )}
    </div>
  )
}

export function ReadAlongOptions({ along }: { along: Pick<ReadAlong, 'sleep' | 'skips' | 'canLevel' | 'choose'> }) {
  return (
    <>
      <SleepChoices sleep={along.sleep} />
      <Checkbox label={text.skips} isChecked={along.skips.value} onChange={(skips) => along.choose({ skips })} />
      {along.canLevel.value && (
        <Checkbox
          label={text.levels}
          isChecked={listening.levels.value}
          onChange={(levels) => chooseListening({ levels })}
        />
      )}
    </>
  )
}
