import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Locator } from '@estante/contract/locator.ts'
import { rewindFrom } from '@estante/play/player/smart-rewind.ts'
import { PRODUCTION } from '@estante/server/environment.ts'
import { openPage } from '@estante/server/test/people.ts'
import { addPublication } from '@estante/server/test/publications.ts'
import { addCredential, type testContext } from '@estante/server/test/test-app.ts'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { type SimulatedTime, simulateTime } from './simulated-time.ts'
import {
  type BookView,
  Device,
  isSame,
  LETTERS,
  placeIn,
  progressionAfterTurn,
  SOUND_SECONDS,
  type SoundView,
} from './walker.ts'

/*
 * Random walks of a member with three devices through one title. The model predicts the place by the rules of
 * docs/decisions/0032-place-revisions.md; after each step every view must be at the predicted letter or second, ask
 * when predicted, and the service must store the predicted place.
 */

type Type = 'audiobook' | 'ebook'
type Service = Pick<Awaited<ReturnType<typeof testContext>>, 'context' | 'clock'> & { app: FastifyInstance }
type SignedInPage = Awaited<ReturnType<typeof openPage>>

const DEVICES = 3
/** Heartbeats of every view: enough for one to be refused, the next accepted, and all others notified. */
const BEATS = 4
const STEP_MS = BEATS * 16_000
/** Chapter boundaries of the audiobook, which no listening crosses. */
const BORDERS = [1500, 4000, SOUND_SECONDS]
/** An access token lives for ten minutes. */
const TOKEN_MS = 480_000
const EXACT = 0.01
const REMEMBERED_EVERY_SECONDS = 4

interface DeviceModel {
  isOpen: boolean
  isOnline: boolean
  isInFront: boolean
  view: string
  here: number
  /** Revision of the place that this device has seen. */
  knows: number
  /** The view moved, and the service does not know it or refused it. */
  isMoved: boolean
  /** A place of another device in the question to the member. */
  heard: { value: number; version: number } | undefined
  /** State that survives a killed view. */
  memory: { value: number; knows: number; view: string } | undefined
  /** When it fell silent; undefined after a manual seek. */
  awaySince: number | undefined
  lettersAPage: number
  speed: number
}

interface Model {
  type: Type
  /** The place stored by the service. */
  value: number | undefined
  version: number
  holder: string | undefined
  movedAt: number
  devices: DeviceModel[]
}

interface Walk {
  time: SimulatedTime
  devices: Device[]
  storedPlace(): Promise<number | undefined>
  unexpected: Error[]
  /** Steps taken, by name. */
  stepCounts: Map<string, number>
}

type Command = fc.AsyncCommand<Model, Walk>

/** Sets up the two titles. Returns a function that begins a walk of a new member. */
export async function walkService({ app, context, clock }: Service) {
  const sandbox = await context.db.read.selectFrom('partner').select('id').executeTakeFirstOrThrow()
  const { authorization } = await addCredential(context, sandbox.id, PRODUCTION, 9_999_999)
  const titles = {
    audiobook: await addPublication(context, { type: 'audiobook', title: 'O farol', durationMs: SOUND_SECONDS * 1000 }),
    ebook: await addPublication(context, { type: 'ebook', title: 'O rio', chapters: 4 }),
  }
  const stepCounts = new Map<string, number>()
  let members = 0

  function begin(type: Type): { model: Model; real: Walk } {
    members += 1
    const externalUserId = `walker-${members}`
    const pending = new Set<Promise<unknown>>()
    const time = simulateTime(settle, clock.advance)
    let page: { at: number; page: SignedInPage } | undefined

    async function settle() {
      await Promise.resolve()
      while (pending.size > 0) {
        await Promise.allSettled(pending)
        await nextTurn()
      }
    }

    async function wait<T>(work: Promise<T>): Promise<T> {
      pending.add(work)
      try {
        return await work
      } finally {
        pending.delete(work)
      }
    }

    const enter = () => wait(openPage(app, authorization, externalUserId))
    const unexpected: Error[] = []
    const fail = (error: Error) => {
      unexpected.push(error)
      return error
    }
    const dependencies = { time, id: titles[type], enter, await: wait, tokenMs: TOKEN_MS, fail }
    const storedPlace = async () => {
      page ??= { at: time.now(), page: await enter() }
      const entry = await context.db.read
        .selectFrom('library_entry')
        .innerJoin('member', 'member.id', 'library_entry.member_id')
        .innerJoin('publication', 'publication.id', 'library_entry.publication_id')
        .select('locator')
        .where('member.public_id', '=', page.page.profile.member.id)
        .where('publication.public_id', '=', titles[type])
        .executeTakeFirst()
      return entry?.locator ? placeIn(JSON.parse(entry.locator) as Locator) : undefined
    }
    return {
      model: {
        type,
        value: undefined,
        version: 0,
        holder: undefined,
        movedAt: 0,
        devices: Array.from({ length: DEVICES }, newDevice),
      },
      real: {
        time,
        devices: Array.from({ length: DEVICES }, () => new Device(dependencies, type)),
        storedPlace,
        unexpected,
        stepCounts,
      },
    }
  }

  return { begin, stepCounts }
}

function newDevice(): DeviceModel {
  return {
    isOpen: false,
    isOnline: true,
    isInFront: true,
    view: '',
    here: 0,
    knows: 0,
    isMoved: false,
    heard: undefined,
    memory: undefined,
    awaySince: undefined,
    lettersAPage: 900,
    speed: 1,
  }
}

/** The model's transitions. */
const rules = {
  /** The device is notified of the place. */
  notify(model: Model, device: DeviceModel): void {
    if (!device.isOnline || model.value === undefined) return
    const { version, value } = model
    if (model.holder === device.view || isSame(model.type, value, device.here)) device.knows = version
    device.heard = device.knows === version ? undefined : { value, version }
  },

  /** A heartbeat: a manual move is accepted from a view that has seen the place's revision. */
  beat(model: Model, device: DeviceModel, now: number, isAnswerLost = false): void {
    if (!device.isOpen || !device.isOnline) return
    const isAccepted =
      model.value === undefined || model.holder === device.view || (device.isMoved && device.knows === model.version)
    if (device.isMoved && isAccepted) {
      model.value = device.here
      model.holder = device.view
      model.version += 1
      model.movedAt = now
    }
    if (isAnswerLost) return
    rules.notify(model, device)
    if (model.holder !== device.view) return
    device.isMoved = false
    device.memory = undefined
  },

  move(device: DeviceModel, here: number): void {
    device.here = here
    device.isMoved = true
    device.memory = { value: here, knows: device.knows, view: device.view }
  },

  /** The title is opened, in a new view or again in the same one. */
  open(model: Model, device: DeviceModel, view: string): void {
    const { memory } = device
    const isNewView = device.view !== view
    device.isOpen = device.isInFront = true
    device.view = view
    device.speed = 1
    device.awaySince = model.value === undefined ? undefined : model.movedAt
    if (isNewView && memory) {
      device.here = memory.value
      device.knows = memory.knows
      device.isMoved = true
      device.heard = undefined
      if (
        model.value !== undefined &&
        (model.holder === memory.view || isSame(model.type, model.value, memory.value))
      ) {
        device.knows = model.version
      }
    }
    if (device.isMoved) {
      rules.notify(model, device)
    } else {
      device.here = model.value ?? 0
      device.knows = model.version
      device.heard = undefined
    }
  },
}

/** A step of the given device, or of the next one for which it is possible. */
class Step implements Command {
  readonly name: string
  readonly at: number
  readonly act: (scene: Scene) => Promise<void>
  readonly isPossible: (device: DeviceModel) => boolean

  constructor(
    name: string,
    at: number,
    act: (scene: Scene) => Promise<void>,
    isPossible: (device: DeviceModel) => boolean = () => true,
  ) {
    this.name = name
    this.at = at
    this.act = act
    this.isPossible = isPossible
  }

  canTake(device: DeviceModel): boolean {
    return device.isOpen && device.isInFront && this.isPossible(device)
  }

  indexIn({ devices }: Readonly<Model>): number | undefined {
    const order = devices.map((_, index) => (this.at + index) % devices.length)
    return order.find((index) => this.canTake(devices[index]!))
  }

  check(model: Readonly<Model>): boolean {
    return this.indexIn(model) !== undefined
  }

  async run(model: Model, walk: Walk): Promise<void> {
    const index = this.indexIn(model)!
    await this.act({ model, walk, device: model.devices[index]!, real: walk.devices[index]! })
    await finish({ model, walk }, this.name.replace(/[\d.-]+/g, 'N').trim())
  }

  toString(): string {
    return `${this.name}(${this.at})`
  }
}

interface Scene {
  model: Model
  walk: Walk
  device: DeviceModel
  real: Device
}

class OpenStep extends Step {
  override canTake(device: DeviceModel): boolean {
    return !device.isOpen && device.isOnline
  }
}

class ComeBackStep extends Step {
  override canTake(device: DeviceModel): boolean {
    return device.isOpen && !device.isInFront
  }
}

/** Lets time pass with heartbeats, and checks everything. */
async function finish({ model, walk }: Pick<Scene, 'model' | 'walk'>, step: string): Promise<void> {
  walk.stepCounts.set(step, (walk.stepCounts.get(step) ?? 0) + 1)
  for (const [index, { isOpen, isInFront }] of model.devices.entries()) {
    if (isOpen && isInFront && model.type === 'ebook') (walk.devices[index]!.view as BookView).look()
  }
  await walk.time.pass(STEP_MS)
  if (walk.unexpected[0]) throw walk.unexpected[0]
  const moved = model.devices.filter(({ isMoved }) => isMoved)
  if (model.type === 'ebook') {
    for (let beats = 0; beats < BEATS; beats++) {
      for (const device of model.devices)
        if (device.isOpen && device.isInFront) rules.beat(model, device, walk.time.now())
    }
  }
  for (const [index, device] of model.devices.entries()) {
    if (!device.isOpen) continue
    const { view } = walk.devices[index]!
    assert.ok(
      Math.abs(view!.here() - device.here) <= EXACT,
      `device ${index} is at ${view!.here()}, not ${device.here}`,
    )
    const question = view!.placeSync.question.value
    const heard = device.heard?.value
    const offered = question && placeIn(question.locator)
    assert.ok(
      offered === heard || Math.abs((offered ?? -1) - (heard ?? -1)) <= EXACT,
      `device ${index} asks of ${offered}, not ${heard}`,
    )
  }
  const storedPlace = await walk.storedPlace()
  const isStored = (value: number | undefined) =>
    storedPlace === value || Math.abs((storedPlace ?? -1) - (value ?? -1)) <= EXACT
  if (!isStored(model.value)) {
    // Two views on one page, both with a move to send, send them in either order.
    const later = moved.find(({ here }) => isStored(here) && isSame(model.type, here, model.value ?? 0))
    assert.ok(later, `stored ${storedPlace}, not ${model.value}`)
    Object.assign(model, { value: later.here, holder: later.view })
  }
}

const soundView = ({ real }: Scene) => real.view as SoundView
const bookView = ({ real }: Scene) => real.view as BookView

/** Everything that a member, a device or a network may do. */
export function stepCommands(type: Type): fc.Arbitrary<Command>[] {
  const at = fc.nat(DEVICES - 1)
  const end = type === 'ebook' ? LETTERS - 1 : SOUND_SECONDS - 300

  const open = at.map((index) => new OpenStep('open', index, openView))
  const kill = at.map((index) => new Step('kill', index, killView))
  const jump = fc.tuple(at, fc.integer({ min: 0, max: end })).map(
    ([index, to]) =>
      new Step(`jump to ${to} `, index, async (scene) => {
        scene.real.view!.jump(to)
        scene.device.awaySince = undefined
        rules.move(scene.device, to)
        await scene.walk.time.pass(3000)
        rules.beat(scene.model, scene.device, scene.walk.time.now())
      }),
  )
  const jumpUnheard = fc.tuple(at, fc.integer({ min: 0, max: end })).map(
    ([index, to]) =>
      new Step(
        `jump to ${to}, the answer is lost, kill `,
        index,
        async (scene) => {
          scene.real.losesAnswers = true
          scene.real.view!.jump(to)
          rules.move(scene.device, to)
          await scene.walk.time.pass(3000)
          rules.beat(scene.model, scene.device, scene.walk.time.now(), true)
          await killView(scene)
          scene.real.losesAnswers = false
        },
        (device) => device.isOnline && !device.isMoved,
      ),
  )
  const hide = fc.tuple(at, fc.integer({ min: 1000, max: 86_400_000 })).map(
    ([index, ms]) =>
      new Step(`away for ${ms} ms `, index, async (scene) => {
        scene.real.isInFront = false
        scene.real.view!.hide()
        if (type === 'ebook') rules.beat(scene.model, scene.device, scene.walk.time.now())
        else if (scene.device.memory) scene.device.memory.knows = scene.device.knows
        scene.device.isInFront = false
        await scene.walk.time.pass(Math.min(ms, 60_000))
        scene.walk.time.leap(ms)
      }),
  )
  const show = at.map(
    (index) =>
      new ComeBackStep('come back', index, async (scene) => {
        scene.device.isInFront = scene.real.isInFront = true
        const back = scene.real.view!.comeBack()
        await scene.walk.time.pass(0)
        await back
        if (type === 'ebook') rules.beat(scene.model, scene.device, scene.walk.time.now())
        rules.notify(scene.model, scene.device)
      }),
  )
  const offline = at.map(
    (index) =>
      new Step('offline', index, async ({ device, real }) => {
        device.isOnline = real.isOnline = false
      }),
  )
  const online = at.map(
    (index) =>
      new Step(
        'online',
        index,
        async (scene) => {
          scene.device.isOnline = scene.real.isOnline = true
          const hadUnsent = scene.real.view!.hasUnsent()
          scene.real.view!.connect()
          await scene.walk.time.pass(0)
          if (hadUnsent) rules.beat(scene.model, scene.device, scene.walk.time.now())
        },
        (device) => !device.isOnline,
      ),
  )
  const go = at.map(
    (index) =>
      new Step(
        'go there',
        index,
        async (scene) => {
          const gone = scene.real.view!.goThere()
          await scene.walk.time.pass(0)
          await gone
          rules.notify(scene.model, scene.device)
          const { heard } = scene.device
          if (!heard) return
          Object.assign(scene.device, { here: heard.value, knows: heard.version, isMoved: false })
          Object.assign(scene.device, { heard: undefined, memory: undefined, awaySince: undefined })
        },
        (device) => device.heard !== undefined,
      ),
  )
  const stay = at.map(
    (index) =>
      new Step(
        'stay here',
        index,
        async (scene) => {
          scene.real.view!.stayHere()
          scene.device.knows = scene.device.heard!.version
          scene.device.heard = undefined
          rules.move(scene.device, scene.device.here)
          await scene.walk.time.pass(3000)
          rules.beat(scene.model, scene.device, scene.walk.time.now())
        },
        (device) => device.heard !== undefined,
      ),
  )
  const reopen = at.map(
    (index) =>
      new Step(
        'close and open again',
        index,
        async (scene) => {
          const { model, walk, device, real } = scene
          if (type === 'ebook') rules.beat(model, device, walk.time.now())
          const opened = real.view!.openAgain()
          await walk.time.pass(0)
          await opened
          rules.open(model, device, device.view)
          if (type === 'ebook' || device.isMoved) rules.beat(model, device, walk.time.now())
        },
        (device) => device.isOnline,
      ),
  )
  const wrongClock = fc.integer({ min: -400, max: 400 }).map((days) => new WrongClock(days))
  const common = [open, open, open, kill, jump, jump, jumpUnheard, hide, show, show, offline, online, go, stay, reopen]
  return [...common, wrongClock, ...(type === 'ebook' ? bookSteps(at) : soundSteps(at))]
}

function bookSteps(at: fc.Arbitrary<number>): fc.Arbitrary<Command>[] {
  const turns = fc.tuple(at, fc.integer({ min: 1, max: 8 }), fc.constantFrom(1, 1, -1)).map(
    ([index, count, by]) =>
      new Step(`turn ${count * by} `, index, async (scene) => {
        for (let turn = 0; turn < count; turn++) {
          bookView(scene).turn(by as 1 | -1)
          const here = progressionAfterTurn(scene.device.here, scene.device.lettersAPage, by as 1 | -1)
          if (here !== scene.device.here) rules.move(scene.device, here)
        }
        await scene.walk.time.pass(3000)
        rules.beat(scene.model, scene.device, scene.walk.time.now())
      }),
  )
  const look = fc.tuple(at, fc.integer({ min: 150, max: 2500 }), fc.constantFrom('font', 'rotate', 'theme')).map(
    ([index, letters, look]) =>
      new Step(`${look}: ${letters} a page `, index, async (scene) => {
        bookView(scene).layOut(letters)
        scene.device.lettersAPage = letters
      }),
  )
  return [turns, turns, turns, look]
}

function soundSteps(at: fc.Arbitrary<number>): fc.Arbitrary<Command>[] {
  const heard = fc.tuple(at, fc.constantFrom(4, 8, 12), fc.boolean()).map(
    ([index, seconds, isKilled]) =>
      new Step(
        `listen for ${seconds} s${isKilled ? ', kill ' : ' '}`,
        index,
        (scene) => listen(scene, seconds, isKilled),
        ({ here, speed }) => BORDERS.every((border) => here >= border || here + seconds * speed + 1 < border),
      ),
  )
  const speed = fc.tuple(at, fc.constantFrom(0.5, 1, 1.5, 3)).map(
    ([index, rate]) =>
      new Step(`speed ${rate} `, index, async (scene) => {
        soundView(scene).setSpeed(rate)
        scene.device.speed = rate
      }),
  )
  return [heard, heard, heard, speed]
}

async function openView({ model, walk, device, real }: Scene): Promise<void> {
  const opened = real.open()
  await walk.time.pass(100)
  await opened
  rules.open(model, device, real.view!.viewId)
  device.lettersAPage = 900
  if (model.type === 'ebook' || device.isMoved) rules.beat(model, device, walk.time.now())
}

async function killView({ device, real }: Scene): Promise<void> {
  real.kill()
  Object.assign(device, { isOpen: false, isMoved: false, heard: undefined })
}

async function listen(scene: Scene, seconds: number, isKilled: boolean): Promise<void> {
  const { model, walk, device, real } = scene
  const view = soundView(scene)
  const away = device.awaySince === undefined ? undefined : walk.time.now() - device.awaySince
  const before = device.here
  view.play()
  const chapterStart = BORDERS.findLast((border) => border <= before) ?? 0
  // The instant at which the service stored the place is known only to within a heartbeat or two.
  const from =
    away === undefined ? [before] : [-40_000, 0, 40_000].map((ms) => rewindFrom(before, away + ms, chapterStart))
  assert.ok(
    from.some((second) => Math.abs(second - view.here()) <= EXACT),
    `resumed at ${view.here()}, not ${from}`,
  )
  if (view.here() !== before) rules.move(device, view.here())
  rules.notify(model, device)
  await walk.time.pass(100)
  device.here = Math.min(device.here, view.here())
  rules.beat(model, device, walk.time.now())
  const start = device.here
  await walk.time.pass(seconds * 1000)
  const expected = start + seconds * device.speed
  assert.ok(Math.abs(view.here() - expected) <= 0.6 * device.speed, `heard until ${view.here()}, not ${expected}`)
  rules.move(device, view.here())
  if (isKilled) {
    const left = real.remembered && placeIn(real.remembered.locator)
    assert.ok(
      left !== undefined && device.here - left <= (REMEMBERED_EVERY_SECONDS + 0.3) * device.speed,
      `${left} was left of ${device.here}`,
    )
    device.memory = { value: left, knows: device.knows, view: device.view }
    return killView(scene)
  }
  view.pause()
  device.here = view.here()
  device.awaySince = walk.time.now()
  await walk.time.pass(100)
  rules.beat(model, device, walk.time.now())
}

/** Sets the clock of every device to another day. */
class WrongClock implements Command {
  readonly days: number

  constructor(days: number) {
    this.days = days
  }

  check = () => true

  async run(model: Model, walk: Walk): Promise<void> {
    setClockWrong(this.days)
    await finish({ model, walk }, 'wrong clock')
  }

  toString = () => `clock wrong by ${this.days} days`
}

const rightNow = Date.now

function setClockWrong(days: number): void {
  Date.now = () => rightNow() + days * 86_400_000
}

export function setClockRight(): void {
  Date.now = rightNow
}

/** All devices reconnect, and a device without memory opens the title at the stored place. */
export async function endWalk({ model, real }: { model: Model; real: Walk }): Promise<void> {
  for (const device of real.devices) device.kill()
  const fresh = real.devices[0]!
  fresh.isOnline = true
  fresh.remembered = undefined
  const opened = fresh.open()
  await real.time.pass(100)
  await opened
  assert.ok(
    Math.abs(fresh.view!.here() - (model.value ?? 0)) <= EXACT,
    `opens at ${fresh.view!.here()}, not ${model.value}`,
  )
  fresh.kill()
}
