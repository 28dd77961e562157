import type { CDPSession, Page } from '@playwright/test'
import { makeLongM4b, makeNovel } from '../line/long-books.ts'
import { openBrowser, openPhone, waitForElement } from '../line/open-phone.ts'
import { openSlowLine } from '../line/slow-line.ts'
import { startTenHours } from '../line/start-ten-hours.ts'
import type { Row } from '../measure/compare.ts'
import { type Path, untimed } from '../run.ts'

/** Network time is excluded here. */
const FAST_LINE = { bytesPerSecond: 10 ** 9, roundTripMs: 0 }
const CPU_SLOWDOWN = 6
const PATIENCE_MS = 120_000
const LONG_TASK_MS = 100
const PAGES = 200
/** The pages after which the reader's caches are full. */
const FIRST_PAGES = 20
/** An hour of sound, in skips of 30 seconds. */
const SKIPS = 120
/** The skips after which the player's caches are full. */
const FIRST_SKIPS = 20
/** After an action, so that tasks belong to it; and after one of very many. */
const PAUSE_MS = 300
const SHORT_PAUSE_MS = 100
/** Growth of data within which memory counts as flat, in MB: a novel that is left behind has more. */
const FLAT_MB = 0.1
/** The same for the number of documents, nodes and listeners together: such a novel has a hundred. */
const FLAT_COUNT = 20
/**
 * Types of a heap snapshot's nodes that are data. Compiled code, and what the engine notes to compile more, grows for
 * more rounds than a run has, up to what the program's size allows.
 */
const DATA_TYPES = new Set([
  ...['object', 'closure', 'array', 'number', 'bigint', 'symbol', 'regexp'],
  ...['string', 'concatenated string', 'sliced string'],
])

/** Everything that a member does in an hour, on a slow phone: tasks that block it, layout shift, and memory. */
export const use: Path = async (run) => {
  const line = await openSlowLine(FAST_LINE)
  const books = [await makeNovel(), await makeLongM4b(run.newPath('m4b'))]
  await using service = await startTenHours(untimed(run), run.newPath('data'), line, books)
  const browser = await openBrowser()
  try {
    const page = await openPhone(browser, CPU_SLOWDOWN)
    page.setDefaultTimeout(PATIENCE_MS)
    await page.addInitScript(watchPage)
    const devtools = await page.context().newCDPSession(page)
    await page.goto(await service.launch('/', 'ana'))
    // The app handles links once its heading is drawn.
    await waitForElement(page, 'h1')
    // The remaining tasks of the start are counted.
    await page.waitForTimeout(PAUSE_MS * 10)
    // Playwright's first search in each JavaScript world of the page compiles its script there.
    await uncounted(page, async () => {
      await page.locator('h1').waitFor()
      await page.waitForFunction(() => true)
    })
    const [book, recording] = service.paths as [string, string]
    const rounds = Math.max(2, Math.ceil(run.pace.rounds / 3))
    const memories: RoundMemory[] = []
    for (let round = 0; round < rounds; round++) memories.push(await useOnce(page, devtools, book, recording))
    const { tasks, shifts } = await page.evaluate(() => (window as unknown as WatchedWindow).watched)
    return [...taskRows(tasks), shiftRow(shifts), ...memoryRows(memories)]
  } finally {
    await browser.close()
    line.close()
  }
}

/** Memory after the parts of a round. */
type RoundMemory = Record<'firstPages' | 'pages' | 'firstSound' | 'sound' | 'end', Memory>

interface Memory {
  /** Bytes of the JavaScript heap in use. */
  used: number
  /** Bytes of data among them. */
  data: number
  documents: number
  nodes: number
  listeners: number
}

async function useOnce(page: Page, devtools: CDPSession, book: string, recording: string): Promise<RoundMemory> {
  const step = (name: string) =>
    page.evaluate((next) => {
      ;(window as unknown as WatchedWindow).watched.step = next
    }, name)
  const tap = async (label: string) => {
    const { x, y } = await middleOf(page, label)
    await page.touchscreen.tap(x, y)
    await page.waitForTimeout(PAUSE_MS)
  }
  const search = async (text: string) => {
    await page.locator('input[type="search"]').fill(text)
    await page.waitForTimeout(PAUSE_MS * 4)
  }
  const goTo = async (path: string) => {
    await step(path.replace(/pub_.*/, '…'))
    // The application follows any link of the page. Its own tap is input, as a member's is.
    await page.evaluate((href) => {
      const link = document.body.appendChild(document.createElement('a'))
      Object.assign(link, { href, id: 'way' }).style.cssText =
        'position:fixed;inset:0 auto auto 0;z-index:99;width:8px;height:8px'
    }, path)
    await page.touchscreen.tap(4, 4)
    await page.evaluate(() => document.getElementById('way')!.remove())
    await page.waitForTimeout(PAUSE_MS * 4)
  }
  const press = async (key: string, times: number) => {
    for (let pressed = 0; pressed < times; pressed++) {
      await page.keyboard.press(key)
      await page.waitForTimeout(SHORT_PAUSE_MS)
    }
  }

  await goTo('/')
  await page.mouse.wheel(0, 4000)
  await goTo('/explorar')
  await search('farol')
  await goTo(book.replace('/leitor/', '/titulo/'))
  await goTo(book)
  await middleOf(page, 'Próxima página')
  await press('ArrowRight', FIRST_PAGES)
  const firstPages = await memoryOf(page, devtools)
  await step('pages')
  await press('ArrowRight', PAGES - FIRST_PAGES)
  const pages = await memoryOf(page, devtools)
  await step('reader, appearance')
  await tap('Aparência')
  await tap('Aumentar o texto')
  await tap('Diminuir o texto')
  await tap('Fechar')
  await step('reader, contents')
  await tap('Sumário')
  await tap('Capítulo 2 ')
  await page.waitForTimeout(PAUSE_MS * 4)
  // The page has the focus after a jump, and the bar is gone. A tap in its middle brings it back.
  const { width, height } = page.viewportSize()!
  await page.touchscreen.tap(width / 2, height / 2)
  await page.waitForTimeout(PAUSE_MS)
  await step('reader, search')
  await tap('Buscar no livro')
  await search('farol')
  await tap('Fechar')
  await goTo(recording)
  await tap('Reproduzir')
  await step('sound')
  await press('l', FIRST_SKIPS)
  const firstSound = await memoryOf(page, devtools)
  await press('l', SKIPS - FIRST_SKIPS)
  const sound = await memoryOf(page, devtools)
  for (const sheet of ['Capítulos', 'Velocidade', 'Temporizador']) {
    await step(`player, ${sheet}`)
    await tap(sheet)
    await tap('Fechar')
  }
  await step('player')
  await page.locator('input[type="range"]').first().press('Home')
  await tap('Pausar')
  await goTo('/biblioteca')
  await goTo('/perfil')
  await goTo('/')
  return { firstPages, pages, firstSound, sound, end: await memoryOf(page, devtools) }
}

/**
 * Waits for the first enabled button whose label contains a text, in the open dialog if there is one, and returns its
 * middle. Searches by selector: searching by role takes hundreds of milliseconds in the page, as a long task of its
 * own.
 */
async function middleOf(page: Page, label: string): Promise<{ x: number; y: number }> {
  const found = await page.waitForFunction(
    (wanted) => {
      const buttons = (document.querySelector('dialog[open]') ?? document).querySelectorAll('button:enabled')
      const button = [...buttons].find((one) =>
        (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(wanted),
      )
      button?.scrollIntoView({ block: 'nearest' })
      const box = button?.getBoundingClientRect()
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
    label,
    { polling: PAUSE_MS },
  )
  return (await found.jsonValue())!
}

/** Measures memory after garbage collection. Its own tasks are not counted. */
function memoryOf(page: Page, devtools: CDPSession): Promise<Memory> {
  return uncounted(page, async () => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { documents, nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    const data = await countData(devtools)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    return { used: usedSize, data, documents, nodes, listeners: jsEventListeners }
  })
}

/** Sums the sizes of the data in a heap snapshot. */
async function countData(devtools: CDPSession): Promise<number> {
  const chunks: string[] = []
  const add = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', add)
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  devtools.off('HeapProfiler.addHeapSnapshotChunk', add)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (DATA_TYPES.has(types[0][nodes[at + type]!]!)) bytes += nodes[at + size]!
  }
  return bytes
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  /** The fields of all nodes, one after another. */
  nodes: number[]
}

/** Runs something of the bench's own, whose long tasks are not counted. */
async function uncounted<T>(page: Page, run: () => Promise<T>): Promise<T> {
  const pause = (isPaused: boolean) =>
    page.evaluate((value) => {
      ;(window as unknown as WatchedWindow).watched.isPaused = value
    }, isPaused)
  await pause(true)
  const result = await run()
  // Long tasks are reported a little later.
  await page.waitForTimeout(PAUSE_MS)
  await pause(false)
  return result
}

function taskRows(tasks: Task[]): Row[] {
  const longest = tasks.toSorted((one, other) => other.ms - one.ms)
  const long = longest.filter(({ ms }) => ms > LONG_TASK_MS)
  const describe = ({ ms, step }: Task) => `${Math.round(ms)} ms (${step})`
  const steps = [...new Set(long.map(({ step }) => step))].map((step) => long.find((task) => task.step === step)!)
  return [
    {
      path: 'Use with the CPU slowed six times: the longest task',
      by: 'time',
      ours: longest[0] ? describe(longest[0]) : 'under 50 ms',
      figure: longest[0]?.ms ?? 0,
      target: { atMost: LONG_TASK_MS },
    },
    {
      path: `The same, tasks over ${LONG_TASK_MS} ms, and the longest of each step`,
      by: 'count',
      ours: [String(long.length), ...steps.map(describe)].join(', '),
      figure: long.length,
    },
  ]
}

function shiftRow(shifts: Record<string, number>): Row {
  const figure = sumOf(Object.values(shifts))
  const steps = Object.entries(shifts).map(([step, score]) => `${score.toFixed(3)} (${step})`)
  return {
    path: 'The same, layout shift without input, and that of each step',
    by: 'sum of scores',
    ours: [figure.toFixed(3), ...steps].join(', '),
    figure,
    target: { atMost: 0.01 },
  }
}

function memoryRows(rounds: RoundMemory[]): Row[] {
  const [first, last] = [rounds[0]!, rounds.at(-1)!]
  const inMb = (bytes: number) => (bytes / 1e6).toFixed(2)
  const row = (path: string, from: Memory, to: Memory): Row => ({
    path: `The same, data in the JavaScript heap ${path}`,
    by: 'growth in MB, after garbage collection',
    ours: `${inMb(from.data)} to ${inMb(to.data)}; with compiled code ${inMb(from.used)} to ${inMb(to.used)}`,
    figure: (to.data - from.data) / 1e6,
    target: { atMost: FLAT_MB },
  })
  const counts = ({ end }: RoundMemory) => [end.documents, end.nodes, end.listeners]
  const all = `after ${rounds.length} rounds of everything, and after the first`
  return [
    row(`from page ${FIRST_PAGES} to page ${PAGES}`, last.firstPages, last.pages),
    row(`from skip ${FIRST_SKIPS} to skip ${SKIPS} of half a minute of sound`, last.firstSound, last.sound),
    row(all, first.end, last.end),
    {
      path: `The same, documents, nodes and listeners ${all}`,
      by: 'growth of their number',
      ours: `${counts(first).join(', ')} to ${counts(last).join(', ')}`,
      figure: sumOf(counts(last)) - sumOf(counts(first)),
      target: { atMost: FLAT_COUNT },
    },
  ]
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

interface Task {
  ms: number
  step: string
}

interface WatchedWindow {
  watched: { step: string; isPaused: boolean; tasks: Task[]; shifts: Record<string, number> }
}

/** Runs in the page before its scripts: records long tasks with the step of the member, and layout shift. */
function watchPage() {
  if (window !== top) return
  const watched: WatchedWindow['watched'] = { step: 'start', isPaused: false, tasks: [], shifts: {} }
  ;(window as unknown as WatchedWindow).watched = watched
  new PerformanceObserver((list) => {
    if (watched.isPaused) return
    for (const { duration } of list.getEntries()) watched.tasks.push({ ms: duration, step: watched.step })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) watched.shifts[watched.step] = (watched.shifts[watched.step] ?? 0) + entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
