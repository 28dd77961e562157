import { Button } from '@estante/design/button/button.tsx'
import { DownIcon } from '@estante/design/icons/icons.tsx'
import { useRef } from 'preact/hooks'
import type { Reader } from '../reader.ts'
import { text } from '../text.ts'
import { SPACES, type Space } from './appearance.ts'
import { Choice } from './appearance-row.tsx'
import { isAtEnd, linePreset, measureSpaces, spacingPreset, stepSpace } from './appearance-spaces.ts'

/** The spaces of pages: presets, and each space on its own. */
export function SpaceChoices({ look }: Pick<Reader, 'look'>) {
  const { lineHeight, spacing, ...choices } = look.appearance.value
  const hasOwnLines = choices.lineSpacing !== null
  const hasOwnSpaces = SPACES.some((space) => space !== 'lineSpacing' && choices[space] !== null)
  return (
    <>
      <Choice
        label={text.lineHeight}
        names={text.lineHeights}
        value={hasOwnLines ? undefined : lineHeight}
        onChange={(preset) => look.set(linePreset(preset))}
      />
      <Choice
        label={text.spacing}
        names={text.spacings}
        value={hasOwnSpaces ? undefined : spacing}
        onChange={(preset) => look.set(spacingPreset(preset))}
      />
      <details
        class="appearance__fold"
        onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
      >
        <summary class="appearance__summary row label">
          {text.adjustSpaces}
          <DownIcon />
          {(hasOwnLines || hasOwnSpaces) && <span class="appearance__adjusted soft">{text.spacesAdjusted}</span>}
        </summary>
        <Steppers look={look} />
      </details>
    </>
  )
}

function Steppers({ look }: Pick<Reader, 'look'>) {
  const choices = look.appearance.value
  const spaces = look.spaces.value
  const measured = useRef(measureSpaces(undefined))
  const step = (space: Space, by: 1 | -1) => {
    // The member's own space would be measured.
    if (spaces[space] === null) measured.current[space] = measureSpaces(visibleChapter())[space]
    const preset = space === 'lineSpacing' ? choices.lineHeight : choices.spacing
    const book = preset === 'original' ? measured.current[space] : undefined
    look.set({ [space]: stepSpace(space, spaces[space], by, book) })
  }
  return SPACES.map((space) => {
    const value = spaces[space]
    return (
      // biome-ignore lint/a11y/useSemanticElements: two buttons around a value are no fields of a form
      <div key={space} class="appearance__space row" role="group" aria-label={text.spaces[space]}>
        <span class="appearance__space-name" aria-hidden="true">
          {text.spaces[space]}
        </span>
        <div class="appearance__stepper line">
          <Button
            variant="soft"
            aria-label={text.lessSpace(text.spaces[space])}
            disabled={isAtEnd(space, value, -1)}
            onClick={() => step(space, -1)}
          >
            −
          </Button>
          <output class="appearance__percent tabular">
            {value === null ? text.spaceOfBook : text.sizePercent(value)}
          </output>
          <Button
            variant="soft"
            aria-label={text.moreSpace(text.spaces[space])}
            disabled={isAtEnd(space, value, 1)}
            onClick={() => step(space, 1)}
          >
            +
          </Button>
        </div>
      </div>
    )
  })
}

function visibleChapter() {
  return document.querySelector<HTMLIFrameElement>('.reader-frame[data-current]')?.contentDocument
}
