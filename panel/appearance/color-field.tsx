import { deriveAccent, isColor } from '@estante/contract/accent.ts'
import { TextField } from '@estante/design/field/text-field.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon } from '@estante/design/icons/icons.tsx'
import { toColor } from './appearance.ts'
import { text } from './text.ts'

/** The picker's initial colour, if none was chosen. */
const FIRST = '#1c5743'

/** A colour, typed or picked, with the readable colours derived from it. */
export function ColorField({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const color = toColor(value)
  return (
    <div class="color-field">
      <TextField
        label={text.color}
        hint={hintOf(color)}
        error={color !== '' && color.length > 6 && !isColor(color) ? text.colorWrong : undefined}
        value={value}
        placeholder="#rrggbb"
        maxLength={16}
        autocomplete="off"
        spellcheck={false}
        onInput={onChange}
        trailing={color !== '' && <IconButton label={text.clearColor} icon={CloseIcon} onClick={() => onChange('')} />}
      />
      <input
        class="color-field__pick"
        type="color"
        aria-label={text.pickColor}
        value={isColor(color) ? color : FIRST}
        data-none={color === '' ? '' : undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

function hintOf(color: string): string {
  if (!isColor(color)) return text.colorHint
  const { light, dark } = deriveAccent(color)
  return (light.fill ? text.colorFills : text.colorMoved)(light.accent, dark.accent)
}
