import type { Locator } from '@estante/contract/locator.ts'
import { text as placesText } from '@estante/play/places/text.ts'
import { type BookMap, isSamePage, mapBook } from '@estante/play/reader/book-map.ts'
import type { Random } from '@estante/server/test/random.ts'
import { VIEWPORT } from '../engines/engine.ts'
import { until } from '../engines/screen.ts'
import { TitleWalk, type Walker } from './title-walk.ts'
import type { View } from './view.ts'
import { readVisiblePage, type VisiblePage } from './visible-page.ts'
import type { WalkService } from './walk-service.ts'

const LAYOUTS = [VIEWPORT, { width: 840, height: 412 }, { width: 700, height: 900 }]
/** Beyond pages that a member would take for the same. */
const FAR = 4

interface Place {
  chapter: number
  /** Fraction of the chapter. */
  part: number
  /** Letter offset in the chapter, if read from a page. */
  letters?: number
}

/** Walk of a member who reads, on the device of `view` and on others. */
export class BookWalk extends TitleWalk<Place> {
  readonly #map: BookMap
  /** The layout in which the place started a page. */
  #exactIn: string | undefined

  static async begin(view: View, service: WalkService, random: Random, title: string): Promise<BookWalk> {
    const member = await service.newMember()
    const id = await service.titleOf('ebook', title)
    const walk = new BookWalk({ view, service, member, id, random, manifest: await member.openTitle(id) })
    await view.engine.resize(VIEWPORT)
    await walk.launch()
    return walk
  }

  private constructor(given: Walker) {
    super(given, { chapter: 0, part: 0 })
    this.#map = mapBook(given.manifest)
  }

  protected get path() {
    return `/leitor/${this.id}`
  }

  steps(): Record<string, () => Promise<void>> {
    if (!this.isInFront) return { 'come back': () => this.comeBack(), elsewhere: () => this.moveElsewhere() }
    const canGo = this.requested && (this.isOnline || this.requested.chapter === this.here.chapter)
    const actions: Record<string, () => Promise<void>> = canGo
      ? { 'go there': () => this.#goThere(), 'stay here': () => this.#stayHere() }
      : {}
    const always = {
      'turn on': () => this.#turn(1),
      'turn on again': () => this.#turn(1),
      'turn back': () => this.#turn(-1),
      appearance: () => this.#changeAppearance(),
      rotate: () => this.#rotate(),
      'wrong clock': () => this.view.setClockWrong(this.random.below(800) - 400),
      elsewhere: () => this.moveElsewhere(),
      kill: () => this.kill(),
      'sheet and back': () => this.view.openAndGoBack(/^Sumário$/),
      ...actions,
    }
    if (!this.isOnline) return { ...always, online: () => this.comeOnline(), 'online again': () => this.comeOnline() }
    return {
      ...always,
      jump: () => this.#jump(),
      'jump again': () => this.#jump(),
      away: () => this.goAway(),
      offline: () => this.goOffline(),
      'kill and elsewhere': () => this.kill({ isElsewhere: true }),
      reopen: () => this.#reopen(),
    }
  }

  async check(): Promise<void> {
    const { chapter, part } = this.here
    await this.holds('the place', async () => {
      const page = await this.#readVisiblePage({ part })
      const isThere =
        page.chapter === chapter &&
        (page.layout === this.#exactIn
          ? page.requested === page.first
          : page.requested >= page.first && (page.next === null || page.requested < page.next))
      return isThere || `chapter ${page.chapter}, letters ${page.first}–${page.next}, not ${chapter}, ${page.requested}`
    })
    await this.checkQuestion()
  }

  async settle(): Promise<void> {
    if (this.isOnline && this.isInFront) this.beat()
    await this.holds('the stored place', async () => {
      const stored = await this.member.storedPlace(this.id)
      if (!stored || !this.stored) return stored === this.stored || `stored ${JSON.stringify(stored)}`
      const chapter = this.#map.chapterOf(stored.locator.href)
      const part = stored.locator.locations.progression ?? 0
      const isSame =
        chapter === this.stored.chapter && Math.abs(part - this.stored.part) * (this.stored.letters ?? 1000) < 3
      return isSame || `stored ${chapter}, ${part}, not ${JSON.stringify(this.stored)}`
    })
    // A killed page's storage is cleared once the service accepted its place.
    if (this.isOnline && !this.left) await this.holds('nothing unsent', () => this.view.hasNothingUnsent())
  }

  /** Waits for a visible page. Returns its position and chapter. */
  async #readVisiblePage(of: Parameters<typeof readVisiblePage>[0] = {}): Promise<VisiblePage & { chapter: number }> {
    const page = await until('a page', async () => (await this.view.run(readVisiblePage, of)) ?? undefined)
    const chapter = this.manifest.readingOrder.findIndex(({ href }) =>
      page.path.endsWith(`/${decodeURIComponent(href)}`),
    )
    return { ...page, chapter }
  }

  protected locator({ chapter, part }: Place): Locator {
    return this.#map.locator(chapter, part)
  }

  protected isSame(one: Place, other: Place): boolean {
    return isSamePage(this.locator(one), this.locator(other))
  }

  protected describe(place: Place): string {
    const { title, locations } = this.locator(place)
    return title ? placesText.inChapter(title) : placesText.atPart(locations.totalProgression ?? 0)
  }

  // Model.

  protected beat() {
    if (this.isMoved && (!this.stored || this.holder === this.life || this.knows)) {
      this.stored = this.here
      this.holder = this.life
      this.knows = true
      this.isMoved = false
      this.left = undefined
    }
    this.noticeMove()
  }

  #moved({ chapter, first, letters, layout }: VisiblePage & { chapter: number }) {
    this.here = { chapter, part: first / letters, letters }
    this.#exactIn = layout
    this.isMoved = true
    this.left = { place: this.here, knows: this.knows, life: this.life }
  }

  #at(place: Place) {
    this.here = place
    this.#exactIn = undefined
  }

  // Steps.

  protected async launch() {
    await this.view.launch(await this.member.launchUrl(this.path))
    this.life += 1
    this.isInFront = true
    this.isMoved = false
    this.requested = undefined
    this.knows = true
    const left = this.left
    if (left) {
      this.#at(left.place)
      this.isMoved = true
      this.knows = left.knows
      if (this.stored && (this.holder === left.life || this.isSame(this.stored, left.place))) this.knows = true
    } else {
      this.#at(this.stored ?? { chapter: 0, part: 0 })
    }
    this.beat()
  }

  async #turn(by: 1 | -1) {
    const question = await this.view.question()
    const before = await this.#readVisiblePage()
    const isWithin =
      by > 0 ? before.next !== null : before.first > (await this.#readVisiblePage({ letter: 0 })).requested
    if (!isWithin && (!this.isOnline || !this.manifest.readingOrder[before.chapter + by])) return
    await this.view.screen.press('button', by > 0 ? /^Próxima página$/ : /^Página anterior$/)
    await this.holds('the turned page', async () => {
      const page = await this.#readVisiblePage({ letter: 0 })
      const isLaidOutAnew = page.layout !== before.layout
      // A new question takes its room from the page, which is laid out again.
      if (isLaidOutAnew && question === (await this.view.question())) return `in ${page.layout}, not ${before.layout}`
      const isBeside = by > 0 ? page.first === before.next : page.next === before.first
      const isNear =
        by > 0 ? page.first <= before.next! && (page.next ?? Infinity) > before.next! : page.first < before.first
      const isNext = isWithin
        ? page.chapter === before.chapter && (isLaidOutAnew ? isNear : isBeside)
        : page.chapter === before.chapter + by && (by > 0 ? page.first === page.requested : page.next === null)
      return isNext || `from ${JSON.stringify(before)} to ${JSON.stringify(page)}`
    })
    this.#moved(await this.#readVisiblePage())
  }

  async #jump() {
    const { contents } = this.#map
    const at = this.random.below(contents.length)
    const { title, chapter, href } = contents[at]!
    if (chapter === undefined) return
    const [, id] = href.split('#')
    await this.view.screen.press('button', /^Sumário$/)
    await this.view.screen.press('button', new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`), {
      within: `dialog[open] .sheet__rows li:nth-child(${at + 1})`,
    })
    await this.view.screen.gone('sheet', /./)
    await this.holds('the chapter', async () => {
      const page = await this.#readVisiblePage(id === undefined ? { letter: 0 } : { id })
      const isThere =
        page.chapter === chapter && page.requested >= page.first && (page.next === null || page.requested < page.next)
      return isThere || `${title}: ${JSON.stringify(page)}`
    })
    this.#moved(await this.#readVisiblePage())
  }

  async #changeAppearance() {
    const { screen } = this.view
    await screen.press('button', /^Aparência$/)
    if (this.random.chance(0.4)) {
      await screen.press('option', this.random.pick([/^AaClaro$/, /^AaSépia$/, /^AaEscuro$/]), {
        within: 'dialog[open]',
      })
    } else {
      const size = this.random.pick([/^Aumentar o texto$/, /^Diminuir o texto$/])
      const { isFree } = await screen.see('button', size, { within: 'dialog[open]' })
      if (isFree) await screen.press('button', size, { within: 'dialog[open]' })
    }
    await this.view.closeSheet()
  }

  async #rotate() {
    const viewport = this.random.pick(LAYOUTS)
    await this.view.engine.resize(viewport)
    // A window of WebKitGTK is never narrower than 447 pixels.
    const isResized = async () => Math.abs((await this.view.run(() => innerWidth)) - viewport.width) < 50
    await until('the size', async () => (await isResized()) || undefined)
  }

  async #reopen() {
    this.beat()
    await this.view.reopen(this.path)
    if (!this.isMoved) {
      this.#at(this.stored ?? this.here)
      this.knows = true
      this.requested = undefined
    }
    this.beat()
  }

  protected drawPlace(): Place {
    if (this.random.chance(0.15)) return this.here
    for (;;) {
      const place = { chapter: this.random.below(this.#map.chapters.length), part: this.random.below(1000) / 1000 }
      const [one, other] = [this.locator(place), this.locator(this.here)]
      if (Math.abs(one.locations.position! - other.locations.position!) >= FAR) return place
    }
  }

  async #goThere() {
    await this.view.answer(true)
    if (this.isOnline) this.requested = this.stored
    this.#at(this.requested!)
    this.knows = this.requested === this.stored
    this.isMoved = false
    this.requested = undefined
    this.left = undefined
    this.noticeMove()
  }

  async #stayHere() {
    await this.view.answer(false)
    this.knows = this.requested === this.stored
    this.requested = undefined
    this.isMoved = true
    this.left = { place: this.here, knows: this.knows, life: this.life }
    this.beat()
  }
}
