import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { create, extract } from 'tar'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { folderOwners } from '../folder-owners.ts'
import { removeDueFolders, supersedeFolder } from '../storage/folder-ledger.ts'
import { ESTANTE } from '../test/estante.ts'
import {
  emptyInstance,
  type Kind,
  runOnInstance,
  seededInstance,
  serveInstance,
  visit,
  writeRepeatedly,
} from '../test/instance.ts'
import { startService } from '../test/running-service.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { ON_PG, pairsOfDatabases, testsOn } from '../test/test-database.ts'
import { sumOf } from './backup-sums.ts'
import type { Finding } from './finding.ts'
import { beginBackup } from './unfinished-backup.ts'

for (const [from, to] of pairsOfDatabases) {
  describe(`a copy of a service on ${from}, restored on ${to}`, { ...ON_PG, timeout: 180_000 }, () => {
    it('equals the service at one instant, though it was being written to', async () => {
      const { instance, authorization } = await seededInstance(from)
      await using service = await serveInstance(instance)
      const before = visit(service.address, authorization)
      const seen = await before.readAnswers()
      const file = join(instance.DATA_DIR, 'copia.tar')
      const restoredInstance = await emptyInstance(to)
      const { launchToken } = await before.caller.json('POST', '/partner/v1/sessions', { externalUserId: 'ana' })
      const writing = writeRepeatedly(before.caller)

      const backup = await runOnInstance(instance, 'backup', file, '--json')
      await writing.stop()
      const restore = await runOnInstance(restoredInstance, 'restore', file, '--json')

      assert.deepEqual([backup.error, backup.code, restore.error, restore.code], ['', 0, '', 0])
      assert.ok(JSON.parse(restore.out).members >= 1)
      await using restored = await serveInstance(restoredInstance)
      const after = visit(restored.address, authorization)
      assert.equal(seen.coverStatus, 200)
      assert.equal(await after.open(launchToken), 200)
      assert.deepEqual(await after.readAnswers(), seen)
      assert.match((await runOnInstance(restoredInstance, 'restore', file)).error, /^Já há|^O destino não está vazio/)
    })
  })
}

/** Makes a copy of a service. */
async function copied(kind: Kind) {
  const { instance } = await seededInstance(kind)
  const file = join(instance.DATA_DIR, 'copia.tar')
  assert.equal((await runOnInstance(instance, 'backup', file)).code, 0)
  return { instance, file }
}

describe('estante backup', () => {
  it('refuses a data folder without a database, as without the settings of the service', async () => {
    const instance = await emptyInstance('sqlite')

    const { code, error } = await runOnInstance(instance, 'backup', join(instance.DATA_DIR, 'vazia.tar'))

    assert.deepEqual([code, await readdir(instance.DATA_DIR)], [1, []])
    assert.match(error, /^Não há banco em .*: rode o comando com as configurações do serviço\. /m)
  })

  it('says that media are missing from it, as on a node without them', async () => {
    const { instance } = await seededInstance('sqlite')
    const [whole, partial] = ['inteira.tar', 'sem-midias.tar'].map((name) => join(instance.DATA_DIR, name))

    const { out } = await runOnInstance(instance, 'backup', whole!)
    await rm(join(instance.DATA_DIR, 'media', 'stored', 'publications'), { recursive: true })
    const lacking = await runOnInstance(instance, 'backup', partial!)

    assert.doesNotMatch(out, /FALTAM/)
    assert.match(lacking.out, /^FALTAM nela as mídias de 1 título, que não estão em DATA_DIR\./m)
  })

  it('lets the service remove no stored file meanwhile', async () => {
    const { instance } = await copied('sqlite')
    const context = await openContext(readConfig({ ...instance, LOG_LEVEL: 'silent' }))
    const now = Date.now()
    await context.db.write((tx) => supersedeFolder(tx, 'imports/imp_1/imf_1', now))

    const rightAfter = await removeDueFolders(context, now, folderOwners)
    const later = await removeDueFolders(context, now + 3_600_000, folderOwners)

    await closeContext(context)
    assert.deepEqual([rightAfter, later], [undefined, 1])
  })

  it('refuses a file that another backup writes, or has completed, and leaves it alone', async () => {
    const { instance, file } = await copied('sqlite')
    const [whole, other] = [await readFile(file), join(instance.DATA_DIR, 'outra.tar')]
    await writeFile(`${other}.part`, 'half of a backup')

    const completed = await runOnInstance(instance, 'backup', file)
    const concurrent = await runOnInstance(instance, 'backup', other)

    assert.deepEqual([completed.code, concurrent.code], [1, 1])
    assert.match(completed.error, /^O arquivo .*copia\.tar já existe/m)
    assert.match(concurrent.error, /^Outra cópia está gravando .*outra\.tar\.part\. Espere que termine/m)
    assert.equal(await readFile(`${other}.part`, 'utf8'), 'half of a backup')
    assert.deepEqual(await readFile(file), whole)
    assert.deepEqual(
      (await readdir(instance.DATA_DIR)).filter((name) => /^backup-|\.part$/.test(name)),
      ['outra.tar.part'],
    )
  })

  it('leaves no file behind that would refuse the next one when the data folder cannot be written', async () => {
    const { DATA_DIR } = await emptyInstance('sqlite')
    const part = join(DATA_DIR, 'copia.tar.part')

    const begun = beginBackup(join(DATA_DIR, 'nada', 'aqui'), part)

    await assert.rejects(begun, { code: 'ENOENT' })
    assert.ok(!existsSync(part))
  })

  it('leaves nothing behind when it is killed that the next run, or the next start, does not remove', async () => {
    const instance = await emptyInstance('sqlite')
    assert.equal((await runOnInstance(instance, 'partner', 'list')).code, 0)
    const part = join(instance.DATA_DIR, 'longe.tar.part')
    const dead = spawnSync('true').pid
    const leave = async (pid: number) => {
      await writeFile(part, 'personal data')
      const folder = join(instance.DATA_DIR, `backup-${randomUUID()}`)
      await mkdir(folder)
      await writeFile(join(folder, 'estante.db'), 'personal data')
      await writeFile(join(folder, 'unfinished.json'), JSON.stringify({ host: hostname(), pid, part }))
    }
    const left = async () => (await readdir(instance.DATA_DIR)).filter((name) => /^backup-|\.part$/.test(name))

    await leave(dead)
    await runOnInstance(instance, 'backup', join(instance.DATA_DIR, 'uma.tar'))
    const afterBackup = await left()
    await leave(dead)
    const service = await startService({ ...instance, DATABASE_URL: '' })
    const afterStart = await left()
    service.kill('SIGTERM')
    await service.exit
    await leave(process.pid)
    await runOnInstance(instance, 'backup', join(instance.DATA_DIR, 'outra.tar'))

    assert.deepEqual([afterBackup, afterStart], [[], []])
    assert.equal((await left()).length, 2, 'of a process that is still running')
  })
})

describe('estante restore', ON_PG, () => {
  it('can be run again when it was interrupted before or after the media were in place', async () => {
    const { file } = await copied('sqlite')
    const instance = await emptyInstance(testsOn)
    const media = join(instance.DATA_DIR, 'media')
    await symlink(join(instance.DATA_DIR, 'nada', 'aqui'), media)

    const failed = await runOnInstance(instance, 'restore', file)
    await rm(media)
    // Simulates a killed process, which leaves them behind.
    await mkdir(join(media, 'stored', 'publications'), { recursive: true })
    await writeFile(join(media, 'restore-unfinished'), '')
    const again = await runOnInstance(instance, 'restore', file)
    const checked = await runOnInstance(instance, 'doctor', '--json')

    assert.deepEqual([failed.code, again.error, again.code], [1, '', 0])
    const { findings } = JSON.parse(checked.out) as { findings: Finding[] }
    assert.equal(findings.find(({ subject }) => subject === 'Mídias')?.state, 'ok')
    assert.match(findings.find(({ subject }) => subject === 'Mídias')?.detail ?? '', /^1 título/)
    assert.ok(!(await readdir(media)).includes('restore-unfinished'))
  })
})

// Refused before a database is opened.
describe('estante restore, given an invalid copy', { skip: testsOn !== 'sqlite' }, () => {
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
  for (const [attack, make] of hostile) {
    it(`unpacks nothing from a file with ${attack}`, async () => {
      const folder = await temporaryFolder()
      await mkdir(join(folder, 'in'))
      for (const name of ['fora.txt', 'in/outro.txt']) await writeFile(join(folder, name), 'x')
      const file = join(folder, 'hostil.tar')
      await create({ file, cwd: join(folder, 'in'), preservePaths: true }, await make(join(folder, 'in')))
      const instance = await emptyInstance('sqlite')

      const { code, error } = await runOnInstance(instance, 'restore', file)

      assert.equal(code, 1)
      assert.match(error, /não é uma cópia desta versão do Estante/)
      assert.deepEqual(await readdir(instance.DATA_DIR), [])
    })
  }

  it('refuses a copy of which one byte was changed, in the database or in a book, and names the file', async () => {
    const { instance, file } = await copied('sqlite')
    const bytes = await readFile(file)
    const database = bytes.indexOf('SQLite format 3') + 40_000
    // A header is a block of 512 bytes, followed by the file.
    const book = Math.floor(bytes.indexOf('audio.mp3\0') / 512) * 512 + 1000
    assert.equal((await runOnInstance(await emptyInstance('sqlite'), 'restore', file)).code, 0)

    const errors = []
    for (const at of [database, book]) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at)
      await writeFile(`${file}.danificada`, damaged)
      const target = await emptyInstance('sqlite')
      const { code, error } = await runOnInstance(target, 'restore', `${file}.danificada`)
      assert.deepEqual([code, await readdir(target.DATA_DIR)], [1, []])
      errors.push(error)
    }

    assert.match(errors[0] ?? '', /^A cópia está danificada: a soma de estante\.db não confere\./)
    assert.match(errors[1] ?? '', /^A cópia está danificada: a soma de media\/stored\/publications\/.* não confere\./)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(
      (await readdir(instance.DATA_DIR)).filter((name) => name.startsWith('backup-')),
      [],
    )
  })

  it('refuses a copy without its last file, the sums', async () => {
    const { file } = await copied('sqlite')
    const folder = await temporaryFolder()
    await extract({ file, cwd: folder })
    await create({ file: `${file}.sem-somas`, cwd: folder, portable: true }, ['estante.db', 'media/stored'])

    const cut = await runOnInstance(await emptyInstance('sqlite'), 'restore', `${file}.sem-somas`)

    assert.match(cut.error, /^A cópia está incompleta: falta a lista das somas/)
  })

  it('refuses a copy with another schema as such, and says which version restores it', async () => {
    const { file } = await copied('sqlite')
    const folder = await temporaryFolder()
    await extract({ file, cwd: folder })
    const snapshot = join(folder, 'estante.db')
    const before = await sumOf(snapshot)
    const database = new DatabaseSync(snapshot)
    database.exec("update migration set name = '0001-tables.sql 7d865e959b24' where name like '0001%'")
    database.close()
    const sums = join(folder, 'SHA256SUMS')
    await writeFile(sums, (await readFile(sums, 'utf8')).replace(before, await sumOf(snapshot)))
    await create({ file, cwd: folder, portable: true }, ['estante.db', 'media/stored', 'SHA256SUMS'])
    const instance = await emptyInstance('sqlite')

    const { code, error } = await runOnInstance(instance, 'restore', file)

    assert.equal(code, 1)
    assert.match(error, /^A cópia foi feita por uma versão do Estante com outro esquema.*: restaure-a com a versão que/)
    assert.deepEqual(await readdir(instance.DATA_DIR), [])
  })

  it('refuses a truncated file', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'cortado.tar'), Buffer.alloc(700, 'x'))
    const instance = await emptyInstance('sqlite')

    const { code, error } = await runOnInstance(instance, 'restore', join(folder, 'cortado.tar'))

    assert.deepEqual([code, error.trim().split('\n').length], [1, 1])
    assert.deepEqual(await readdir(instance.DATA_DIR), [])
  })

  it('does not call a copy incomplete that it could not read, or write', async (test) => {
    const { file } = await copied('sqlite')
    const instance = await emptyInstance('sqlite')

    const unreadable = await runOnInstance(instance, 'restore', tmpdir())

    assert.match(unreadable.error, /^É uma pasta, e não um arquivo/)
    if (spawnSync('prlimit', ['--version']).status !== 0) return test.diagnostic('without prlimit')
    const [command, options] = ['prlimit', { env: { ...instance }, encoding: 'utf8' } as const]
    const full = spawnSync(command, ['--fsize=4000', process.execPath, ESTANTE, 'restore', file], options)
    assert.match(full.stderr, /^O disco está cheio: estante\.db não coube/)
    assert.deepEqual([full.status, await readdir(instance.DATA_DIR)], [1, []])
  })
})
