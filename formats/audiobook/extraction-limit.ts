import { Refusal } from '../refusal.ts'
import { MAX_EXTRACTION_MS } from './limits.ts'

/** Runs an extraction that the caller may abort, and that is refused when it takes longer than any sound book does. */
export async function withinTimeLimit<Result>(
  asked: AbortSignal | undefined,
  extract: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.timeout(MAX_EXTRACTION_MS)
  try {
    return await extract(asked ? AbortSignal.any([asked, limit]) : limit)
  } catch (error) {
    if (limit.aborted && error === limit.reason)
      throw new Refusal('O áudio demorou demais para ser lido.', { cause: error })
    throw error
  }
}
