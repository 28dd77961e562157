import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ErrorCode } from '@estante/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasDiskSpace } from '../storage/disk-space.ts'
import { ApiError } from './errors.ts'
import { allowLongUpload } from './long-upload.ts'

/**
 * Turns body parsing off for a scope: uploads are streamed by `receiveFile`. A refused upload closes the connection
 * instead of draining it.
 */
export function disableBodyParsing(app: FastifyInstance): void {
  app.addHook('preParsing', async (_, reply) => {
    reply.header('Connection', 'close')
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/**
 * Streams the body of a request to a new file. Throws the errors that the contract names for a missing length,
 * another `type`, more than `maxBytes` (`tooLarge`) and a full disk; in every case the caller removes the file.
 * Returns its size.
 */
export async function receiveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { type, maxBytes, tooLarge }: { type: RegExp; maxBytes: number; tooLarge: ErrorCode },
): Promise<number> {
  const { 'content-type': contentType = '', 'content-length': length } = request.headers
  if (!type.test(contentType)) throw new ApiError('UNSUPPORTED_UPLOAD')
  if (length === undefined) throw new ApiError('LENGTH_REQUIRED')
  const sizeBytes = Number(length)
  if (sizeBytes > maxBytes) throw new ApiError(tooLarge)
  if (!(await hasDiskSpace(dirname(path), sizeBytes))) throw new ApiError('DISK_FULL')
  const finish = allowLongUpload(request.raw.socket)
  try {
    await pipeline(request.raw, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') throw new ApiError('DISK_FULL')
    throw error
  } finally {
    finish()
  }
  const { size } = await stat(path)
  if (size !== sizeBytes) throw new ApiError('VALIDATION', ['O arquivo não chegou inteiro: envie-o de novo.'])
  reply.removeHeader('Connection')
  return size
}
