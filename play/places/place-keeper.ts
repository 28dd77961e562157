import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace, Device, PlaceMoved } from '@estante/contract/play/places.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Unsent } from '../activity/outbox.ts'

/** A place that a hand or the sound moved to and that the server does not have yet, as it outlives the page. */
export interface UnsentPlace {
  locator: Locator
  from?: Locator
  /** The revision that the member moved on from. */
  basedOn: number
  /** The view that moved it. */
  viewId: string
}

/** What keeping a place needs from the world. */
export interface PlaceWorld {
  /** Of this page: minted as it loads. */
  viewId: string
  device: Device
  /** Counts the movements of this page. */
  nextStep(): number
  /** Monotonic milliseconds. */
  now(): number
  later(run: () => void, delayMs: number): void
  /** The place that the server has now. */
  read(): Promise<CurrentPlace | null>
  /** What this device kept of an earlier page. */
  remembered(): UnsentPlace | undefined
  remember(unsent: UnsentPlace | undefined): void
}

/** How often a place that moves all the time is written down on the device. */
const REMEMBERED_EVERY_MS = 4000

/** How long a member who goes to another device's place waits for where it is by now. */
const ANSWER_WITHIN_MS = 3000

export type PlaceKeeper = ReturnType<typeof createPlaceKeeper>

/**
 * Keeps where the member is in one title. The server is told only what a hand or the sound moved, and from which revision
 * on. Where another view moved the place meanwhile, the member is asked: nothing of either is overwritten. `isSame`:
 * whether two places are one to a member.
 */
export function createPlaceKeeper(world: PlaceWorld, isSame: (one: Locator, other: Locator) => boolean) {
  const question = signal<CurrentPlace | undefined>()
  /** The place as the member knows it. */
  let base = 0
  /** The latest that the server said: answers may come out of order. */
  let latest = 0
  /** The latest that the service told to look at. */
  let toldOf = 0
  let here: Locator | undefined
  let unsent: { locator: Locator; from: Locator | undefined; step: number } | undefined
  let rememberedAt = Number.NEGATIVE_INFINITY
  let isKnown = false

  /** The title was opened, and this is the server's place. Returns where to begin. */
  function opened(current: CurrentPlace | null): Locator | undefined {
    const left = isKnown ? undefined : world.remembered()
    isKnown = true
    if (left) {
      base = left.basedOn
      here = left.locator
      unsent = { locator: left.locator, from: left.from, step: world.nextStep() }
      // Nobody moved it since that page did: the rest of what it said was on its way.
      if (current && (current.viewId === left.viewId || isSame(current.locator, left.locator))) base = current.revision
    }
    const revision = current?.revision ?? 0
    if (unsent) {
      hear(current)
    } else if (revision >= latest) {
      base = latest = revision
      here = current?.locator
      question.value = undefined
    }
    if (toldOf > latest) void look()
    return here
  }

  /** The server says where the member is. */
  function hear(current: CurrentPlace | null) {
    if (!current || current.revision < latest) return
    latest = current.revision
    if (current.viewId === world.viewId || (here && isSame(current.locator, here))) base = latest
    question.value = latest === base ? undefined : current
  }

  /** Asks the server, after the page was away. Without an answer nothing changes: a later one will tell. */
  async function look() {
    if (!isKnown) return
    try {
      hear(await world.read())
    } catch {
      // Offline, or over.
    }
  }

  /** The service says that a view moved the place. It may say so twice. */
  function told({ revision, viewId }: PlaceMoved) {
    if (viewId === world.viewId || revision <= Math.max(latest, toldOf)) return
    toldOf = revision
    void look()
  }

  /** A page is on show, or a second, and nobody moved there. */
  function shown(locator: Locator) {
    here = locator
  }

  /** A hand, or the sound, moved the place; `from`: it was a jump from there. */
  function moved(locator: Locator, from?: Locator) {
    here = locator
    const wasSent = unsent === undefined
    unsent = { locator, from: unsent?.from ?? from, step: world.nextStep() }
    if (wasSent || world.now() - rememberedAt >= REMEMBERED_EVERY_MS) remember()
  }

  /** Writes down on the device what the server does not have. */
  function remember() {
    if (!unsent) return
    rememberedAt = world.now()
    const { locator, from } = unsent
    world.remember({ locator, ...(from && { from }), basedOn: base, viewId: world.viewId })
  }

  /** What the next heartbeat says of the place, if anything. */
  function toReport(): Pick<Unsent, 'locator' | 'movement' | 'onAnswer'> {
    const { viewId, device } = world
    const sent = unsent
    return {
      ...(sent && {
        locator: sent.locator,
        movement: { viewId, step: sent.step, basedOn: base, ...(sent.from && { from: sent.from }), device },
      }),
      onAnswer({ progress }) {
        hear(progress)
        if (!sent || progress?.viewId !== viewId) return
        if (unsent?.step === sent.step) {
          unsent = undefined
          world.remember(undefined)
        } else if (unsent) {
          unsent.from = undefined
        }
      },
    }
  }

  /** The member goes to where the other device is. Returns where that is now. */
  async function go(): Promise<Locator | undefined> {
    // On a line that answers nothing, to where it was heard of.
    await Promise.race([look(), new Promise<void>((resolve) => world.later(resolve, ANSWER_WITHIN_MS))])
    const there = question.value
    if (!there) return undefined
    unsent = undefined
    world.remember(undefined)
    question.value = undefined
    base = there.revision
    here = there.locator
    return here
  }

  /** The member stays here, knowing where the other device is: this is the place from now on. */
  function stay() {
    if (!question.value || !here) return
    base = question.value.revision
    question.value = undefined
    unsent = undefined
    moved(here)
  }

  return {
    /** Where another view is, while the member has not said which of the two it shall be. */
    question: question as ReadonlySignal<CurrentPlace | undefined>,
    opened,
    hear,
    look,
    told,
    shown,
    moved,
    remember,
    toReport,
    isUnsent: () => unsent !== undefined,
    go,
    stay,
  }
}
