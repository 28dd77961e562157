import { readFileSync } from 'node:fs'
import type { FirstSteps, Sample } from '@estante/contract/panel/first-steps.ts'
import { endpointsOf, type OpenApi } from '../reference/openapi.ts'
import { type OwnValues, samplesOf } from '../reference/samples.ts'

const OPENAPI = new URL('../../contract/partner-v1.openapi.json', import.meta.url)

/** Writes the calls of the first steps as in the reference, with the partner's own values. */
export function createSamples(baseUrl: string): (own: OwnValues) => FirstSteps['samples'] {
  let endpoints: ReturnType<typeof endpointsOf> | undefined

  function write(operationId: string, own: OwnValues): Sample[] {
    endpoints ??= endpointsOf(JSON.parse(readFileSync(OPENAPI, 'utf8')) as OpenApi)
    const endpoint = endpoints.find((one) => one.operationId === operationId)
    if (!endpoint) throw new Error(`No ${operationId} in the description of the Partner API`)
    return samplesOf(endpoint, baseUrl, own).map(({ name, text }) => ({
      name: name === 'TypeScript' ? 'Node.js' : name,
      text,
    }))
  }

  return (own) => ({
    firstCall: write('listCatalog', own),
    launch: write('createSession', own),
    revoke: write('revokeUser', own),
  })
}
