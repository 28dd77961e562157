import type { Locator } from '@estante/contract/locator.ts'
import type { Engine } from '../engines/engine.ts'
import { type EngineScreen, screenOf, until } from '../engines/screen.ts'
import type { WalkService } from './walk-service.ts'

/** A device of the member, whose storage survives its pages. */
export class View {
  readonly screen: EngineScreen
  readonly engine: Engine
  readonly #service: WalkService
  #daysWrong = 0

  constructor(engine: Engine, service: WalkService) {
    this.engine = engine
    this.screen = screenOf(engine, 'page')
    this.#service = service
  }

  /** Loads the page again. Resolves when the previous one is gone. */
  async launch(url: string): Promise<void> {
    await this.run(() => {
      Object.assign(window, { isOld: true })
    })
    await this.engine.open(url)
    await until('another page', async () => (await this.run(() => !('isOld' in window))) || undefined)
    await this.#setClock()
  }

  /** Runs a function in the page, which may use nothing from here but `given`. */
  async run<Given, Value>(work: (given: Given) => Value, given?: Given): Promise<Value> {
    return (await this.screen.evaluate(`(${work})(${JSON.stringify(given) ?? ''})`)) as Value
  }

  /**
   * Simulates the system killing the page: nothing is sent or stored any more. A turned page becomes the member's
   * place once it is drawn.
   */
  async silence(): Promise<void> {
    await this.run(() => {
      const silence = () => {
        window.fetch = () => new Promise(() => {})
        Storage.prototype.setItem = () => {}
        Object.assign(window, { isSilent: true })
      }
      requestAnimationFrame(() => setTimeout(silence))
    })
    await until('a silent page', async () => (await this.run(() => 'isSilent' in window)) || undefined)
  }

  /** Simulates switching to another application and back. */
  async setInFront(isInFront: boolean): Promise<void> {
    await this.run((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
      const state = isHidden ? 'hidden' : 'visible'
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    }, !isInFront)
  }

  async setOnline(isOnline: boolean): Promise<void> {
    if (isOnline) this.#service.network.reset()
    else this.#service.network.cut()
    await this.run((online) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
      window.dispatchEvent(new Event(online ? 'online' : 'offline'))
    }, isOnline)
  }

  /** Shifts the device's clock by days, on every later page. */
  async setClockWrong(days: number): Promise<void> {
    this.#daysWrong = days
    await this.#setClock()
  }

  async #setClock(): Promise<void> {
    await this.run((days) => {
      const page = window as unknown as { RightDate?: DateConstructor }
      page.RightDate ??= Date
      const { RightDate } = page
      class WrongDate extends RightDate {
        constructor(...given: []) {
          super(...((given.length > 0 ? given : [WrongDate.now()]) as unknown as []))
        }

        static override now = () => RightDate.now() + days * 86_400_000
      }
      window.Date = WrongDate as DateConstructor
    }, this.#daysWrong)
  }

  /** Text of the question; null if none is shown. */
  question(): Promise<string | null> {
    return this.run(() => document.querySelector('.place-question__text')?.textContent ?? null)
  }

  async answer(isThere: boolean): Promise<void> {
    await this.screen.press('button', isThere ? /^Ir para lá$/ : /^Ficar aqui$/)
    await until('no question', async () => ((await this.question()) === null ? true : undefined))
  }

  /** Whether the service accepted every manual move. */
  async hasNothingUnsent(): Promise<true | string> {
    const remembered = await this.run(() => JSON.stringify(localStorage))
    return !remembered.includes('unsent.') || remembered
  }

  /** The place of a title stored on this device and not accepted by the service. */
  unsentOf(id: string): Promise<Locator | null> {
    return this.run((title) => {
      const remembered = Object.values(localStorage).map((stored) => JSON.parse(stored))
      return remembered.find((one) => one[`unsent.${title}`])?.[`unsent.${title}`].locator ?? null
    }, id)
  }

  /** Leaves the title, and opens it again on the same page. */
  async reopen(path: string): Promise<void> {
    // Firefox never confirms a click that removes its frame.
    await this.run(() => document.querySelector<HTMLElement>('button[aria-label="Voltar"]')?.click())
    await until('another screen', async () => (await this.run((from) => location.pathname !== from, path)) || undefined)
    await this.run((to) => {
      const link = document.createElement('a')
      link.href = to
      document.body.append(link)
      link.click()
      link.remove()
    }, path)
  }

  /** Opens a sheet and goes back in the history, which must only close it. */
  async openAndGoBack(button: RegExp): Promise<void> {
    await this.screen.press('button', button)
    await this.screen.see('sheet', /./)
    await this.run(() => history.back())
    await this.screen.gone('sheet', /./)
  }

  async closeSheet(): Promise<void> {
    await this.screen.press('button', /^Fechar$/, { within: 'dialog[open]' })
    await this.screen.gone('sheet', /./)
  }
}
