import type { BrowsingContext, Engine } from './engine.ts'

const LIMIT_MS = 40_000
const POLL_MS = 100

const ROLES = {
  button: 'button',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  slider: 'input[type=range]',
  searchbox: 'input[type=search]',
  option: 'label',
  region: 'section[aria-label], aside[aria-label]',
  sheet: 'dialog[open]',
  text: 'p, span',
}

type Role = keyof typeof ROLES

interface ElementBox {
  x: number
  y: number
  value: string
  /** Whether a tap would hit it, since nothing covers it. */
  isFree: boolean
  /** Whether it slides in, or what contains it. A busy engine may show the same frame twice meanwhile. */
  isMoving: boolean
}

export type EngineScreen = ReturnType<typeof screenOf>

/** Finds and operates elements by role and name, waiting for each. */
export function screenOf(engine: Engine, context: BrowsingContext) {
  async function find(role: Role, name: RegExp, within: string): Promise<ElementBox | null> {
    const found = [within, ROLES[role], name.source].map((one) => JSON.stringify(one)).join(', ')
    return (await engine.evaluate(`(${locate})(${found})`, context)) as ElementBox | null
  }

  /** Waits for an element in the wanted state. */
  function see(
    role: Role,
    name: RegExp,
    { within = 'body', is = (_: ElementBox): boolean => true } = {},
  ): Promise<ElementBox> {
    return until(
      `${role} ${name}`,
      async () => {
        const found = await find(role, name, within)
        return found && is(found) ? found : undefined
      },
      () => engine.evaluate('location.href + "\\n" + document.body.innerText', context),
    )
  }

  /** Clicks an element once it stopped moving, since sheets slide in. */
  async function press(role: Role, name: RegExp, { within = 'body' } = {}) {
    let before: ElementBox | undefined
    const at = await see(role, name, {
      within,
      is(now) {
        const stands = before?.x === now.x && before.y === now.y
        before = now
        return now.isFree && stands && !now.isMoving
      },
    })
    await engine.press(at, context)
  }

  return {
    see,
    press,
    gone: (role: Role, name: RegExp) =>
      until(`no ${role} ${name}`, async () => ((await find(role, name, 'body')) ? undefined : true)),
    async type(name: RegExp, letters: string) {
      await press('searchbox', name)
      await engine.type(letters, context)
    },
    evaluate: (expression: string) => engine.evaluate(expression, context),
  }
}

/**
 * Retries until there is a value. Errors count as none: a page that is being left throws for a moment. After the limit
 * it throws an error with the description of what is there instead.
 */
export async function until<Value>(
  wanted: string,
  read: () => Promise<Value | undefined>,
  describe = async (): Promise<unknown> => '',
): Promise<Value> {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const value = await read().catch((problem: Error) => problem)
    if (value !== undefined && !(value instanceof Error)) return value
    if (performance.now() > end) {
      const present = await describe().catch(String)
      throw new Error(`Not there: ${wanted}\n${present}`.trim(), { cause: value })
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Runs in the page: finds the first visible element of a role by its accessible name. */
function locate(within: string, selector: string, name: string): ElementBox | null {
  for (const element of document.querySelectorAll(within.replace(/,|$/g, ` :is(${selector})$&`))) {
    const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
    if (!new RegExp(name).test(label.replace(/\s+/g, ' ').trim())) continue
    if (element.getClientRects().length === 0 || element.closest('[inert]')) continue
    const isOutside = ({ top, bottom }: DOMRect) => top < 0 || bottom > innerHeight
    if (isOutside(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isFree = element.contains(document.elementFromPoint(x, y)) && !element.matches(':disabled')
    const isMoving = document.getAnimations().some(({ effect }) => {
      const { target } = effect as KeyframeEffect
      return target?.contains(element) && effect!.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    })
    return { x, y, value: (element as HTMLInputElement).value ?? '', isFree, isMoving }
  }
  return null
}
