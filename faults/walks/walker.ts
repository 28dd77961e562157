import { randomUUID } from 'node:crypto'
import type { Locator } from '@estante/contract/locator.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { Heartbeat } from '@estante/contract/play/activity.ts'
import type { Places } from '@estante/contract/play/places.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { createHeartbeatQueue, type HeartbeatQueue } from '@estante/play/activity/heartbeat-queue.ts'
import { createReading, type Reading } from '@estante/play/activity/reading.ts'
import { createPlaceSync, type PlaceSync, type UnsentPlace } from '@estante/play/places/place-sync.ts'
import { isSameSecond } from '@estante/play/player/place.ts'
import { createPlayback, type Playback } from '@estante/play/player/playback.ts'
import { isSamePage, mapBook, placeOf } from '@estante/play/reader/book-map.ts'
import type { openPage } from '@estante/server/test/people.ts'
import type { SimulatedTime } from './simulated-time.ts'
import { SimulatedSound } from './sound.ts'

type SignedInPage = Awaited<ReturnType<typeof openPage>>

/** Dependencies of a view on its device. */
interface DeviceDependencies {
  time: SimulatedTime
  id: string
  /** Signs in through a new launch. */
  enter(): Promise<SignedInPage>
  /** Makes the walk wait for asynchronous work. */
  await<T>(work: Promise<T>): Promise<T>
  /** Time before the next sign-in. */
  tokenMs: number
  /** Records an unexpected error, and returns it. */
  fail(error: Error): Error
}

export const SOUND_SECONDS = 6000
const CHAPTERS = [40_000, 700, 12_000, 3000]
export const LETTERS = CHAPTERS.reduce((sum, letters) => sum + letters, 0)
const LETTERS_A_POSITION = 1024

const audiobook = manifestOf(
  'audiobook',
  [{ href: 'audio.m4a', duration: SOUND_SECONDS }],
  [
    { href: 'audio.m4a#t=0', title: 'Um' },
    { href: 'audio.m4a#t=1500', title: 'Dois' },
    { href: 'audio.m4a#t=4000', title: 'Três' },
  ],
)
const book = manifestOf(
  'ebook',
  CHAPTERS.map((letters, index) => ({
    href: `c${index}.xhtml`,
    properties: { positions: Math.ceil(letters / LETTERS_A_POSITION) },
  })),
  CHAPTERS.map((_, index) => ({ href: `c${index}.xhtml`, title: `Capítulo ${index + 1}` })),
)
const map = mapBook(book)

function manifestOf(type: string, readingOrder: object[], toc: Link[]): Manifest {
  const metadata = { '@type': type, title: 'Livro', author: ['Autora'], language: ['pt-BR'], duration: SOUND_SECONDS }
  return { metadata, links: [], readingOrder, resources: [], toc } as unknown as Manifest
}

/** Creates the locator of a letter or a second. */
function locatorOf(type: 'audiobook' | 'ebook', value: number): Locator {
  if (type === 'audiobook') return { href: 'audio.m4a', locations: { time: value } }
  const { chapter, letter } = chapterOf(value)
  return map.locator(chapter, letter / CHAPTERS[chapter]!)
}

/** Converts a locator to a letter or a second. */
export function placeIn({ href, locations: { time, progression = 0 } }: Locator): number {
  if (time !== undefined) return time
  const chapter = map.chapterOf(href)!
  return startOf(chapter) + Math.round(progression * CHAPTERS[chapter]!)
}

export function isSame(type: 'audiobook' | 'ebook', one: number, other: number): boolean {
  return (type === 'audiobook' ? isSameSecond : isSamePage)(locatorOf(type, one), locatorOf(type, other))
}

/** Computes the position after a page turn, with so many letters a page. */
export function progressionAfterTurn(value: number, lettersAPage: number, by: 1 | -1): number {
  const { chapter, letter } = chapterOf(value)
  const page = Math.floor(letter / lettersAPage) + by
  if (page >= 0 && page * lettersAPage < CHAPTERS[chapter]!) return startOf(chapter) + page * lettersAPage
  if (chapter + by < 0 || chapter + by >= CHAPTERS.length) return value
  if (by > 0) return startOf(chapter + 1)
  return startOf(chapter - 1) + Math.floor((CHAPTERS[chapter - 1]! - 1) / lettersAPage) * lettersAPage
}

function chapterOf(value: number) {
  const chapter = CHAPTERS.findIndex((letters, index) => value < startOf(index) + letters)
  return { chapter, letter: value - startOf(chapter) }
}

function startOf(chapter: number): number {
  return CHAPTERS.slice(0, chapter).reduce((sum, letters) => sum + letters, 0)
}

/** A device of the member, whose storage survives its views. */
export class Device {
  isOnline = true
  isInFront = true
  /** Answers are lost in the network. */
  losesAnswers = false
  remembered: UnsentPlace | undefined
  view: BookView | SoundView | undefined
  readonly #dependencies: DeviceDependencies
  readonly #type: 'audiobook' | 'ebook'

  constructor(dependencies: DeviceDependencies, type: 'audiobook' | 'ebook') {
    this.#dependencies = dependencies
    this.#type = type
  }

  async open(): Promise<void> {
    const view =
      this.#type === 'ebook' ? new BookView(this, this.#dependencies) : new SoundView(this, this.#dependencies)
    this.view = view
    this.isInFront = true
    await view.open()
  }

  /** The system discards the view's memory; none of its code runs again. */
  kill(): void {
    this.view?.die()
    this.view = undefined
  }
}

/** A page from load to unload, with the modules that keep its place, wired as in the application. */
abstract class View {
  readonly viewId: string = randomUUID()
  readonly placeSync: PlaceSync
  protected readonly heartbeats: HeartbeatQueue
  protected readonly device: Device
  protected readonly dependencies: DeviceDependencies
  #page: { page: SignedInPage; enteredAt: number } | undefined
  #isDead = false
  #isWaiting = false
  #step = 0

  constructor(device: Device, dependencies: DeviceDependencies, isSame: (one: Locator, other: Locator) => boolean) {
    this.device = device
    this.dependencies = dependencies
    this.heartbeats = createHeartbeatQueue({
      now: dependencies.time.now,
      post: (heartbeat) => this.#post(heartbeat),
      later: (run, delayMs) => {
        const timer = dependencies.time.timers.setTimeout(() => this.#isDead || run(), delayMs)
        return () => dependencies.time.timers.clearTimeout(timer)
      },
    })
    this.placeSync = createPlaceSync(
      {
        viewId: this.viewId,
        device: 'iphone',
        nextStep: () => ++this.#step,
        now: dependencies.time.now,
        later: dependencies.time.timers.setTimeout,
        isHidden: () => !device.isInFront,
        read: async () => ((await this.get(`/play/v1/places/${dependencies.id}`)) as Places).current,
        remembered: () => device.remembered,
        remember: (unsent) => {
          if (!this.#isDead) device.remembered = unsent
        },
      },
      isSame,
    )
  }

  protected async get(path: string): Promise<unknown> {
    if (!this.device.isOnline) throw new TypeError('Failed to fetch')
    const answer = await this.dependencies.await(this.#enter().then((page) => page.get(path)))
    if (answer.statusCode !== 200) throw this.dependencies.fail(new Error(answer.body))
    if (this.device.losesAnswers) throw new TypeError('Failed to fetch')
    return answer.json()
  }

  async #post(heartbeat: Heartbeat) {
    this.#isWaiting = true
    if (!this.device.isOnline || this.#isDead) return 'failed'
    const answer = await this.dependencies.await(
      this.#enter().then((page) => page.post('/play/v1/activity', heartbeat)),
    )
    if (answer.statusCode !== 200) throw this.dependencies.fail(new Error(answer.body))
    if (this.#isDead || this.device.losesAnswers) return 'failed'
    this.#isWaiting = false
    return answer.json()
  }

  async #enter(): Promise<SignedInPage> {
    const now = this.dependencies.time.now()
    if (!this.#page || now - this.#page.enteredAt > this.dependencies.tokenMs) {
      this.#page = { page: await this.dependencies.enter(), enteredAt: now }
    }
    return this.#page.page
  }

  /** Whether heartbeats wait for a connection. */
  hasUnsent(): boolean {
    return this.#isWaiting
  }

  get isDead() {
    return this.#isDead
  }

  die(): void {
    this.#isDead = true
  }

  connect(): void {
    this.heartbeats.flush()
  }

  hide(): void {
    this.heartbeats.flushBeforeLeaving()
  }

  async comeBack(): Promise<void> {
    this.heartbeats.flush()
    await this.placeSync.refresh()
  }

  abstract open(): Promise<void>
  /** Closes the title and opens it again on the same page. */
  abstract openAgain(): Promise<void>
  /** Current letter or second. */
  abstract here(): number
  abstract jump(to: number): void
  abstract goThere(): Promise<void>
  abstract stayHere(): void
}

/** An e-book in pages of so many letters, as the reader would show it. */
export class BookView extends View {
  lettersAPage = 900
  #reading: Reading
  #chapter = 0
  /** The letter that stays in view when pages are laid out anew, in letters of the chapter. */
  #anchor = 0
  #isVisible = false

  constructor(device: Device, dependencies: DeviceDependencies) {
    super(device, dependencies, isSamePage)
    this.#reading = createReading(this.heartbeats, dependencies.time.now, dependencies.id, this.placeSync)
    dependencies.time.timers.setInterval(() => this.isDead || this.#reading.tick(), 1000)
  }

  async open() {
    const { place } = (await this.get(`/play/v1/publications/${this.dependencies.id}`)) as PublicationDetail
    this.#show(this.placeSync.opened(place))
    this.#isVisible = true
  }

  async openAgain() {
    this.#reading.hide()
    this.#isVisible = false
    await this.open()
  }

  #locator() {
    return map.locator(this.#chapter, this.#anchor / CHAPTERS[this.#chapter]!)
  }

  #show(locator: Locator | undefined) {
    const { chapter, progression } = placeOf(map, locator)
    this.#chapter = chapter
    this.#anchor = Math.round(progression * CHAPTERS[chapter]!)
    this.placeSync.setDisplayed(this.#locator())
    this.#reading.show(chapter)
  }

  #moved(from?: Locator) {
    this.placeSync.moved(this.#locator(), from)
    this.placeSync.remember()
    this.#reading.moved()
    this.#reading.show(this.#chapter)
  }

  here() {
    return startOf(this.#chapter) + this.#anchor
  }

  turn(by: 1 | -1) {
    const before = this.here()
    const after = progressionAfterTurn(before, this.lettersAPage, by)
    if (after === before) return
    this.#put(after)
    this.#moved()
  }

  jump(to: number) {
    const from = this.#locator()
    this.#put(to)
    this.#moved(from)
  }

  #put(value: number) {
    const { chapter, letter } = chapterOf(value)
    this.#chapter = chapter
    this.#anchor = letter
  }

  /** Lays out other pages (a font, a theme, a rotation) without a move by the member. */
  layOut(lettersAPage: number) {
    this.lettersAPage = lettersAPage
    this.placeSync.setDisplayed(this.#locator())
    this.#reading.show(this.#chapter)
  }

  /** Counts the page anew: one that stays for ten minutes is taken for left open, and sends no heartbeats. */
  look() {
    this.#reading.show(this.#chapter)
  }

  override hide() {
    this.#reading.hide()
    super.hide()
  }

  override async comeBack() {
    if (this.#isVisible) this.#reading.show(this.#chapter)
    await super.comeBack()
  }

  async goThere() {
    const there = await this.placeSync.go()
    if (!there) return
    this.placeSync.arrived()
    this.#show(there)
  }

  stayHere() {
    this.placeSync.stay()
    this.#reading.report()
  }
}

/** An audiobook played by the player's own playback. */
export class SoundView extends View {
  #playback: Playback
  #sound: SimulatedSound

  constructor(device: Device, dependencies: DeviceDependencies) {
    super(device, dependencies, isSameSecond)
    this.#sound = new SimulatedSound(SOUND_SECONDS, dependencies.time, () => device.isOnline && !this.isDead)
    this.#playback = this.#create()
  }

  #create(): Playback {
    const { timers, now } = this.dependencies.time
    const unlessDead = (run: () => void) => () => this.isDead || run()
    return createPlayback(this.dependencies.id, {
      sound: this.#sound as unknown as HTMLAudioElement,
      engine: { playsFragments: () => false, playsPlaylists: () => false, hasAirPlay: false },
      heartbeats: this.heartbeats,
      placeSync: this.placeSync,
      now,
      timers: {
        ...timers,
        setTimeout: ((run: () => void, ms: number) => timers.setTimeout(unlessDead(run), ms)) as typeof setTimeout,
        setInterval: ((run: () => void, ms: number) => timers.setInterval(unlessDead(run), ms)) as typeof setInterval,
      },
      open: async (id) => ({
        publication: (await this.get(`/play/v1/publications/${id}`)) as PublicationDetail,
        manifest: audiobook,
        base: 'http://127.0.0.1/',
      }),
      openElsewhere: () => {},
      problemOf: () => 'offline',
      isOnline: () => this.device.isOnline,
      rememberedSpeed: () => undefined,
      rememberSpeed: () => {},
      listening: {
        skipBack: { value: 15 },
        skipForward: { value: 30 },
        speed: { value: 1 },
        skipsSilences: { value: false },
        levels: { value: true },
        boostsVoice: { value: false },
      },
      readSilences: async () => [],
      rememberedTimer: () => undefined,
      rememberTimer: () => {},
      findSpeechPause: async () => undefined,
    })
  }

  async open() {
    await this.#playback.open()
  }

  /** Opens another title, and returns to this one. */
  async openAgain() {
    this.#playback.close()
    this.#playback = this.#create()
    await this.#playback.open()
  }

  here() {
    return this.#playback.time.value
  }

  play() {
    this.#playback.play()
  }

  pause() {
    this.#playback.pause()
  }

  jump(to: number) {
    this.#playback.seek(to)
  }

  setSpeed(speed: number) {
    this.#playback.setSpeed(speed)
  }

  override connect() {
    super.connect()
    this.#playback.onOnline()
  }

  override hide() {
    this.#playback.beforeLeaving()
    super.hide()
  }

  override die() {
    super.die()
    this.#sound.dispose()
  }

  goThere() {
    return this.#playback.goThere()
  }

  stayHere() {
    this.#playback.stayHere()
  }
}
