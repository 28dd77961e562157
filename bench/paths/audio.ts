import { randomFillSync } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getPublication, type PublicationDetail } from '@estante/contract/play/publications.ts'
import { publicationFolder } from '@estante/server/media/folders.ts'
import { compare, type Row, type Target } from '../measure/compare.ts'
import { ensureTool } from '../measure/ensure-tool.ts'
import { load, type Round } from '../measure/load.ts'
import { dumpMemory } from '../measure/memory.ts'
import { readPeakMemory } from '../measure/process-figures.ts'
import { sendRequest } from '../measure/request.ts'
import { type RawRequest, writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { type Path, type Run, untimed } from '../run.ts'
import { AUDIO_NAME, type OpenPage, scatter } from '../seed.ts'
import { startEstante, startLeastRanges, startNginx, startNginxBefore, startPeer } from '../servers.ts'

const FILE_BYTES = 200_000_000
const LISTENERS = 32
const REQUESTS = 5_000

/** Sizes of a player's ranges, and their targets relative to nginx and @fastify/static. */
const SIZES: { kibibytes: number; nginx: Target; static: Target }[] = [
  { kibibytes: 64, nginx: { atLeast: 0.25 }, static: { atLeast: 4 } },
  { kibibytes: 256, nginx: { atLeast: 0.4 }, static: { atLeast: 4 } },
  { kibibytes: 1024, nginx: { atLeast: 0.32 }, static: { atLeast: 4 } },
]

/** Listening: ranges of one long recording, each at an address granted to a member's page. */
export const audio: Path = async (run) => {
  const instance = await run.instance({ members: 1_000, titles: 1, pages: LISTENERS })
  const file = join(instance.dataDir, 'media/stored', publicationFolder(instance.titleIds[0] ?? '', 1), AUDIO_NAME)
  writeRecording(file)
  await using estante = await startEstante(run, instance)
  await using fastifyStatic = await startPeer(run, 'fastify-static', dirname(file))
  await using least = await startLeastRanges(run, file)
  await using duties = await startLeastRanges(run, file, 'duties')
  await using nginx = ensureTool('nginx') ? await startNginx(run, dirname(file)) : undefined
  await using left = await startEstante(untimed(run), instance, { MEDIA_DELIVERY: 'nginx' })
  await using nginxBefore = nginx && (await startNginxBefore(run, left, instance.dataDir))
  // Another Estante, for the memory profile.
  await using weighed = run.profiles && (await startEstante(untimed(run), instance))
  if (!nginx) console.log('No nginx here: apt-get install nginx, and the ranges are measured beside it as well.')

  const addresses = await Promise.all(instance.openPages.map((page) => requestRecording(estante.address, page)))
  const rows: Row[] = []
  for (const size of SIZES) {
    const seconds = run.pace.secondsARound
    const granted = writeRanges(run, addresses, size.kibibytes)
    const plain = writeRanges(run, [`/${AUDIO_NAME}`], size.kibibytes)
    const rounds = await alternate<
      'estante' | 'fastifyStatic' | 'least' | 'duties' | 'nginx' | 'nginxBefore' | 'weighed',
      Round
    >(
      // Warm from the first size.
      { ...run.pace, warmUps: size === SIZES[0] ? run.pace.warmUps : 1 },
      {
        estante: () => load(estante, granted, { seconds }),
        fastifyStatic: () => load(fastifyStatic, plain, { seconds }),
        least: () => load(least, plain, { seconds }),
        duties: () => load(duties, plain, { seconds }),
        ...(nginx && { nginx: () => load(nginx, plain, { seconds }) }),
        ...(nginxBefore && { nginxBefore: () => load(nginxBefore, granted, { seconds }) }),
        ...(weighed && {
          weighed: async () => {
            const loading = load(weighed, granted, { seconds })
            // Before the load ends: V8 shrinks the young generation of an idle process, which moves its memory to other
            // areas.
            await wait(seconds * 800)
            await dumpMemory(run.profiles?.folder, weighed, 'under load')
            return loading
          },
        }),
      },
    )
    const path = `Audio, ranges of ${size.kibibytes} KiB of a 200 MB file`
    if (nginx) rows.push({ ...compareBytes(path, 'nginx, sendfile', rounds.estante, rounds.nginx), target: size.nginx })
    if (nginx) rows.push(compareBytes(`${path}, left to nginx`, 'nginx, sendfile', rounds.nginxBefore, rounds.nginx))
    rows.push({
      ...compareBytes(path, '@fastify/static', rounds.estante, rounds.fastifyStatic),
      target: size.static,
    })
    rows.push(compareBytes(`${path}, from node:http alone`, '@fastify/static', rounds.least, rounds.fastifyStatic))
    const withDuties = `${path}, from node:http with headers and log line`
    rows.push(compareBytes(withDuties, '@fastify/static', rounds.duties, rounds.fastifyStatic))
  }
  const peak = readPeakMemory(estante.pid) / 1e6
  return [
    ...rows,
    {
      path: 'Audio, all of the above',
      by: 'memory at most',
      ours: `${peak.toFixed(0)} MB`,
      figure: peak,
      target: { atMost: 130 },
    },
  ]
}

/** Compares the CPU time per gigabyte. */
function compareBytes(path: string, beside: string, ours: Round[], theirs: Round[]): Row {
  const [mine, other] = [ours, theirs].map((rounds) => rounds.map(({ bytes, cpuSeconds }) => bytes / cpuSeconds))
  return compare(path, beside, 'CPU a GB', mine ?? [], other ?? [], (rate) => `${(1e9 / rate).toFixed(2)} s/GB`)
}

function writeRecording(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const handle = openSync(file, 'w')
  const block = Buffer.allocUnsafe(1_000_000)
  for (let written = 0; written < FILE_BYTES; written += block.length) writeSync(handle, randomFillSync(block))
  closeSync(handle)
}

/** Requests the address of the recording, as the application does. */
async function requestRecording(address: string, { accessToken, titleId }: OpenPage): Promise<string> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  const { text } = await sendRequest(address, {
    method: 'GET',
    path: getPublication.path.replace(':id', titleId),
    headers,
  })
  const { media } = JSON.parse(text) as PublicationDetail
  const path = media.manifestUrl.replace('manifest.json', AUDIO_NAME)
  const { status } = await sendRequest(address, { method: 'GET', path, headers: { Range: 'bytes=0-1' } })
  if (status !== 206) throw new Error(`A range was answered ${status}`)
  return path
}

/** Writes requests for scattered ranges of the recording, alternating addresses. */
function writeRanges(run: Run, paths: string[], kibibytes: number): string {
  const bytes = kibibytes * 1024
  const offsets = Math.floor(FILE_BYTES / bytes)
  const requests = Array.from({ length: REQUESTS }, (_, at): RawRequest => {
    const start = scatter(at, offsets) * bytes
    const path = paths[at % paths.length] ?? ''
    return { method: 'GET', path, headers: { Range: `bytes=${start}-${start + bytes - 1}` } }
  })
  return writeRequests(run.newPath(`ranges-${kibibytes}`), requests)
}
