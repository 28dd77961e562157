import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Icon } from '../icons/icons.tsx'
import './menu.css'

const GAP_PX = 4
const EDGE_PX = 8

/** Without popovers the panel is a part of the page like any other, shown, placed and hidden by hand. */
const HAS_POPOVERS = 'popover' in HTMLElement.prototype

/**
 * What else can be done, behind a button: a popover, so Escape and a press outside close it, and the focus goes back.
 * Arrows walk among its items. `button` is what is inside the button; `label` names it when that holds no words.
 */
export function Menu({
  button,
  label,
  look = 'round',
  children,
}: {
  button: ComponentChildren
  label?: string
  look?: 'round' | 'bare'
  children: ComponentChildren
}) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const [isOpenByHand, setOpenByHand] = useState(false)

  function hide() {
    // Below the baseline: it is hidden by hand.
    if (HAS_POPOVERS) panel.current?.hidePopover()
    else setOpenByHand(false)
  }

  useLayoutEffect(() => {
    if (!isOpenByHand) return
    const from = opener.current
    const pressed = ({ target }: Event) =>
      !from?.contains(target as Node) && !panel.current?.contains(target as Node) && hide()
    const typed = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    enter()
    addEventListener('pointerdown', pressed)
    addEventListener('keydown', typed)
    return () => {
      removeEventListener('pointerdown', pressed)
      removeEventListener('keydown', typed)
      from?.focus()
    }
  }, [isOpenByHand])

  // Its place is good for as long as nothing under it moves.
  useEffect(() => {
    addEventListener('resize', hide)
    addEventListener('scroll', hide, { passive: true })
    return () => {
      removeEventListener('resize', hide)
      removeEventListener('scroll', hide)
    }
  }, [])

  // A popover is drawn over everything, so it is placed against the window: under its button, or over it near the foot.
  function place() {
    if (!opener.current || !panel.current) return
    const at = opener.current.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = panel.current
    const isUnder = at.bottom + GAP_PX + height + EDGE_PX <= innerHeight
    const wanted = look === 'bare' ? at.left : at.right - width
    const left = Math.max(EDGE_PX, Math.min(wanted, innerWidth - width - EDGE_PX))
    const top = isUnder ? at.bottom + GAP_PX : Math.max(EDGE_PX, at.top - GAP_PX - height)
    Object.assign(panel.current.style, { top: `${top}px`, left: `${left}px` })
    if (HAS_POPOVERS) return
    // A part of the page may stand in a box that places it otherwise.
    const stands = panel.current.getBoundingClientRect()
    Object.assign(panel.current.style, { top: `${2 * top - stands.top}px`, left: `${2 * left - stands.left}px` })
  }

  function enter() {
    place()
    panel.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
  }

  return (
    <>
      <button
        class={`menu__opener menu__opener--${look}`}
        type="button"
        ref={opener}
        // Below the baseline: pressed, it is shown by hand.
        popovertarget={HAS_POPOVERS ? id : undefined}
        onClick={HAS_POPOVERS ? undefined : () => setOpenByHand(!isOpenByHand)}
        aria-expanded={HAS_POPOVERS ? undefined : isOpenByHand}
        aria-label={label}
        title={label}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the presses and keys are those of the buttons inside */}
      <div
        class="menu"
        id={id}
        ref={panel}
        // Below the baseline: hidden until it is shown by hand.
        popover={HAS_POPOVERS ? 'auto' : undefined}
        hidden={!HAS_POPOVERS && !isOpenByHand}
        onToggle={(event) => event.newState === 'open' && enter()}
        // First of all, so that the focus is back on the button when what was pressed opens something.
        onClickCapture={hide}
        onKeyDown={(event) => moveAmong(panel.current, event)}
      >
        {children}
      </div>
    </>
  )
}

/** One thing to do; `detail` says what it does. */
export function MenuItem({
  icon: Drawn,
  detail,
  tone = 'plain',
  onPress,
  children,
}: {
  icon: Icon
  detail?: string
  tone?: 'plain' | 'danger'
  onPress: () => void
  children: ComponentChildren
}) {
  return (
    <button class={`menu__item menu__item--${tone}`} type="button" onClick={onPress}>
      <Drawn />
      <span class="menu__text">
        <span class="menu__name">{children}</span>
        {detail && <span class="menu__detail">{detail}</span>}
      </span>
    </button>
  )
}

function moveAmong(panel: HTMLElement | null, event: KeyboardEvent) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (!panel || step === 0) return
  event.preventDefault()
  const items = [...panel.querySelectorAll<HTMLElement>('button, a')]
  const current = items.indexOf(document.activeElement as HTMLElement)
  items.at((current + step) % items.length)?.focus()
}
