import assert from 'node:assert/strict'
import type { Locator } from '@estante/contract/locator.ts'
import { text as placesText } from '@estante/play/places/text.ts'
import { clockTime } from '@estante/play/places/times.ts'
import {
  type Chapter,
  chapterIndexAt,
  chaptersOf,
  durationOf,
  nextChapterStart,
  previousChapterStart,
} from '@estante/play/player/chapters.ts'
import { isSameSecond, locatorAt } from '@estante/play/player/place.ts'
import { rewindFrom } from '@estante/play/player/smart-rewind.ts'
import type { Random } from '@estante/server/test/random.ts'
import { VIEWPORT } from '../engines/engine.ts'
import { TitleWalk, type Walker } from './title-walk.ts'
import type { View } from './view.ts'
import type { WalkService } from './walk-service.ts'

/** Longest time that audio may stand still before and after playback. */
const SLACK_SECONDS = 0.6
const SPEEDS = [0.75, 1, 1.5, 2]

/** State of the page's audio. */
interface LatestSound {
  /** Start of each playback, in order. */
  began: number[]
  time: number
  isPaused: boolean
}

interface Second {
  /** Audio has no chapter in the service. */
  chapter?: never
  at: number
}

/** Walk of a member who listens, on the device of `view` and on others. */
export class SoundWalk extends TitleWalk<Second> {
  readonly #chapters: Chapter[]
  readonly #duration: number
  /** A heartbeat is due: in silence a place is sent once, and again only after playback. */
  #isToSay = false
  #speed = 1
  /** When it fell silent, by this machine's clock; undefined after a manual seek. */
  #silentSince: number | undefined
  static async begin(view: View, service: WalkService, random: Random, title: string): Promise<SoundWalk> {
    const member = await service.newMember()
    const id = await service.titleOf('audiobook', title)
    const walk = new SoundWalk({ view, service, member, id, random, manifest: await member.openTitle(id) })
    await view.engine.resize(VIEWPORT)
    await walk.launch()
    return walk
  }

  private constructor(given: Walker) {
    super(given, { at: 0 })
    this.#chapters = chaptersOf(given.manifest)
    this.#duration = durationOf(given.manifest)
  }

  protected get path() {
    return `/player/${this.id}`
  }

  steps(): Record<string, () => Promise<void>> {
    if (!this.isInFront) return { 'come back': () => this.comeBack(), elsewhere: () => this.moveElsewhere() }
    const actions: Record<string, () => Promise<void>> = this.requested
      ? { 'go there': () => this.#goThere(), 'stay here': () => this.#stayHere() }
      : {}
    const always = {
      'forward or back': () => this.#skip(),
      'next chapter': () => this.#nextChapter(),
      'wrong clock': () => this.view.setClockWrong(this.random.below(800) - 400),
      elsewhere: () => this.moveElsewhere(),
      kill: () => this.kill(),
      ...actions,
    }
    if (!this.isOnline) return { ...always, online: () => this.comeOnline(), 'online again': () => this.comeOnline() }
    return {
      ...always,
      listen: () => this.#listen(),
      'listen again': () => this.#listen(),
      'listen and kill': () => this.#listen({ isKilled: true }),
      speed: () => this.#changeSpeed(),
      'sheet and back': () => this.view.openAndGoBack(/^Capítulos$/),
      away: () => this.goAway(),
      offline: () => this.goOffline(),
      'kill and elsewhere': () => this.kill({ isElsewhere: true }),
    }
  }

  async check(): Promise<void> {
    await this.holds('the second', async () => {
      const second = await this.#visibleSecond()
      // The player shows that it is offline once it needs the network.
      if (second === null) return !this.isOnline || 'no second'
      return Math.abs(second - this.here.at) <= 1.01 || `at ${second}, not ${this.here.at}`
    })
    await this.checkQuestion()
  }

  async settle(): Promise<void> {
    if (this.isOnline && this.isInFront) this.beat()
    await this.holds('the stored place', async () => {
      const second = (await this.member.storedPlace(this.id))?.locator.locations.time
      const expected = this.stored?.at
      if (second === undefined || expected === undefined)
        return second === expected || `stored ${second}, not ${expected}`
      return Math.abs(second - expected) <= SLACK_SECONDS || `stored ${second}, not ${expected}`
    })
    if (this.isOnline && !this.left) await this.holds('nothing unsent', () => this.view.hasNothingUnsent())
  }

  /** Reads the slider, which covers the whole book. */
  #visibleSecond(): Promise<number | null> {
    return this.view.run(() => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label="Posição"]')
      return slider && Number(slider.value)
    })
  }

  protected locator({ at }: Second): Locator {
    return locatorAt(this.manifest, this.#chapters, at)
  }

  protected isSame(one: Second, other: Second): boolean {
    return isSameSecond(this.locator(one), this.locator(other))
  }

  protected describe(place: Second): string {
    const { title, locations } = this.locator(place)
    return placesText.atTime(clockTime(locations.time ?? 0), title)
  }

  // Model.

  protected beat() {
    const isReported = this.#isToSay
    this.#isToSay = false
    if (isReported && this.isMoved && (!this.stored || this.holder === this.life || this.knows)) {
      this.stored = this.here
      this.holder = this.life
      this.knows = true
      this.isMoved = false
      this.left = undefined
    }
    this.noticeMove()
  }

  #moved(at: number) {
    this.here = { at }
    this.isMoved = this.#isToSay = true
    this.left = { place: this.here, knows: this.knows, life: this.life }
  }

  // Steps.

  protected async launch() {
    const { secondsAgo } = (await this.member.storedPlace(this.id)) ?? {}
    await this.view.launch(await this.member.launchUrl(this.path))
    await this.view.run(watchSound)
    await this.view.screen.see('button', /^Reproduzir$/, { is: ({ isFree }) => isFree })
    await this.view.screen.press('button', /^Livro$/)
    this.life += 1
    this.isInFront = true
    this.isMoved = false
    this.requested = undefined
    this.knows = true
    this.#silentSince = secondsAgo === undefined ? undefined : performance.now() - secondsAgo * 1000
    const left = this.left
    if (left) {
      this.here = left.place
      this.isMoved = this.#isToSay = true
      this.knows = left.knows
      if (this.holder === left.life) this.knows = true
    } else {
      this.here = this.stored ?? { at: 0 }
    }
    this.beat()
  }

  /** Plays for a little while, then pauses or is killed. */
  async #listen({ isKilled = false } = {}) {
    if (this.here.at > this.#duration - 20) return this.#previousChapter()
    await this.settle()
    const before = await this.#heard()
    await this.view.screen.press('button', /^Reproduzir$/)
    const seconds = 0.5 + this.random.next() * 1.5
    let heard = before
    await this.holds('sound', async () => {
      heard = await this.#heard()
      const from = heard.began[before.began.length]
      return (from !== undefined && heard.time - from >= seconds) || JSON.stringify(heard)
    })
    const began = heard.began[before.began.length]!
    const away = this.#silentSince === undefined ? undefined : performance.now() - this.#silentSince
    const chapterStart = this.#chapters[chapterIndexAt(this.#chapters, this.here.at)]!.start
    // Start and end of the silence are known to within some seconds.
    const expected =
      away === undefined
        ? [this.here.at]
        : [-5000, 0, 5000].map((ms) => rewindFrom(this.here.at, away + ms, chapterStart))
    assert.ok(
      expected.some((second) => Math.abs(began - second) <= SLACK_SECONDS + 0.25 * this.#speed),
      `heard from ${began}, not ${expected}`,
    )
    if (isKilled) return this.#killWhileHeard(heard)
    await this.view.screen.press('button', /^Pausar$/)
    await this.holds('silence', async () => {
      heard = await this.#heard()
      return heard.isPaused || 'plays'
    })
    this.noticeMove()
    this.#moved(heard.time)
    this.#silentSince = performance.now()
    this.beat()
  }

  /** Kills the view during playback: at most a few seconds of the place may be lost. */
  async #killWhileHeard({ began, time }: LatestSound) {
    const hasQuestion = !this.knows
    await this.view.silence()
    const left = (await this.view.unsentOf(this.id))?.locations.time
    const stored = (await this.member.storedPlace(this.id))?.locator.locations.time
    const at = left ?? stored
    assert.ok(
      at !== undefined && at >= began.at(-1)! - 1 && at <= time + 3 * this.#speed,
      `left ${left}, stored ${stored}, of ${time}`,
    )
    if (!hasQuestion) {
      // The service stores a place of this view, or still the place before while the first heartbeat is in flight.
      this.stored = stored === undefined ? undefined : { at: stored }
      this.holder = this.life
    }
    this.here = { at }
    this.isMoved = left !== undefined
    this.left = left === undefined ? undefined : { place: { at: left }, knows: this.knows, life: this.life }
    await this.launch()
  }

  #heard(): Promise<LatestSound> {
    return this.view.run(() => {
      const { sound, began = [] } = window as unknown as { sound?: HTMLAudioElement; began?: number[] }
      return { began, time: sound?.currentTime ?? 0, isPaused: sound?.paused ?? true }
    })
  }

  async #skip() {
    if (this.random.chance(0.5)) await this.#skipTo(/^Avançar 30 segundos$/, this.here.at + 30)
    else await this.#skipTo(/^Voltar 15 segundos$/, this.here.at - 15)
  }

  async #nextChapter() {
    const next = nextChapterStart(this.#chapters, this.here.at)
    if (next !== undefined) await this.#skipTo(/^Próximo capítulo$/, next)
  }

  #previousChapter() {
    return this.#skipTo(/^Capítulo anterior$/, previousChapterStart(this.#chapters, this.here.at))
  }

  async #skipTo(button: RegExp, second: number) {
    if ((await this.#visibleSecond()) === null) return
    await this.view.screen.press('button', button)
    this.#moved(Math.min(Math.max(0, second), this.#duration - 0.1))
    this.#silentSince = undefined
  }

  async #changeSpeed() {
    const speed = this.random.pick(SPEEDS)
    await this.view.screen.press('button', /Velocidade$/)
    const label = `${speed.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}×`
    await this.view.screen.press('button', new RegExp(`^${label}$`), { within: 'dialog[open] .choices__grid' })
    await this.view.closeSheet()
    this.#speed = speed
  }

  protected drawPlace(): Second {
    if (this.random.chance(0.15)) return this.here
    for (;;) {
      const at = 10 + this.random.below(this.#duration - 40)
      if (Math.abs(at - this.here.at) > 10) return { at }
    }
  }

  async #goThere() {
    await this.view.answer(true)
    if (this.isOnline) this.noticeMove()
    this.here = this.requested ?? this.here
    this.knows = this.requested === this.stored
    this.isMoved = false
    this.requested = undefined
    this.left = undefined
    this.#silentSince = undefined
    this.noticeMove()
  }

  async #stayHere() {
    await this.view.answer(false)
    this.knows = this.requested === this.stored
    this.requested = undefined
    this.#moved(this.here.at)
    this.beat()
  }
}

/** Runs in the page: records the media element, which is in no document, when it first plays. */
function watchSound() {
  const page = window as unknown as { sound?: HTMLAudioElement; began: number[] }
  const { play } = HTMLMediaElement.prototype
  page.began = []
  HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
    if (page.sound !== this) {
      page.sound = this
      let isSilent = true
      let last = 0
      this.addEventListener('pause', () => {
        isSilent = true
      })
      this.addEventListener('timeupdate', () => {
        // Seeking advances the time without playing: count only the first second played.
        const advanced = this.currentTime - last
        if (isSilent && !this.paused && !this.seeking && advanced > 0 && advanced < 1) {
          isSilent = false
          page.began.push(last)
        }
        last = this.currentTime
      })
    }
    return play.call(this)
  }
}
