import { randomUUID } from 'node:crypto'
import { open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { boundedCache } from '../bounded-cache.ts'
import type { S3Location } from '../config.ts'
import { type Bucket, type ObjectUpload, openBucket, type StoredObject } from './bucket.ts'
import { FileGone, StorageUnavailable } from './errors.ts'
import type { Files } from './files.ts'
import { namesOf } from './key.ts'
import { openWorkFolders } from './work-folder.ts'

/** An empty object that marks a folder as complete: no file of a book has its name. */
const COMPLETE_MARKER = '.complete'
/** Objects whose size is cached: a listener requests ranges of the same one hundreds of times. */
const CACHED_OBJECTS = 10_000
/** Valid names (Amazon S3, object keys). */
const NAME_BYTES = 1024

/**
 * Opens storage in a bucket, without a request: the service starts while its media are unavailable. `work` is a local
 * folder for work in progress; `hasLinks`: listeners may fetch from the store directly.
 */
export async function openS3(
  location: S3Location,
  { work, hasLinks }: { work: string; hasLinks: boolean },
): Promise<Files> {
  const bucket = openBucket(location)
  const metadataCache = boundedCache<StoredObject>(CACHED_OBJECTS)
  const workFolders = await openWorkFolders(work)
  const sign = (key: string, lifetimeSeconds: number) => bucket.sign(nameOf(key), lifetimeSeconds)

  return {
    async putFolder(key, folder) {
      const name = nameOf(key)
      if (await bucket.find(name + COMPLETE_MARKER)) return false
      const uploads = await uploadsOf(folder, name)
      await bucket.uploadAll(uploads)
      await verifyUpload(bucket, `${name}/`, uploads)
      await bucket.put(name + COMPLETE_MARKER, Buffer.alloc(0))
      await rm(folder, { recursive: true })
      return true
    },

    async open(key) {
      const name = nameOf(key)
      if (Buffer.byteLength(name) > NAME_BYTES) return undefined
      const object = metadataCache.get(name) ?? (await bucket.find(name))
      if (!object) return undefined
      metadataCache.set(name, object)
      return { ...object, read: (start, end, signal) => read(name, start, end, signal) }
    },

    // The marker first: a folder without it does not exist.
    async removeFolder(key) {
      const name = nameOf(key)
      await bucket.remove([name + COMPLETE_MARKER])
      for await (const objects of bucket.list(`${name}/`)) await bucket.remove([...objects.keys()])
      for (const object of metadataCache.keys()) if (object.startsWith(`${name}/`)) metadataCache.delete(object)
    },

    async check() {
      const probe = nameOf(`check-${randomUUID()}`)
      await bucket.check()
      await bucket.put(probe, Buffer.from('estante'))
      for await (const _ of read(probe, 0, 6));
      for await (const objects of bucket.list(probe)) await bucket.remove([...objects.keys()])
    },

    ...workFolders,
    ...(hasLinks && { links: { origin: bucket.origin, sign } }),
  }

  function nameOf(key: string): string {
    return [...(location.prefix === '' ? [] : [location.prefix]), ...namesOf(key)].join('/')
  }

  /** Stores close slow connections, or restart: the rest is requested again as long as there is progress. */
  async function* read(name: string, start: number, end: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    let position = start
    while (position <= end) {
      const from = position
      const body = await bucket.fetch(name, from, end, signal).catch((error: unknown) => {
        if (error instanceof FileGone) metadataCache.delete(name)
        throw error
      })
      let cause: unknown
      try {
        for await (const chunk of body) {
          position += chunk.length
          yield chunk
        }
      } catch (error) {
        cause = error
      }
      signal?.throwIfAborted()
      if (position === from) throw new StorageUnavailable(`O armazenamento parou de entregar ${name}.`, { cause })
    }
  }
}

async function uploadsOf(folder: string, name: string): Promise<ObjectUpload[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const uploads: ObjectUpload[] = []
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    uploads.push({
      name: [name, ...relative(folder, path).split(sep)].join('/'),
      sizeBytes: (await stat(path)).size,
      readPart: (start, length) => readPart(path, start, length),
    })
  }
  return uploads
}

async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  await using file = await openFile(path)
  const part = Buffer.allocUnsafeSlow(length)
  const { bytesRead } = await file.read(part, 0, length, start)
  if (bytesRead !== length) throw new Error('A file is shorter than it was')
  return part
}

/** Verifies an upload, and deletes leftovers of an interrupted one. Throws when a file is missing. */
async function verifyUpload(bucket: Bucket, prefix: string, uploads: ObjectUpload[]): Promise<void> {
  const missing = new Map(uploads.map(({ name, sizeBytes }) => [name, sizeBytes]))
  for await (const objects of bucket.list(prefix)) {
    const others = [...objects.keys()].filter((name) => !missing.has(name))
    for (const [name, sizeBytes] of objects) if (missing.get(name) === sizeBytes) missing.delete(name)
    await bucket.remove(others)
  }
  if (missing.size > 0) throw new StorageUnavailable('O armazenamento não guardou o título inteiro.')
}
