import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import mark from '../icon.svg'
import { text } from '../text.ts'
import { learnServiceName, serviceName } from './sign-in-state.ts'
import './sign-in-page.css'

interface SignInPageProps {
  title: string
  help?: ComponentChildren
  step?: string
  isRead?: boolean
  children?: ComponentChildren
}

/**
 * The page before the sign-in, with a single task. A new `step` moves the focus to the first field, or to the title of
 * a page without fields.
 */
export function SignInPage({ title, help, step = title, isRead = false, children }: SignInPageProps) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => void learnServiceName(), [])
  useEffect(() => {
    document.title = `${title} · ${serviceName.value ?? text.shell.panel}`
  }, [title, serviceName.value])
  // In a layout effect: a focus that moves after the first frame takes letters away from the field they were meant for.
  useLayoutEffect(() => {
    const fields = [...(main.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])]
    const field = fields.find(({ value }) => value === '') ?? fields[0]
    const title = main.current?.querySelector('h1')
    const first = isRead ? title : (field ?? title)
    first?.focus()
  }, [step])
  return (
    <div class="sign-in stack">
      <aside class="sign-in__cloth" aria-hidden="true">
        <p class="sign-in__tagline">{text.signIn.tagline}</p>
        <p class="sign-in__tagline-help">{text.signIn.taglineHelp}</p>
        <Spines />
      </aside>
      <main class="sign-in__main stack" ref={main}>
        <div class="sign-in__content stack">
          <p class="sign-in__service line gap-3 breakable">
            <img src={mark} alt="" width="44" height="44" />
            {serviceName.value}
          </p>
          <header class="stack gap-2">
            <h1 class="sign-in__title" tabIndex={-1}>
              {title}
            </h1>
            {help && <p class="soft">{help}</p>}
          </header>
          {children}
        </div>
      </main>
    </div>
  )
}

/** A shelf seen from the front: width, height and colour of each spine. */
const spines: readonly (readonly [width: number, height: number, colour: string])[] = [
  [34, 190, '#f6f7f4'],
  [22, 160, '#ee7a5f'],
  [44, 214, '#dfece4'],
  [28, 176, '#8fcdb0'],
  [20, 150, '#f4dfa6'],
  [38, 202, '#3f8a6c'],
  [26, 168, '#f6f7f4'],
  [48, 226, '#8fcdb0'],
  [24, 184, '#b93a24'],
  [32, 156, '#dfece4'],
  [40, 208, '#f4dfa6'],
  [22, 172, '#f6f7f4'],
]
const GAP = 5
const HEIGHT = 240

function Spines() {
  let x = 0
  const drawn = spines.map(([width, height, colour]) => {
    const left = x
    x += width + GAP
    return (
      <g key={left} fill={colour}>
        <rect x={left} y={HEIGHT - height} width={width} height={height} rx="3" />
        <path
          d={`M${left} ${HEIGHT - height + 22}h${width}M${left} ${HEIGHT - height + 29}h${width}M${left} ${HEIGHT - 26}h${width}`}
          stroke="rgb(0 0 0 / 22%)"
          stroke-width="2"
        />
      </g>
    )
  })
  return (
    <svg class="sign-in__spines" viewBox={`0 0 ${x - GAP} ${HEIGHT + 8}`} aria-hidden="true">
      {drawn}
      <rect y={HEIGHT} width={x} height="8" fill="#0e3226" />
    </svg>
  )
}
