import { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Location } from '../config.ts'
import { FileGone, StorageUnavailable } from './errors.ts'
import { mediaTypeOf } from './media-type.ts'

const ATTEMPTS = 3
const CONNECTION_TIMEOUT_MS = 2000
/** Timeout of the first byte that a listener waits for. */
const ANSWER_TIMEOUT_MS = 5000
const IDLE_TIMEOUT_MS = 20_000

/** Near the smallest part that a store accepts. Eight at once take less than 50 MB of memory. */
const PART_BYTES = 5 * 1024 * 1024
const MAX_PARTS = 10_000
const AT_ONCE = 8
const REMOVED_AT_ONCE = 1000

/** Cache headers of immutable objects. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable'

export interface StoredObject {
  sizeBytes: number
  modifiedAt: number
}

/** Data to store, opened when it is its turn. */
export interface ObjectUpload {
  name: string
  sizeBytes: number
  readPart(start: number, length: number): Promise<Buffer>
}

export type Bucket = ReturnType<typeof openBucket>

/**
 * Opens a bucket, without a request until it is used. Every method throws `StorageUnavailable` when the store fails
 * repeatedly.
 */
export function openBucket(location: S3Location) {
  const { bucket, endpoint, region, pathStyle } = location
  const client = openClient(location)

  return {
    /** An object's size and age. Undefined for a missing one. */
    async find(name: string): Promise<StoredObject | undefined> {
      try {
        const command = new HeadObjectCommand({ Bucket: bucket, Key: name })
        const found = await orFailure(client.send(command, { requestTimeout: ANSWER_TIMEOUT_MS }))
        return { sizeBytes: found.ContentLength ?? 0, modifiedAt: found.LastModified?.getTime() ?? 0 }
      } catch (error) {
        if (error instanceof FileGone) return undefined
        throw error
      }
    },

    /** Reads bytes `start` to `end` of an object, both included, in one request, which may break off. */
    async fetch(name: string, start: number, end: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: name, Range: `bytes=${start}-${end}` })
      const options = { requestTimeout: ANSWER_TIMEOUT_MS, ...(signal && { abortSignal: signal }) }
      const { Body, ContentLength } = await orFailure(client.send(command, options))
      const body = Body as AsyncIterable<Uint8Array> & { destroy(): void }
      if (ContentLength === end - start + 1) return body
      body.destroy()
      throw new StorageUnavailable(`O armazenamento não entregou a parte pedida de ${name}.`)
    },

    async put(name: string, Body: Buffer): Promise<void> {
      await orFailure(client.send(new PutObjectCommand({ ...headersOf(name), Body, ContentLength: Body.length })))
    },

    /** Uploads with limited concurrency: large files in parts, which are aborted when one fails. */
    async uploadAll(uploads: ObjectUpload[]): Promise<void> {
      const large = uploads.filter(({ sizeBytes }) => sizeBytes > PART_BYTES)
      const small = uploads.filter(({ sizeBytes }) => sizeBytes <= PART_BYTES)
      await forEach(small, async ({ name, sizeBytes, readPart }) => this.put(name, await readPart(0, sizeBytes)))
      for (const upload of large) await orFailure(uploadInParts(client, headersOf(upload.name), upload))
    },

    /** Lists names and sizes under a prefix, page by page. */
    async *list(prefix: string): AsyncGenerator<Map<string, number>> {
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken })
        const page = await orFailure(client.send(command))
        yield new Map((page.Contents ?? []).map(({ Key = '', Size = 0 }) => [Key, Size]))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },

    /** Deletes objects, if they exist. */
    async remove(names: string[]): Promise<void> {
      for (let first = 0; first < names.length; first += REMOVED_AT_ONCE) {
        const Objects = names.slice(first, first + REMOVED_AT_ONCE).map((Key) => ({ Key }))
        const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })
        const [fault] = (await orFailure(client.send(command))).Errors ?? []
        if (fault) throw new StorageUnavailable(`O armazenamento não removeu ${fault.Key} (${fault.Code}).`)
      }
    },

    /** Throws unless the bucket exists. */
    async check(): Promise<void> {
      try {
        await orFailure(client.send(new HeadBucketCommand({ Bucket: bucket })))
      } catch (error) {
        throw error instanceof FileGone ? new StorageUnavailable(missingBucket(bucket), { cause: error }) : error
      }
    },

    /** Signs an address of an object, valid for so many seconds. */
    sign(name: string, lifetimeSeconds: number): Promise<string> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: name })
      return orFailure(getSignedUrl(client, command, { expiresIn: lifetimeSeconds }))
    },

    /** The origin of signed addresses. */
    get origin(): string {
      const { url } = client.config.endpointProvider({
        Bucket: bucket,
        Region: region,
        ForcePathStyle: pathStyle,
        ...(endpoint !== undefined && { Endpoint: endpoint }),
      })
      return url.origin
    },
  }

  function headersOf(name: string) {
    const ContentType = mediaTypeOf(name) ?? 'application/octet-stream'
    return { Bucket: bucket, Key: name, ContentType, CacheControl: CACHE_CONTROL }
  }

  async function orFailure<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw toFailure(location, error)
    }
  }
}

function openClient({ endpoint, region, pathStyle }: S3Location): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Many stores do not support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      // Each listener may hold a connection while it reads nothing.
      httpAgent: { maxSockets: Number.POSITIVE_INFINITY },
      httpsAgent: { maxSockets: Number.POSITIVE_INFINITY },
    },
  })
}

function uploadInParts(client: S3Client, headers: PutObjectCommandInput, { sizeBytes, readPart }: ObjectUpload) {
  const partSize = Math.max(PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS))
  const params = { ...headers, Body: Readable.from(readParts()) }
  // When even the abort fails, the bucket's lifecycle rule removes the parts.
  return new Upload({ client, params, partSize, queueSize: AT_ONCE }).done()

  async function* readParts(): AsyncGenerator<Buffer> {
    for (let start = 0; start < sizeBytes; start += partSize) {
      yield await readPart(start, Math.min(partSize, sizeBytes - start))
    }
  }
}

/** Describes an error of the client to the operator. */
function toFailure({ bucket, region }: S3Location, error: unknown): Error {
  const { name, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === 404 && name !== 'NoSuchUpload' && name !== 'NoSuchBucket')
    return new FileGone('O arquivo não está no armazenamento.', { cause: error })
  return new StorageUnavailable(toSentence(), { cause: error })

  function toSentence(): string {
    if (name === 'NoSuchBucket') return missingBucket(bucket)
    if (name === 'CredentialsProviderError')
      return 'Não há credenciais para o armazenamento de objetos: defina AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY.'
    if (status === undefined) return `O armazenamento de objetos não responde (${code ?? name}).`
    if (status === 401 || status === 403) return `O armazenamento não dá a esta credencial acesso ao bucket ${bucket}.`
    if (status < 400) return `O bucket ${bucket} não fica na região ${region}.`
    return `O armazenamento de objetos respondeu com erro ${status}.`
  }
}

function missingBucket(bucket: string): string {
  return `O bucket ${bucket} não existe.`
}

/**
 * Processes items with limited concurrency. After a failure no other begins; throws it once all in progress have ended.
 */
async function forEach<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const failures: unknown[] = []
  async function takeOneByOne(): Promise<void> {
    for (const item of waiting) {
      if (failures.length > 0) return
      await work(item).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeOneByOne))
  if (failures.length > 0) throw failures[0]
}
