import { Button } from '@estante/design/button/button.tsx'
import { HeadphonesIcon } from '@estante/design/icons/icons.tsx'
import { nextTask } from '@estante/design/next-task.ts'
import { onePerFrame } from '@estante/design/one-per-frame.ts'
import { useEffect } from 'preact/hooks'
import { Sheet } from '../../shell/sheet.tsx'
import { isFixed } from '../book-map.ts'
import { guidedOf } from '../read-along/guided.ts'
import { languageOf, preferredVoice, useLocalVoices } from '../read-aloud/local-voice.ts'
import type { Reader } from '../reader.ts'
import { text } from '../text.ts'
import { type Appearance, MAX_SIZE, MIN_SIZE, palettes, SIZE_STEP } from './appearance.ts'
import { Choice, Row } from './appearance-row.tsx'
import { SpaceChoices } from './space-choices.tsx'
import { addTypefaceNames, nameFamily } from './typeface-names.ts'
import './appearance-sheet.css'

const FAMILIES = ['original', 'serif', 'sans', 'dyslexic', 'system'] as const

/** The settings of pages. Every change shows on the visible page at once, and is stored on the device. */
export function AppearanceSheet({ reader, open, onClose }: { reader: Reader; open: boolean; onClose: () => void }) {
  const manifest = reader.manifest.value
  // Not in the frame that opens it: a new typeface makes an engine lay everything out again.
  useEffect(() => (open ? onePerFrame(addTypefaceNames) : undefined), [open])
  const isAllFixed = manifest?.readingOrder.every((chapter) => isFixed(manifest, chapter))
  return (
    <Sheet open={open} title={text.appearance} height="half" onClose={onClose}>
      <div class="appearance stack gap-4">
        <Themes reader={reader} />
        {isAllFixed ? <p class="soft">{text.fixedHelp}</p> : <TextChoices reader={reader} />}
        {(!isAllFixed || reader.hasText()) && <VoiceOfDevice reader={reader} onClose={onClose} />}
      </div>
    </Sheet>
  )
}

function Themes({ reader }: { reader: Reader }) {
  const { theme } = reader.look.appearance.value
  return (
    <Row label={text.theme}>
      <div class="appearance__themes" role="radiogroup" aria-label={text.theme}>
        {(['auto', 'light', 'sepia', 'dark', 'black'] as const).map((option) => (
          <label key={option} class="appearance__theme">
            <input
              type="radio"
              name="theme"
              class="visually-hidden"
              checked={theme === option}
              onChange={() => setLater(reader, { theme: option })}
            />
            <span class="appearance__swatch centered" style={swatch(option)} aria-hidden="true">
              Aa
            </span>
            {text.themes[option]}
          </label>
        ))}
      </div>
    </Row>
  )
}

/** Sets the look after the frame that shows the tap (`nextTask`). */
async function setLater({ look }: Reader, change: Partial<Appearance>) {
  await nextTask()
  look.set(change)
}

function swatch(theme: Appearance['theme']) {
  if (theme !== 'auto') return { background: palettes[theme].page, color: palettes[theme].text }
  const { light, dark } = palettes
  return {
    background: `linear-gradient(115deg, ${light.page} 50%, ${dark.page} 50%)`,
    color: '#7d867f',
  }
}

function TextChoices({ reader }: { reader: Reader }) {
  const { look } = reader
  const { size, family, ...choices } = look.appearance.value
  const choiceOf = <Name extends 'margins' | 'align' | 'flow' | 'ruler'>(name: Name) => ({
    value: choices[name],
    onChange: (value: Appearance[Name]) => look.set({ [name]: value }),
  })
  return (
    <>
      <Row label={text.size}>
        <div class="appearance__size">
          <Button
            variant="soft"
            aria-label={text.smaller}
            disabled={size <= MIN_SIZE}
            onClick={() => look.set({ size: size - SIZE_STEP })}
          >
            <span class="appearance__small">A</span>
          </Button>
          <output class="appearance__percent tabular">{text.sizePercent(size)}</output>
          <Button
            variant="soft"
            aria-label={text.larger}
            disabled={size >= MAX_SIZE}
            onClick={() => look.set({ size: size + SIZE_STEP })}
          >
            <span class="appearance__large">A</span>
          </Button>
        </div>
      </Row>
      <Row label={text.family}>
        <div class="appearance__families" role="radiogroup" aria-label={text.family}>
          {FAMILIES.map((option) => (
            <label key={option} class="appearance__family">
              <input
                type="radio"
                name="family"
                class="visually-hidden"
                checked={family === option}
                onChange={() => setLater(reader, { family: option })}
              />
              <span class="appearance__face label centered" style={faceOf(option)}>
                {text.families[option]}
              </span>
            </label>
          ))}
        </div>
      </Row>
      <SpaceChoices look={look} />
      <Choice label={text.margins} names={text.marginSizes} {...choiceOf('margins')} />
      <Choice label={text.align} names={text.alignments} {...choiceOf('align')} />
      <Choice label={text.flow} names={text.flows} {...choiceOf('flow')} />
      <Choice label={text.ruler} names={text.rulers} {...choiceOf('ruler')} />
    </>
  )
}

function faceOf(family: Appearance['family']) {
  if (family === 'original' || family === 'system') return undefined
  return { fontFamily: `"${nameFamily(family)}", var(--font-ui)` }
}

/** Starts reading aloud: for a book without narration, where the engine has voices, and one for its language. */
function VoiceOfDevice({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const language = languageOf(reader)
  const voices = useLocalVoices(language)
  if (voices === undefined || reader.aloud.value || reader.manifest.value?.readingOrder.some(guidedOf)) return null
  return (
    <Row label={text.voiceOfDevice}>
      {voices.length > 0 ? (
        <Button
          variant="soft"
          icon={HeadphonesIcon}
          onClick={() => {
            onClose()
            reader.aloud.value = preferredVoice(voices, language)
          }}
        >
          {text.readAloud}
        </Button>
      ) : (
        <p class="soft">{text.noVoice}</p>
      )}
    </Row>
  )
}
