import { deriveAccent, isColor } from '@estante/contract/accent.ts'
import type { Logo } from '@estante/contract/play/launch.ts'
import { HeadphonesIcon, HomeIcon, LibraryIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import tokens from '@estante/design/tokens.css?raw'
import { readSchemeTokens } from './preview-tokens.ts'
import { text } from './text.ts'
import './preview.css'

const colorsOf = readSchemeTokens(tokens)

/** A small first screen of the view, light and dark side by side, with the partner's appearance. */
export function Preview({ name, color, logo }: { name: string | undefined; color: string; logo: Logo | null }) {
  return (
    <div class="previews">
      {(['light', 'dark'] as const).map((scheme) => (
        <figure class="previews__one" key={scheme}>
          <Screen scheme={scheme} name={name} color={color} logo={logo} />
          <figcaption class="previews__scheme detail">{text.schemes[scheme]}</figcaption>
        </figure>
      ))}
    </div>
  )
}

interface ScreenProps {
  scheme: 'light' | 'dark'
  name: string | undefined
  color: string
  logo: Logo | null
}

function Screen({ scheme, name, color, logo }: ScreenProps) {
  return (
    <div
      class="preview"
      role="img"
      aria-label={text.previewOf[scheme]}
      data-scheme={scheme}
      style={{ ...colorsOf[scheme], ...accentOf(color, scheme) }}
    >
      <div class="preview__body stack">
        <div class="preview__brand line">
          {logo ? (
            <img class="preview__logo" data-tone={logo.tone} src={logo.url} alt="" />
          ) : (
            name && <span class="preview__name one-line">{name}</span>
          )}
        </div>
        <p class="preview__greeting">{text.sampleGreeting}</p>
        <div class="preview__feature">
          <span class="preview__cover centered">
            <HeadphonesIcon />
          </span>
          <div class="preview__text">
            <span class="preview__soft">{text.sampleHeading}</span>
            <span class="preview__title">{text.sampleTitle}</span>
            <span class="preview__soft">{text.sampleAuthor}</span>
            <span class="preview__part" />
          </div>
          <span class="preview__button">
            <PlayIcon />
            {text.samplePlay}
          </span>
          <span class="preview__button preview__button--soft">{text.sampleDetails}</span>
        </div>
      </div>
      <div class="preview__links">
        <span class="preview__link preview__link--here">
          <HomeIcon />
          {text.sampleHome}
        </span>
        <span class="preview__link">
          <LibraryIcon />
          {text.sampleLibrary}
        </span>
      </div>
    </div>
  )
}

function accentOf(color: string, scheme: 'light' | 'dark'): Record<string, string> {
  if (!isColor(color)) return {}
  const { accent, strong, soft, onAccent, fill = accent, onFill = onAccent } = deriveAccent(color)[scheme]
  return {
    '--color-accent': accent,
    '--color-accent-strong': strong,
    '--color-accent-soft': soft,
    '--color-on-accent': onAccent,
    '--color-fill': fill,
    '--color-on-fill': onFill,
  }
}
