import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createCredential, createPartner } from './people.ts'
import { type Settings, startService } from './service.ts'

/** Starts a service on an empty folder, with a partner. Both are removed after the tests of the file or suite. */
export async function startInstance() {
  const folder = await mkdtemp(join(tmpdir(), 'estante-faults-'))
  const settings: Settings = { DATA_DIR: join(folder, 'data') }
  const service = await startService(settings)
  after(async () => {
    await service.kill()
    await rm(folder, { recursive: true })
  })
  return { folder, settings, service, partner: await createCredential(settings, await createPartner(settings)) }
}
