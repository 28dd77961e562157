import assert from 'node:assert/strict'
import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import {
  type Chapter,
  chapterIndexAt,
  chaptersOf,
  durationOf,
  nextChapterStart,
  previousChapterStart,
} from '@estante/play/player/chapters.ts'
import { isSameSecond, locatorAt } from '@estante/play/player/place.ts'
import { rewound } from '@estante/play/player/smart-rewind.ts'
import { VIEWPORT } from '../engines/engine.ts'
import { until } from '../engines/screen.ts'
import type { Random } from '../letters/random.ts'
import type { View } from './view.ts'
import type { Member, World } from './world.ts'

/** The sound stands still for this long before and after it is listened to, as far as we can tell. */
const SLACK_SECONDS = 0.6
const SPEEDS = [0.75, 1, 1.5, 2]

/** What the page tells of its sound. */
interface Heard {
  /** Where each stretch began, in the order in which they did. */
  began: number[]
  time: number
  isPaused: boolean
}

/** A member listens on the device of `view` and on others. The rules are those of `BookWalk`, and seconds its letters. */
export class SoundWalk {
  readonly #view: View
  readonly #world: World
  readonly #member: Member
  readonly #id: string
  readonly #random: Random
  readonly #manifest: Manifest
  readonly #chapters: Chapter[]
  readonly #duration: number
  #kept: number | undefined
  #holder: number | undefined
  #life = 0
  #here = 0
  #knows = true
  #isMoved = false
  /** A report is due: in silence a place is said once, and again only with the next sound. */
  #isToSay = false
  #asked: { at: number } | undefined
  #left: { at: number; knows: boolean; life: number } | undefined
  #isInFront = true
  #isOnline = true
  #speed = 1
  /** Since when it was silent, by this machine's clock; undefined when the second was chosen by hand. */
  #silentSince: number | undefined
  /** The version of what the service keeps, to tell what was asked from what is. */
  #version = 0
  #askedVersion = 0

  static async begin(view: View, world: World, random: Random, title: string): Promise<SoundWalk> {
    const member = await world.newMember()
    const id = await world.titleOf('audiobook', title)
    const walk = new SoundWalk(view, world, member, id, random, await member.openTitle(id))
    await view.engine.resize(VIEWPORT)
    await walk.#launch()
    return walk
  }

  private constructor(view: View, world: World, member: Member, id: string, random: Random, manifest: Manifest) {
    this.#view = view
    this.#world = world
    this.#member = member
    this.#id = id
    this.#random = random
    this.#manifest = manifest
    this.#chapters = chaptersOf(manifest)
    this.#duration = durationOf(manifest)
  }

  get #path() {
    return `/player/${this.#id}`
  }

  steps(): Record<string, () => Promise<void>> {
    if (!this.#isInFront) return { 'come back': () => this.#comeBack(), elsewhere: () => this.#moveElsewhere() }
    const asked: Record<string, () => Promise<void>> = this.#asked
      ? { 'go there': () => this.#goThere(), 'stay here': () => this.#stayHere() }
      : {}
    const always = {
      'forward or back': () => this.#skip(),
      'next chapter': () => this.#nextChapter(),
      'wrong clock': () => this.#view.setClockWrong(this.#random.below(800) - 400),
      elsewhere: () => this.#moveElsewhere(),
      'old page': () => this.#oldPage(),
      kill: () => this.#kill(),
      ...asked,
    }
    if (!this.#isOnline)
      return { ...always, online: () => this.#comeOnline(), 'online again': () => this.#comeOnline() }
    return {
      ...always,
      listen: () => this.#listen(),
      'listen again': () => this.#listen(),
      'listen and kill': () => this.#listen({ isKilled: true }),
      speed: () => this.#changeSpeed(),
      'sheet and back': () => this.#view.openAndGoBack(/^Capítulos$/),
      away: () => this.#goAway(),
      offline: () => this.#goOffline(),
      'kill and elsewhere': () => this.#kill({ isElsewhere: true }),
    }
  }

  async check(): Promise<void> {
    await this.#holds('the second', async () => {
      const shown = await this.#secondShown()
      // The player says that there is no connection, once it needs one.
      if (shown === null) return !this.#isOnline || 'no second'
      return Math.abs(shown - this.#here) <= 1.01 || `at ${shown}, not ${this.#here}`
    })
    // Behind another application nobody is asked; an answer may still come.
    if (!this.#isInFront) return
    await this.#holds('the question', async () => {
      const question = await this.#view.question()
      return (question === null) === (this.#asked === undefined) || `asks ${question}, expected ${this.#asked?.at}`
    })
  }

  async settle(): Promise<void> {
    if (this.#isOnline && this.#isInFront) this.#beat()
    await this.#holds('the kept place', async () => {
      const second = (await this.#member.kept(this.#id))?.locator.locations.time
      if (second === undefined || this.#kept === undefined)
        return second === this.#kept || `kept ${second}, not ${this.#kept}`
      return Math.abs(second - this.#kept) <= SLACK_SECONDS || `kept ${second}, not ${this.#kept}`
    })
    if (!this.#left) await this.#holds('nothing unsent', () => this.#view.hasNothingUnsent())
  }

  /** By the slider, which is of the whole book. */
  #secondShown(): Promise<number | null> {
    return this.#view.run(() => {
      const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label="Posição"]')
      return slider && Number(slider.value)
    })
  }

  async #holds(what: string, look: () => Promise<true | string>): Promise<void> {
    let said: true | string = ''
    await until(what, async () => {
      said = await look()
      return said === true || undefined
    }).catch(() => assert.fail(`${what}: ${said}`))
  }

  #locator(at: number): Locator {
    return locatorAt(this.#manifest, this.#chapters, at)
  }

  // The rules.

  #hear() {
    if (!this.#isOnline || !this.#isInFront || this.#kept === undefined) return
    if (this.#holder === this.#life || isSameSecond(this.#locator(this.#kept), this.#locator(this.#here)))
      this.#knows = true
    this.#asked = this.#knows ? undefined : { at: this.#kept }
    this.#askedVersion = this.#version
  }

  #beat() {
    const isSaid = this.#isToSay
    this.#isToSay = false
    if (isSaid && this.#isMoved && (this.#kept === undefined || this.#holder === this.#life || this.#knows)) {
      this.#kept = this.#here
      this.#holder = this.#life
      this.#version += 1
      this.#knows = true
      this.#isMoved = false
      this.#left = undefined
    }
    this.#hear()
  }

  #moved(at: number) {
    this.#here = at
    this.#isMoved = this.#isToSay = true
    this.#left = { at, knows: this.#knows, life: this.#life }
  }

  // The steps.

  async #launch() {
    const { secondsAgo } = (await this.#member.kept(this.#id)) ?? {}
    await this.#view.launch(await this.#member.launchUrl(this.#path))
    await this.#view.run(watchSound)
    await this.#view.screen.see('button', /^Reproduzir$/, { is: ({ isFree }) => isFree })
    await this.#view.screen.press('button', /^O que a barra mostra/)
    this.#life += 1
    this.#isInFront = true
    this.#isMoved = false
    this.#asked = undefined
    this.#knows = true
    this.#silentSince = secondsAgo === undefined ? undefined : performance.now() - secondsAgo * 1000
    const left = this.#left
    if (left) {
      this.#here = left.at
      this.#isMoved = this.#isToSay = true
      this.#knows = left.knows
      if (this.#holder === left.life) this.#knows = true
    } else {
      this.#here = this.#kept ?? 0
    }
    this.#beat()
  }

  /** Listens for a little while, pauses or is killed. */
  async #listen({ isKilled = false } = {}) {
    if (this.#here > this.#duration - 20) return this.#previousChapter()
    await this.settle()
    const before = await this.#heard()
    await this.#view.screen.press('button', /^Reproduzir$/)
    const seconds = 0.5 + this.#random.next() * 1.5
    let heard = before
    await this.#holds('sound', async () => {
      heard = await this.#heard()
      const from = heard.began[before.began.length]
      return (from !== undefined && heard.time - from >= seconds) || JSON.stringify(heard)
    })
    const began = heard.began[before.began.length]!
    const away = this.#silentSince === undefined ? undefined : performance.now() - this.#silentSince
    const chapterStart = this.#chapters[chapterIndexAt(this.#chapters, this.#here)]!.start
    // When exactly it fell silent, and began, is known to some seconds.
    const expected =
      away === undefined ? [this.#here] : [-5000, 0, 5000].map((ms) => rewound(this.#here, away + ms, chapterStart))
    assert.ok(
      expected.some((second) => Math.abs(began - second) <= SLACK_SECONDS + 0.25 * this.#speed),
      `heard from ${began}, not ${expected}`,
    )
    if (isKilled) return this.#killWhileHeard(heard)
    await this.#view.screen.press('button', /^Pausar$/)
    await this.#holds('silence', async () => {
      heard = await this.#heard()
      return heard.isPaused || 'plays'
    })
    this.#hear()
    this.#moved(heard.time)
    this.#silentSince = performance.now()
    this.#beat()
  }

  /** Of what was heard a few seconds are lost at most. */
  async #killWhileHeard({ began, time }: Heard) {
    const isAsked = !this.#knows
    await this.#view.silence()
    const left = (await this.#view.unsentOf(this.#id))?.locations.time
    const kept = (await this.#member.kept(this.#id))?.locator.locations.time
    const at = left ?? kept
    assert.ok(
      at !== undefined && at >= began.at(-1)! - 1 && at <= time + 3 * this.#speed,
      `left ${left}, kept ${kept}, of ${time}`,
    )
    if (!isAsked) {
      // What of it the service has is of this life, or of the one before while the first of it is on its way.
      this.#kept = kept
      this.#holder = this.#life
    }
    this.#here = at
    this.#isMoved = left !== undefined
    this.#left = left === undefined ? undefined : { at: left, knows: this.#knows, life: this.#life }
    await this.#launch()
  }

  #heard(): Promise<Heard> {
    return this.#view.run(() => {
      const { sound, began = [] } = window as unknown as { sound?: HTMLAudioElement; began?: number[] }
      return { began, time: sound?.currentTime ?? 0, isPaused: sound?.paused ?? true }
    })
  }

  async #skip() {
    if (this.#random.chance(0.5)) await this.#skipTo(/^Avançar 30 segundos$/, this.#here + 30)
    else await this.#skipTo(/^Voltar 15 segundos$/, this.#here - 15)
  }

  async #nextChapter() {
    const next = nextChapterStart(this.#chapters, this.#here)
    if (next !== undefined) await this.#skipTo(/^Próximo capítulo$/, next)
  }

  #previousChapter() {
    return this.#skipTo(/^Capítulo anterior$/, previousChapterStart(this.#chapters, this.#here))
  }

  async #skipTo(button: RegExp, second: number) {
    if ((await this.#secondShown()) === null) return
    await this.#view.screen.press('button', button)
    this.#moved(Math.min(Math.max(0, second), this.#duration - 0.1))
    this.#silentSince = undefined
  }

  async #changeSpeed() {
    const speed = this.#random.pick(SPEEDS)
    await this.#view.screen.press('button', /Velocidade$/)
    const label = `${speed.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}×`
    await this.#view.screen.press('button', new RegExp(`^${label}$`), { within: 'dialog[open] .choices__grid' })
    await this.#view.closeSheet()
    this.#speed = speed
  }

  async #goAway() {
    this.#beat()
    await this.#view.setInFront(false)
    this.#isInFront = false
    await this.settle()
    this.#world.clock.advance(this.#random.below(3 * 86_400_000))
  }

  async #comeBack() {
    await this.#view.setInFront(true)
    this.#isInFront = true
    this.#beat()
  }

  async #goOffline() {
    await this.settle()
    await this.#view.setOnline(false)
    this.#isOnline = false
  }

  async #comeOnline() {
    await this.#view.setOnline(true)
    this.#isOnline = true
    this.#beat()
  }

  async #kill({ isElsewhere = false } = {}) {
    if (isElsewhere) await this.settle()
    await this.#view.silence()
    if (!this.#isOnline) this.#world.network.reset()
    this.#isOnline = true
    if (isElsewhere) await this.#moveElsewhere({ isGone: true })
    await this.#launch()
  }

  async #moveElsewhere({ isGone = false } = {}) {
    if (!isGone && this.#isOnline && this.#isInFront) await this.settle()
    const there = this.#drawSecond()
    await this.#member.moveElsewhere(this.#id, this.#locator(there))
    this.#kept = there
    this.#holder = undefined
    this.#version += 1
    this.#knows = false
    if (this.#left) this.#left.knows = false
    if (!isGone) this.#hear()
  }

  /** Far from where the member is here, or about the same second. */
  #drawSecond(): number {
    if (this.#random.chance(0.15)) return this.#here
    for (;;) {
      const second = 10 + this.#random.below(this.#duration - 40)
      if (Math.abs(second - this.#here) > 10) return second
    }
  }

  async #oldPage() {
    if (this.#kept === undefined || this.#kept < 70) return
    await this.settle()
    await this.#member.sayStartAsBefore(this.#id, this.#locator(0))
  }

  async #goThere() {
    await this.#view.answer(true)
    if (this.#isOnline) this.#hear()
    this.#here = this.#asked?.at ?? this.#here
    this.#knows = this.#askedVersion === this.#version
    this.#isMoved = false
    this.#asked = undefined
    this.#left = undefined
    this.#silentSince = undefined
    this.#hear()
  }

  async #stayHere() {
    await this.#view.answer(false)
    this.#knows = this.#askedVersion === this.#version
    this.#asked = undefined
    this.#moved(this.#here)
    this.#beat()
  }
}

/** Runs in the page. The sound is in no document: it is found when it is first asked to play. */
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
        // The first second that advanced: what is only sought is not heard.
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
