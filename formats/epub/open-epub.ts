import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { ExtractedPublication, ExtractOptions, OpenedPublication } from '../open.ts'
import { Refusal } from '../refusal.ts'
import { openZip } from '../zip/zip-archive.ts'
import type { ExtractOrder, ExtractReport } from './extract-worker.ts'

const EXTRACTION_LIMIT_MS = 120_000
const MAX_MIMETYPE_BYTES = 1024
const MEMORY_LIMIT_MB = 160

/** Opens a zip that is an EPUB and refuses any other. Throws `Refusal`. */
export async function openEpub(source: string): Promise<OpenedPublication> {
  await refuseOtherZips(source)
  const hash = createHash('sha256')
  await pipeline(createReadStream(source), hash)
  return {
    type: 'ebook',
    contentHash: hash.digest('hex'),
    extractTo: (folder, options) => extractInWorker({ source, folder }, options),
  }
}

async function refuseOtherZips(source: string) {
  const zip = await openZip(source)
  try {
    const mimetype = zip.find('mimetype')
    const declared =
      mimetype && mimetype.bytes <= MAX_MIMETYPE_BYTES
        ? (await zip.read(mimetype, MAX_MIMETYPE_BYTES)).toString('latin1').trim()
        : ''
    if (declared === 'application/epub+zip' || zip.find('META-INF/container.xml')) return
    throw new Refusal(
      `O arquivo é ${nameOf(
        zip.entries.map(({ path }) => path),
        declared,
      )}, e não um EPUB.`,
    )
  } finally {
    zip.close()
  }
}

function nameOf(paths: string[], mimetype: string) {
  if (paths.some((path) => path.startsWith('word/'))) return 'um documento do Word'
  if (mimetype.startsWith('application/vnd.oasis.opendocument')) return 'um documento do LibreOffice'
  if (paths.length > 0 && paths.every((path) => /\.(jpe?g|png|gif|webp|xml)$/i.test(path)))
    return 'uma revista em quadrinhos (CBZ)'
  return 'um ZIP comum'
}

/** A hostile book can neither hang the process nor take its memory: its thread is ended and the book refused. */
function extractInWorker(order: ExtractOrder, options: ExtractOptions = {}): Promise<ExtractedPublication> {
  const { onProgress, signal } = options
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedPublication>()
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB, maxYoungGenerationSizeMb: 32 },
  })
  const timer = setTimeout(() => reject(new Refusal('O livro demorou demais para ser lido.')), EXTRACTION_LIMIT_MS)
  const abort = () => reject(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })

  worker.on('message', (report: ExtractReport) => {
    if ('progress' in report) onProgress?.(report.progress)
    else if ('refusal' in report) reject(new Refusal(report.refusal))
    else resolve(report.extracted)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isOutOfMemory ? new Refusal('O livro precisa de memória demais para ser lido.', { cause: error }) : error)
  })
  worker.on('exit', () => reject(new Error('The extraction ended without a word.')))

  return promise.finally(async () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  })
}
