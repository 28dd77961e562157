import { fileURLToPath } from 'node:url'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { readConfig } from '@estante/server/config.ts'
import { closeContext, openContext } from '@estante/server/context.ts'
import { createCredential } from '@estante/server/credentials/credential.ts'
import { PRODUCTION } from '@estante/server/environment.ts'
import { importPaths } from '@estante/server/imports/sources/import-paths.ts'
import { createPartner } from '@estante/server/partners/partner.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import type { Run } from '../run.ts'
import { startEstante } from '../servers.ts'
import type { SlowLine } from './slow-line.ts'

const SAMPLES = fileURLToPath(new URL('../../examples/catalog/books', import.meta.url))

/**
 * Starts a service behind the slow line, with the sample books and the given ones. Returns the path of each, and a
 * function that issues links.
 */
export async function startTenHours(run: Run, dataDir: string, line: SlowLine, books: string[]) {
  const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
  const { db, clock, config } = context
  const { failed } = await importPaths(context, [SAMPLES])
  const paths: string[] = []
  for (const book of books) {
    const report = await importPaths(context, [book], { publishes: true })
    failed.push(...report.failed)
    for (const { id, type } of report.imported) paths.push(type === 'audiobook' ? `/player/${id}` : `/leitor/${id}`)
  }
  if (failed.length > 0) throw new Error(failed.map(({ file, reason }) => `${file}: ${reason}`).join('\n'))
  // Imports with a title from the file name wait as drafts for review.
  await db.write((tx) => tx.updateTable('publication').set({ publish_from: 0, review: null }).execute())
  const { id } = await createPartner(db, clock.now(), { slug: 'banco', name: 'Banco Aurora' }, UNAUDITED)
  const subject = { partnerId: id, environment: PRODUCTION, name: 'Backend' } as const
  const { credential, clientSecret } = await createCredential(db, clock.now(), config, subject, UNAUDITED)
  await closeContext(context)

  const estante: PinnedProcess = await startEstante(run, { dataDir }, { BASE_URL: line.address })
  line.leadTo(Number(new URL(estante.address).port))
  const authorization = `Basic ${Buffer.from(`${credential.client_id}:${clientSecret}`).toString('base64')}`
  return {
    paths,
    /** Issues a launch link for a member. */
    async launch(redirectPath: string, externalUserId: string): Promise<string> {
      const response = await fetch(`${estante.address}/partner/v1/sessions`, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ externalUserId, name: 'Ana Souza', redirectPath }),
      })
      const { launchUrl } = (await response.json()) as { launchUrl: string }
      return `${launchUrl}&embed=1`
    },
    [Symbol.asyncDispose]: () => estante.stop(),
  }
}
