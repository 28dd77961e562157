import { Button } from '@estante/design/button/button.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon, HeadphonesIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { NextIcon, PauseIcon, PreviousIcon } from '@estante/design/icons/title-icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Sheet } from '../../shell/sheet.tsx'
import type { Reader } from '../reader.ts'
import { createReadAlong, type ReadAlong } from './read-along.ts'
import { text } from './text.ts'
import './read-along-bar.css'

/** Offers the voice of a book that is also heard, and its buttons once it is asked for. */
export function ReadAlongBar({ reader }: { reader: Reader }) {
  const [along, setAlong] = useState<ReadAlong>()
  const isOn = useSignal(false)
  const shown = useRef<HTMLDivElement>(null)
  /** The button that was pressed is gone: the keyboard goes on at what came in its place. */
  const focusWhatCame = () => {
    requestAnimationFrame(() => shown.current?.querySelector<HTMLElement>('[data-first], .button')?.focus())
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
    focusWhatCame()
    reader.voice.listener = along
    void along?.begin()
  }

  function stop() {
    isOn.value = false
    focusWhatCame()
    reader.voice.listener = undefined
    along?.end()
  }

  return (
    <div ref={shown}>
      {isOn.value ? (
        <Bar along={along} onStop={stop} />
      ) : (
        <div class="read-along-offer" data-shown={reader.toolsShown.value}>
          <Button icon={HeadphonesIcon} onClick={begin}>
            {text.begin}
          </Button>
        </div>
      )}
    </div>
  )
}

function Bar({ along, onStop }: { along: ReadAlong; onStop: () => void }) {
  const hasOptions = useSignal(false)
  const isPlaying = along.isPlaying.value
  return (
    <section class="read-along" aria-label={text.bar}>
      <div role="status">
        {along.hasFailed.value && (
          <p class="read-along__trouble">
            {text.failed}
            <Button variant="plain" onClick={along.play}>
              {text.retry}
            </Button>
          </p>
        )}
      </div>
      {!along.isFollowing.value && (
        <p class="read-along__follow">
          <Button variant="soft" size="compact" onClick={along.follow}>
            {text.follow}
          </Button>
        </p>
      )}
      <div class="read-along__buttons">
        <button
          class="read-along__speed"
          type="button"
          aria-haspopup="dialog"
          aria-label={text.options(along.speed.value)}
          onClick={() => {
            hasOptions.value = true
          }}
        >
          {text.speedOf(along.speed.value)}
        </button>
        <IconButton label={text.previous} icon={PreviousIcon} onClick={() => along.step(-1)} />
        <button
          class="read-along__play"
          data-first
          type="button"
          aria-label={isPlaying ? text.pause : text.play}
          onClick={along.toggle}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </button>
        <IconButton label={text.next} icon={NextIcon} onClick={() => along.step(1)} />
        <IconButton label={text.stop} icon={CloseIcon} onClick={onStop} />
      </div>
      <Options
        along={along}
        open={hasOptions.value}
        onClose={() => {
          hasOptions.value = false
        }}
      />
    </section>
  )
}

const RESTS = ['never', 'chapter', '15', '30'] as const

function Options({ along, open, onClose }: { along: ReadAlong; open: boolean; onClose: () => void }) {
  const rest = along.rest.value
  const chosen = rest === undefined ? 'never' : rest === 'chapter' ? 'chapter' : rest > 15 * 60 ? '30' : '15'
  return (
    <Sheet open={open} title={text.optionsTitle} closeLabel={text.close} onClose={onClose} half>
      <div class="read-along-options">
        <p>{text.help}</p>
        <p class="read-along-options__name">{text.speed}</p>
        <Segmented
          label={text.speed}
          options={along.speeds.map((speed) => ({ value: String(speed), label: text.speedOf(speed) }))}
          value={String(along.speed.value)}
          onChange={(speed) => along.choose({ speed: Number(speed) })}
        />
        <p class="read-along-options__name">{text.rest}</p>
        <Segmented
          label={text.rest}
          options={RESTS.map((value) => ({ value, label: text.rests[value] }))}
          value={chosen}
          onChange={(next) =>
            along.restAfter(next === 'never' ? undefined : next === 'chapter' ? 'chapter' : Number(next) * 60)
          }
        />
        {typeof rest === 'number' && <p>{text.left(rest)}</p>}
        <Checkbox label={text.skips} isChecked={along.skips.value} onChange={(skips) => along.choose({ skips })} />
      </div>
    </Sheet>
  )
}
