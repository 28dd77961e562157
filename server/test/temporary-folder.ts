import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Makes a folder that is removed when the test ends, or the file of tests when it is made for all of them. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
