import assert from 'node:assert/strict'
import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { Random } from '@estante/server/test/random.ts'
import { until } from '../engines/screen.ts'
import type { View } from './view.ts'
import type { Member, WalkService } from './walk-service.ts'

/** A member, the device in use, and the open title. */
export interface Walker {
  view: View
  service: WalkService
  member: Member
  id: string
  random: Random
  manifest: Manifest
}

/**
 * Walk of a member through a title, on the device of `view` and on others. Tracks by the rules of
 * docs/decisions/0032-place-revisions.md where the member is, which place the service stores, and whether this
 * device has seen it.
 */
export abstract class TitleWalk<Place extends { chapter?: number }> {
  protected readonly view: View
  protected readonly service: WalkService
  protected readonly member: Member
  protected readonly id: string
  protected readonly random: Random
  protected readonly manifest: Manifest
  protected here: Place
  /** The place that the service stores, and the number of the view that moved it. */
  protected stored: Place | undefined
  protected holder: number | undefined
  protected life = 0
  protected knows = true
  protected isMoved = false
  /** The other device's place in the visible question. */
  protected requested: Place | undefined
  /** State on this device from a killed view. */
  protected left: { place: Place; knows: boolean; life: number } | undefined
  protected isInFront = true
  protected isOnline = true

  protected constructor({ view, service, member, id, random, manifest }: Walker, start: Place) {
    this.view = view
    this.service = service
    this.member = member
    this.id = id
    this.random = random
    this.manifest = manifest
    this.here = start
  }

  /** The steps possible now. */
  abstract steps(): Record<string, () => Promise<void>>
  /** Checks that the page shows the expected place, and the question when one is expected. */
  abstract check(): Promise<void>
  /** Waits for the service to store the expected place, and compares it. */
  abstract settle(): Promise<void>

  protected abstract get path(): string
  protected abstract launch(): Promise<void>
  protected abstract locator(place: Place): Locator
  protected abstract isSame(one: Place, other: Place): boolean
  /** How the question names a place. */
  protected abstract describe(place: Place): string
  /** Chooses a place far from the present one, or the present one. */
  protected abstract drawPlace(): Place
  /** Models a heartbeat: the page sends its place, and learns the stored one. */
  protected abstract beat(): void

  protected async checkQuestion(): Promise<void> {
    // No question is shown in the background; an answer may still arrive.
    if (!this.isInFront) return
    await this.holds('the question', async () => {
      const question = await this.view.question()
      // By the question's text: a page that still asks about the place before would go there.
      const isExpected = this.requested ? question?.includes(` ${this.describe(this.requested)}, `) : question === null
      return isExpected || `asks ${question}, expected ${JSON.stringify(this.requested)}`
    })
  }

  protected async holds(claim: string, look: () => Promise<true | string>): Promise<void> {
    let outcome: true | string = ''
    await until(claim, async () => {
      outcome = await look()
      return outcome === true || undefined
    }).catch(() => assert.fail(`${claim}: ${outcome}`))
  }

  protected noticeMove(): void {
    if (!this.isOnline || !this.isInFront || !this.stored) return
    if (this.holder === this.life || this.isSame(this.stored, this.here)) this.knows = true
    this.requested = this.knows ? undefined : this.stored
  }

  protected async goAway(): Promise<void> {
    this.beat()
    await this.view.setInFront(false)
    this.isInFront = false
    await this.settle()
    this.service.clock.advance(this.random.below(3 * 86_400_000))
  }

  protected async comeBack(): Promise<void> {
    await this.view.setInFront(true)
    this.isInFront = true
    this.beat()
  }

  protected async goOffline(): Promise<void> {
    await this.settle()
    await this.view.setOnline(false)
    this.isOnline = false
  }

  protected async comeOnline(): Promise<void> {
    await this.view.setOnline(true)
    this.isOnline = true
    this.beat()
  }

  /** Ends the walk online, where everything must reach the service. */
  async finish(): Promise<void> {
    if (!this.isOnline) await this.comeOnline()
    await this.settle()
  }

  protected async kill({ isElsewhere = false } = {}): Promise<void> {
    if (isElsewhere) await this.settle()
    await this.view.silence()
    if (!this.isOnline) this.service.network.reset()
    this.isOnline = true
    if (isElsewhere) await this.moveElsewhere({ isGone: true })
    await this.launch()
  }

  protected async moveElsewhere({ isGone = false } = {}): Promise<void> {
    if (!isGone && this.isOnline && this.isInFront) await this.settle()
    const { requested } = this
    const isDistinct = (place: Place) =>
      !requested || this.isSame(place, requested) || this.describe(place) !== this.describe(requested)
    let there: Place
    do there = this.drawPlace()
    while (!isDistinct(there))
    await this.member.moveElsewhere(this.id, this.locator(there), there.chapter)
    this.stored = there
    this.holder = undefined
    this.knows = false
    if (this.left) this.left.knows = false
    if (!isGone) this.noticeMove()
  }
}
