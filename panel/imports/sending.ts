import { isCode } from '@estante/client/answer.ts'
import { isOnline } from '@estante/client/online.ts'
import type { startImport } from '@estante/contract/panel/imports.ts'
import { effect, type Signal, signal } from '@preact/signals'
import { errorMessage } from '../actions/error-message.ts'
import { me, recognise } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'
import type { LocalFile } from './group-dropped.ts'
import { judgeFailure, sendFile } from './send-file.ts'
import { startUpload, type Upload } from './upload.ts'

/** A job that this page is uploading, also while other screens are shown. */
export interface Sending {
  jobId: string
  publish: boolean
  upload: Upload
  /** `asking`: some files were refused, and the admin decides how to continue. */
  phase: Signal<'sending' | 'asking' | 'starting' | 'failed'>
  /** Why the job did not start. */
  problem: Signal<string | undefined>
}

/** By job id. */
export const sendings = signal<ReadonlyMap<string, Sending>>(new Map())

/** Uploads the files of a job, then starts it. */
export function beginSending(jobId: string, files: readonly LocalFile[], publish: boolean) {
  const upload = startUpload({
    files,
    send: (file, onSent, signal) => sendFile(jobId, file, onSent, signal),
    judge: async (reason, file) => {
      // The panel itself asks for the sign-in.
      if (isCode(reason, 'NOT_SIGNED_IN')) void recognise()
      return judgeFailure(reason, file)
    },
    isOnline,
    pause,
  })
  const sending: Sending = { jobId, publish, upload, phase: signal('sending'), problem: signal() }
  sendings.value = new Map(sendings.value).set(jobId, sending)
  void upload.sent.then(() => {
    if (upload.refused.value.length > 0) sending.phase.value = 'asking'
    else return startSent(sending)
  })
}

/** Starts a job with the files that were sent. */
export async function startSent(sending: Sending) {
  sending.phase.value = 'starting'
  sending.problem.value = undefined
  try {
    await startImportJob(sending.jobId, sending.publish)
    forgetSending(sending.jobId)
  } catch (reason) {
    sending.problem.value = errorMessage(reason)
    sending.phase.value = 'failed'
  }
}

export async function startImportJob(jobId: string, publish: boolean) {
  try {
    await call<typeof startImport>('POST', `/panel/v1/imports/${jobId}/start`, { publish })
  } catch (reason) {
    // The answer to an earlier click may have been lost.
    if (!isCode(reason, 'IMPORT_STARTED')) throw reason
  }
}

export function forgetSending(jobId: string) {
  sendings.value.get(jobId)?.upload.stop()
  const others = new Map(sendings.value)
  others.delete(jobId)
  sendings.value = others
}

/** Resolves early when the network is back, or the upload was stopped. */
function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      ended.removeEventListener('abort', end)
      resolve()
    }
    addEventListener('online', end)
    ended.addEventListener('abort', end)
  })
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

effect(() => {
  if (sendings.value.size > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

let sender: string | undefined

// An upload continues when the same operator signs in again, never for another.
effect(() => {
  const current = me.value?.admin.id
  if (current === undefined) return
  for (const { jobId, upload } of sendings.peek().values()) {
    if (current !== sender) forgetSending(jobId)
    else upload.resume()
  }
  sender = current
})
