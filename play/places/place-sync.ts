import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace, Device, PlaceMovedEvent } from '@estante/contract/play/places.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { UnsentHeartbeat } from '../activity/heartbeat-queue.ts'

/** A place that the server does not have yet, stored beyond the page. */
export interface UnsentPlace {
  locator: Locator
  from?: Locator
  /** The revision that the move was based on. */
  basedOn: number
  /** The view that moved it. */
  viewId: string
}

export interface PlaceDependencies {
  /** The id of this page, minted as it loads. */
  viewId: string
  device: Device
  /** Counts the moves of this page. */
  nextStep(): number
  /** A monotonic clock in milliseconds. */
  now(): number
  later(run: () => void, delayMs: number): void
  /** A hidden page requests nothing until it is shown again. */
  isHidden(): boolean
  /** Requests the server's present place. */
  read(): Promise<CurrentPlace | null>
  /** Reads the place that an earlier page stored on this device. */
  remembered(): UnsentPlace | undefined
  remember(unsent: UnsentPlace | undefined): void
}

/** How often a continuously moving place is stored on the device. */
const REMEMBERED_EVERY_MS = 4000

/**
 * A question is brought up to date this long after each change: of a member who reads or listens on, the service
 * notifies only once a minute.
 */
const FOLLOWED_AFTER_MS = 20_000

/** How long a member who goes to another device's place waits for its latest version. */
const ANSWER_WITHIN_MS = 3000

export type PlaceSync = ReturnType<typeof createPlaceSync>

/**
 * Syncs the member's place in a title with the service. Reports only moves by hand or by playback, with the revision
 * they are based on. When another view moved the place meanwhile, asks the member and overwrites nothing. `isSame`:
 * whether a member would call two places the same.
 */
export function createPlaceSync(dependencies: PlaceDependencies, isSame: (one: Locator, other: Locator) => boolean) {
  const question = signal<CurrentPlace | undefined>()
  /** The latest revision that the member knows. */
  let base = 0
  /** The server's latest: answers may come out of order. */
  let latest = 0
  /** The latest revision that the service notified of. */
  let announced = 0
  let here: Locator | undefined
  let unsent: { locator: Locator; from: Locator | undefined; step: number } | undefined
  /** Another view's place that the member goes to, until it is displayed or the member moves elsewhere. */
  let going: CurrentPlace | undefined
  let rememberedAt = Number.NEGATIVE_INFINITY
  let isKnown = false
  let isFollowing = false

  /** The title was opened with this place of the server. Returns where to begin. */
  function opened(current: CurrentPlace | null): Locator | undefined {
    const left = isKnown ? undefined : dependencies.remembered()
    going = undefined
    isKnown = true
    if (left) {
      base = left.basedOn
      here = left.locator
      unsent = { locator: left.locator, from: left.from, step: dependencies.nextStep() }
      // No other view moved the place: the server only received the rest of the killed page's report.
      if (current && (current.viewId === left.viewId || isSame(current.locator, left.locator))) base = current.revision
    }
    const revision = current?.revision ?? 0
    if (unsent) {
      receive(current)
    } else if (revision >= latest) {
      base = latest = revision
      here = current?.locator
      question.value = undefined
    }
    if (announced > latest) void refresh()
    return here
  }

  /** Handles an answer with the server's place. */
  function receive(current: CurrentPlace | null) {
    if (!current || current.revision < latest) return
    latest = current.revision
    if (current.viewId === dependencies.viewId || (here && isSame(current.locator, here))) base = latest
    if (latest === base || latest === going?.revision) {
      question.value = undefined
    } else if (latest !== question.value?.revision) {
      question.value = current
      follow()
    }
  }

  /** Requests the place in question again, until the other device has come to rest there. */
  function follow() {
    if (isFollowing) return
    isFollowing = true
    dependencies.later(() => {
      isFollowing = false
      if (question.value && !dependencies.isHidden()) void refresh()
    }, FOLLOWED_AFTER_MS)
  }

  /** Requests the server's place after the page was hidden. Without an answer nothing changes. */
  async function refresh() {
    if (!isKnown) return
    try {
      receive(await dependencies.read())
    } catch {
      // Offline, or signed out.
    }
  }

  /** Handles a notification of a move by another view. Duplicates are ignored. */
  function onMoved({ revision, viewId }: PlaceMovedEvent) {
    if (viewId === dependencies.viewId || revision <= Math.max(latest, announced)) return
    announced = revision
    void refresh()
  }

  /** Sets the displayed place without a move. */
  function setDisplayed(locator: Locator) {
    here = locator
  }

  /** Records a move by hand or playback; `from`: the start of a jump. */
  function moved(locator: Locator, from?: Locator) {
    here = locator
    if (going) question.value ??= going
    going = undefined
    const wasSent = unsent === undefined
    unsent = { locator, from: unsent?.from ?? from, step: dependencies.nextStep() }
    if (wasSent || dependencies.now() - rememberedAt >= REMEMBERED_EVERY_MS) remember()
  }

  /** Stores the unsent place on the device. */
  function remember() {
    if (!unsent) return
    rememberedAt = dependencies.now()
    const { locator, from } = unsent
    dependencies.remember({ locator, ...(from && { from }), basedOn: base, viewId: dependencies.viewId })
  }

  /** Returns the move for the next heartbeat. */
  function toReport(): Pick<UnsentHeartbeat, 'movement' | 'onAnswer'> {
    const { viewId, device } = dependencies
    const sent = unsent
    return {
      ...(sent && {
        movement: {
          locator: sent.locator,
          viewId,
          step: sent.step,
          basedOn: base,
          ...(sent.from && { from: sent.from }),
          device,
        },
      }),
      onAnswer({ progress }) {
        receive(progress)
        if (!sent || progress?.viewId !== viewId) return
        if (unsent?.step === sent.step) {
          unsent = undefined
          dependencies.remember(undefined)
        } else if (unsent) {
          unsent.from = undefined
        }
      },
    }
  }

  /** The member goes to the other device's place. Returns its latest version; `arrived` follows once it is displayed. */
  async function go(): Promise<Locator | undefined> {
    // When the request takes too long, use the known one.
    await Promise.race([refresh(), new Promise<void>((resolve) => dependencies.later(resolve, ANSWER_WITHIN_MS))])
    going = question.value
    question.value = undefined
    return going?.locator
  }

  /** The place that the member went to is displayed. */
  function arrived() {
    if (!going) return
    unsent = undefined
    dependencies.remember(undefined)
    base = going.revision
    here = going.locator
    going = undefined
  }

  /** The member stays here: this becomes the place. */
  function stay() {
    if (!question.value || !here) return
    base = question.value.revision
    question.value = undefined
    unsent = undefined
    moved(here)
  }

  return {
    /** The other view's place, until the member decides between the two. */
    question: question as ReadonlySignal<CurrentPlace | undefined>,
    opened,
    receive,
    refresh,
    onMoved,
    setDisplayed,
    moved,
    remember,
    toReport,
    isUnsent: () => unsent !== undefined,
    go,
    arrived,
    stay,
  }
}
