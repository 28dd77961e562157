import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { nameAndTooltip } from '../icon-button/name-and-tooltip.ts'
import type { Icon } from '../icons/icons.tsx'
import './menu.css'

const GAP_PX = 4
const EDGE_PX = 8

/** Without the Popover API the panel is an ordinary element, positioned and hidden by script. */
const HAS_POPOVERS = 'popover' in HTMLElement.prototype

interface MenuProps {
  button: ComponentChildren
  label?: string
  look?: 'round' | 'bare'
  children: ComponentChildren
}

/**
 * Menu of further actions behind a button, in a popover: Escape and a press outside close it and return the focus,
 * and Tab out of it closes it. Arrow keys, Home and End move between items. `button` is the button's content; `label`
 * names it when that has no text.
 */
export function Menu({ button, label, look = 'round', children }: MenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const [isOpenByHand, setOpenByHand] = useState(false)

  function isWithin(target: EventTarget | null) {
    return [opener, panel].some(({ current }) => current?.contains(target as Node))
  }

  function hide() {
    // Below the baseline: hidden by script.
    if (HAS_POPOVERS) return panel.current?.hidePopover()
    if (panel.current?.contains(document.activeElement)) opener.current?.focus()
    setOpenByHand(false)
  }

  useLayoutEffect(() => {
    if (!isOpenByHand) return
    const pressed = ({ target }: Event) => !isWithin(target) && hide()
    const typed = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    enter()
    addEventListener('pointerdown', pressed)
    addEventListener('keydown', typed)
    return () => {
      removeEventListener('pointerdown', pressed)
      removeEventListener('keydown', typed)
    }
  }, [isOpenByHand])

  // Scrolling or resizing invalidates its position.
  useEffect(() => {
    addEventListener('resize', hide)
    addEventListener('scroll', hide)
    return () => {
      removeEventListener('resize', hide)
      removeEventListener('scroll', hide)
    }
  }, [])

  /** Hides the menu when the focus moves out of it and its button, unless to another window. */
  function leave({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !isWithin(relatedTarget)) hide()
  }

  function enter() {
    if (opener.current && panel.current) positionBeside(opener.current, panel.current, look)
    panel.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
  }

  return (
    <>
      <button
        class={`menu__opener menu__opener--${look}`}
        type="button"
        ref={opener}
        // Below the baseline: a press shows it by script.
        popovertarget={HAS_POPOVERS ? id : undefined}
        onClick={HAS_POPOVERS ? undefined : () => setOpenByHand(!isOpenByHand)}
        onFocusOut={leave}
        aria-expanded={HAS_POPOVERS ? undefined : isOpenByHand}
        {...(label && nameAndTooltip(label))}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles events of the buttons inside */}
      <div
        class="menu"
        id={id}
        ref={panel}
        // Below the baseline: hidden until shown by script.
        popover={HAS_POPOVERS ? 'auto' : undefined}
        hidden={!HAS_POPOVERS && !isOpenByHand}
        onToggle={(event) => event.newState === 'open' && enter()}
        // In the capture phase, so that the focus returns to the button before an item opens something else.
        onClickCapture={hide}
        onFocusOut={leave}
        onKeyDown={(event) => moveAmong(panel.current, event)}
      >
        {children}
      </div>
    </>
  )
}

/** Positions a popover, which is in the top layer, below its button, or above it near the bottom of the viewport. */
function positionBeside(opener: HTMLElement, panel: HTMLElement, look: 'round' | 'bare') {
  const at = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const isUnder = at.bottom + GAP_PX + height + EDGE_PX <= innerHeight
  const wanted = look === 'bare' ? at.left : at.right - width
  const left = Math.max(EDGE_PX, Math.min(wanted, innerWidth - width - EDGE_PX))
  const top = isUnder ? at.bottom + GAP_PX : Math.max(EDGE_PX, at.top - GAP_PX - height)
  Object.assign(panel.style, { top: `${top}px`, left: `${left}px` })
  if (HAS_POPOVERS) return
  // Correct for a containing block other than the viewport.
  const stands = panel.getBoundingClientRect()
  Object.assign(panel.style, { top: `${2 * top - stands.top}px`, left: `${2 * left - stands.left}px` })
}

interface MenuItemProps {
  icon: Icon
  detail?: string
  tone?: 'plain' | 'danger'
  onPress: () => void
  children: ComponentChildren
}

/** Item of a menu, with a description in `detail`. */
export function MenuItem({ icon: Drawn, detail, tone = 'plain', onPress, children }: MenuItemProps) {
  return (
    <button class={`menu__item menu__item--${tone}`} type="button" onClick={onPress}>
      <Drawn />
      <span class="menu__text stack">
        <span class="menu__name bold">{children}</span>
        {detail && <span class="note">{detail}</span>}
      </span>
    </button>
  )
}

function moveAmong(panel: HTMLElement | null, event: KeyboardEvent) {
  const items = [...(panel?.querySelectorAll<HTMLElement>('button, a') ?? [])]
  const current = items.indexOf(document.activeElement as HTMLElement)
  const targets: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
