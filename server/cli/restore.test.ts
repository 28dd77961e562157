import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { create } from 'tar'
import { emptyHouse, estante, furnishedHouse, type Kind, keepWriting, visit } from '../test/house.ts'
import { startService } from '../test/running-service.ts'
import { testsOn } from '../test/test-database.ts'

const kinds: Kind[] = testsOn === 'postgresql' ? ['sqlite', 'postgresql'] : ['sqlite']
const pairs = kinds.flatMap((from) => kinds.map((to) => [from, to] as const))

for (const [from, to] of pairs) {
  describe(`a copy of a service on ${from}, restored on ${to}`, { timeout: 60_000 }, () => {
    it('is the same to partners and members, although the service was writing', async () => {
      const { house, service, authorization } = await furnishedHouse(from)
      const before = visit(service.ready.address, authorization)
      const seen = await before.look()
      const file = join(house.DATA_DIR, 'copia.tar')
      const restoredHouse = await emptyHouse(to)
      const { launchToken } = await before.caller.json('POST', '/partner/v1/sessions', { externalUserId: 'ana' })
      const writing = keepWriting(before.caller)

      const backup = await estante(house, 'backup', file, '--json')
      await writing.stop()
      const restore = await estante(restoredHouse, 'restore', file, '--json')

      assert.deepEqual([backup.error, backup.code, restore.error, restore.code], ['', 0, '', 0])
      assert.ok(JSON.parse(restore.out).members >= 1)
      const restored = await startService({
        ...restoredHouse,
        ...(restoredHouse.DATABASE_URL ? {} : { DATABASE_URL: '' }),
      })
      const after = visit(restored.ready.address, authorization)
      assert.equal(seen.coverStatus, 200)
      assert.equal(await after.open(launchToken), 200)
      assert.deepEqual(await after.look(), seen)
      assert.match((await estante(restoredHouse, 'restore', file)).error, /^Já há|^O destino não está vazio/)
      for (const one of [service, restored]) one.kill('SIGKILL')
      await Promise.all([service.exit, restored.exit])
    })
  })
}

describe('estante restore', () => {
  const hostile: [string, (folder: string) => Promise<string[]>][] = [
    ['a way out of the folder', async () => ['../fora.txt']],
    ['a file that is not of a copy', async () => ['outro.txt']],
    [
      'a link',
      async (folder) => {
        await symlink('/etc/passwd', join(folder, 'estante.db'))
        return ['estante.db']
      },
    ],
  ]
  for (const [what, make] of hostile) {
    it(`takes nothing out of a file with ${what}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'estante-hostil-'))
      after(() => rm(folder, { recursive: true }))
      await mkdir(join(folder, 'in'))
      for (const name of ['fora.txt', 'in/outro.txt']) await writeFile(join(folder, name), 'x')
      const file = join(folder, 'hostil.tar')
      await create({ file, cwd: join(folder, 'in'), preservePaths: true }, await make(join(folder, 'in')))
      const house = await emptyHouse('sqlite')

      const { code, error } = await estante(house, 'restore', file)

      assert.equal(code, 1)
      assert.match(error, /não é uma cópia do Estante/)
      assert.deepEqual(await readdir(house.DATA_DIR), [])
    })
  }

  it('refuses a file that was cut short', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'estante-cortado-'))
    after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'cortado.tar'), Buffer.alloc(700, 'x'))
    const house = await emptyHouse('sqlite')

    const { code, error } = await estante(house, 'restore', join(folder, 'cortado.tar'))

    assert.deepEqual([code, error.trim().split('\n').length], [1, 1])
    assert.deepEqual(await readdir(house.DATA_DIR), [])
  })
})
