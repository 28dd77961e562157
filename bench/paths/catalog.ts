import { type CatalogPage, listCatalog } from '@estante/contract/partner/catalog.ts'
import { compareLoads } from '../measure/compare.ts'
import { load } from '../measure/load.ts'
import { sendRequest } from '../measure/request.ts'
import { type RawRequest, writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import type { Instance } from '../seed.ts'
import { startEstante, startFastify } from '../servers.ts'

const ITEMS = 50

/** The partner's backend reads the catalog page by page, then revalidates it. */
export const catalog: Path = async (run) => {
  const instance = await run.instance(run.sizes.usual)
  await using estante = await startEstante(run, instance)
  const pages = await readCatalog(estante.address, instance)
  await using fastify = await startFastify(run, listCatalog, estante, pages[0]?.request)

  const seconds = run.pace.secondsARound
  const reading = writeRequests(
    run.newPath('catalog'),
    pages.map(({ request }) => request),
  )
  const rereading = writeRequests(
    run.newPath('catalog-again'),
    pages.map(({ request, etag }) => ({ ...request, headers: { ...request.headers, 'If-None-Match': etag } })),
  )
  const rounds = await alternate(run.pace, {
    page: () => load(estante, reading, { seconds }),
    unchanged: () => load(estante, rereading, { seconds }),
    fastify: () => load(fastify, reading, { seconds }),
  })

  const path = `GET /partner/v1/catalog, ${ITEMS} items`
  return [
    ...compareLoads(path, 'bare Fastify, the same bytes ready-made', rounds.page, rounds.fastify, {
      cpu: { atLeast: 0.7 },
    }),
    ...compareLoads(`${path}: its 304`, 'the page', rounds.unchanged, rounds.page, { cpu: { atLeast: 1.2 } }),
  ]
}

/** Reads every page of the catalog, as a partner's backend does. */
export async function readCatalog(address: string, { authorization }: Instance) {
  const pages: { request: RawRequest; etag: string }[] = []
  let next: string | undefined = `${listCatalog.path}?limit=${ITEMS}`
  while (next !== undefined) {
    const request: RawRequest = { method: 'GET', path: next, headers: { Authorization: authorization } }
    const { headers, text } = await sendRequest(address, request)
    pages.push({ request, etag: headers.get('etag') ?? '' })
    const { nextCursor } = JSON.parse(text) as CatalogPage
    next =
      nextCursor === null ? undefined : `${listCatalog.path}?limit=${ITEMS}&cursor=${encodeURIComponent(nextCursor)}`
  }
  return pages
}
