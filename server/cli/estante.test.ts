import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { list } from 'tar'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { ESTANTE, estante as runEstante, spawnEstante } from '../test/estante.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import type { Finding } from './finding.ts'

const run = promisify(execFile)
const dataDir = await temporaryFolder()

const settings = () => ({ ...process.env, DATA_DIR: dataDir, PORT: '0' })
const estante = (...args: string[]) => runEstante(settings(), ...args)

/** The audit of a partner, in order. */
async function actsOf(slug: string) {
  const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  try {
    const rows = await context.db.read
      .selectFrom('audit')
      .innerJoin('partner', 'partner.id', 'audit.partner_id')
      .select(['act', 'actor', 'subject', 'detail'])
      .where('slug', '=', slug)
      .orderBy('audit.id')
      .execute()
    return rows.map((row) => ({ ...row }))
  } finally {
    await closeContext(context)
  }
}

describe('estante', () => {
  it('creates a partner and a credential, and prints one JSON value', async () => {
    const create = ['partner', 'create', '--name', 'Banco Aurora', '--slug', 'aurora', '--json']
    const partner = await spawnEstante(settings(), ...create)
    const credential = await estante(
      ...['credential', 'create', '--partner', 'aurora', '--environment', 'sandbox'],
      ...['--name', 'Backend', '--rate-limit', '500', '--json'],
    )

    assert.equal(JSON.parse(partner.out).slug, 'aurora')
    const { clientId, clientSecret, rateLimit } = JSON.parse(credential.out)
    assert.match(clientId, /^estante_test_/)
    assert.equal(clientSecret.length, 43)
    assert.equal(rateLimit, 500)
    assert.deepEqual([partner.error, credential.error], ['', ''])
  })

  it('ends without a word when nobody reads its output to the end', async () => {
    const script = '"$0" "$1" partner list | true'

    const { stderr } = await run('sh', ['-c', script, process.execPath, ESTANTE], { env: settings() })

    assert.equal(stderr, '')
  })

  it('says in a sentence that its output has no room', { skip: !existsSync('/dev/full') }, async () => {
    const script = '"$0" "$1" partner list > /dev/full'

    const failure = await run('sh', ['-c', script, process.execPath, ESTANTE], { env: settings() }).catch(
      (error) => error,
    )

    assert.equal(failure.code, 1)
    assert.match(failure.stderr, /^O resultado não pôde ser escrito \(ENOSPC\): libere espaço.*\n$/)
  })

  it('says in a sentence that the database has no room', {
    skip: spawnSync('prlimit', ['--version']).status !== 0,
  }, () => {
    const env = settings()
    const create = (slug: string, ...limited: string[]) => {
      const [command, ...rest] = [...limited, process.execPath, ESTANTE, 'partner', 'create']
      return spawnSync(command!, [...rest, '--name', 'Aurora', '--slug', slug], { env, encoding: 'utf8' })
    }
    create('aurora')

    const { status, stderr } = create('boreal', 'prlimit', '--fsize=4000')

    assert.equal(status, 1)
    assert.match(stderr, /^O banco em DATA_DIR não pôde gravar: o disco está cheio, ou falhou\. Libere espaço.*\n$/)
  })

  it('says which Node it needs, in an older one', async () => {
    const { engines } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
    const oldest = engines.node.replace('>=', '')
    const [major, minor] = oldest.split('.')
    const inNode = (version: string) => {
      const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
      const options = { ...settings(), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` }
      return spawnEstante(options, '--help')
    }

    const [older, same] = await Promise.all([inNode(`${major}.${minor - 1}.9`), inNode(`${oldest}.0`)])

    assert.equal(older.code, 1)
    assert.ok(older.error.startsWith(`O Estante precisa do Node ${oldest} ou mais novo`), older.error)
    assert.match(same.out, /^Uso: estante/)
  })

  it('suspends a partner and reactivates it, and audits both', async () => {
    await estante('partner', 'create', '--name', 'Banco Ipê', '--slug', 'ipe')
    const created = await estante(
      ...['credential', 'create', '--partner', 'ipe', '--environment', 'production', '--name', 'Backend', '--json'],
    )
    const { clientId } = JSON.parse(created.out)
    await estante('credential', 'limit', clientId, '300')
    const limited = await estante('partner', 'limit', 'ipe', '900')

    const suspended = await estante('partner', 'suspend', 'ipe', '--json')
    const again = await estante('partner', 'suspend', 'ipe', '--json')
    const listed = JSON.parse((await estante('partner', 'list', '--json')).out)
    const resumed = await estante('partner', 'resume', 'ipe', '--json')
    const unknown = await estante('partner', 'suspend', 'nenhum')

    assert.equal(
      limited.out,
      'Parceiro Banco Ipê: 900 requisições por minuto em cada ambiente, somadas as credenciais de até 120.\n',
    )
    assert.equal(JSON.parse(resumed.out).rateLimit, 900)
    assert.match(JSON.parse(suspended.out).suspendedAt, /^\d{4}-/)
    assert.equal(again.out, suspended.out)
    assert.equal(
      listed.find(({ slug }: { slug: string }) => slug === 'ipe').suspendedAt,
      JSON.parse(suspended.out).suspendedAt,
    )
    assert.equal(JSON.parse(resumed.out).suspendedAt, null)
    assert.deepEqual([unknown.code, unknown.error.includes('nenhum')], [1, true])
    assert.deepEqual(await actsOf('ipe'), [
      { act: 'partner-created', actor: null, subject: 'Banco Ipê', detail: null },
      { act: 'credential-created', actor: null, subject: clientId, detail: null },
      { act: 'limit-changed', actor: null, subject: clientId, detail: '{"from":120,"to":300}' },
      { act: 'partner-limit-changed', actor: null, subject: 'Banco Ipê', detail: '{"from":600,"to":900}' },
      { act: 'partner-suspended', actor: null, subject: 'Banco Ipê', detail: null },
      { act: 'partner-resumed', actor: null, subject: 'Banco Ipê', detail: null },
    ])
  })

  it('never shows a secret twice, and ends the views of a revoked credential', async () => {
    const created = await estante(
      ...['credential', 'create', '--partner', 'aurora', '--environment', 'production', '--name', 'Outro', '--json'],
    )
    const { clientId, clientSecret } = JSON.parse(created.out)

    const listed = await estante('credential', 'list', '--partner', 'aurora', '--json')
    const rotated = await estante('credential', 'rotate', clientId, '--json')
    const revoked = await estante('credential', 'revoke', clientId, '--json')

    assert.ok(!listed.out.includes(clientSecret))
    assert.equal(JSON.parse(listed.out).at(-1).partner, 'aurora')
    assert.notEqual(JSON.parse(rotated.out).clientSecret, clientSecret)
    assert.ok(JSON.parse(revoked.out).revokedAt)
    assert.equal(JSON.parse(revoked.out).viewsEndedAt, null)
    const ended = await estante('credential', 'revoke', clientId, '--end-views', '--json')
    assert.equal(JSON.parse(ended.out).revokedAt, JSON.parse(revoked.out).revokedAt)
    assert.ok(JSON.parse(ended.out).viewsEndedAt)
    assert.equal((await estante('credential', 'rotate', clientId)).code, 1)
  })

  it('imports accounts by e-mail, reports faults by line, and can be repeated', async () => {
    const file = join(dataDir, 'contas.csv')
    await writeFile(file, '\uFEFFemail;nome\nana@example.com;Ana\nnada;Bia\n\n"caio@example.com";"Caio; o Breve"\n')
    const args = ['member', 'import', '--partner', 'aurora', '--environment', 'sandbox', file, '--json']

    const [first, second] = [await estante(...args), await estante(...args)]

    const { failed, ...counts } = JSON.parse(first.out)
    assert.deepEqual(counts, { imported: 2, updated: 0, unchanged: 0 })
    assert.deepEqual(
      failed.map(({ line }: { line: number }) => line),
      [3],
    )
    assert.match(failed[0].reason, /e-mail válido/)
    assert.equal(JSON.parse(second.out).unchanged, 2)
    assert.deepEqual([first.code, first.error], [1, 'Não importadas: 1. Veja a razão de cada uma no relatório.\n'])
  })

  it('writes a copy that appears only when it is complete', async () => {
    const file = join(dataDir, 'copia.tar')

    const backup = await spawnEstante(settings(), 'backup', file, '--json')
    const again = await estante('backup', file)

    const names: string[] = []
    await list({ file, onReadEntry: (entry) => names.push(entry.path) })
    assert.ok(JSON.parse(backup.out).bytes > 0)
    assert.equal((await stat(file)).mode & 0o077, 0)
    assert.equal((await stat(join(dataDir, 'estante.db'))).mode & 0o077, 0)
    assert.ok(names.includes('estante.db') && names.some((name) => name.startsWith('media')))
    assert.deepEqual([again.code, /já existe/.test(again.error)], [1, true])
  })

  it('reports usage with the API’s figures, and checks itself', async () => {
    const usage = await estante(
      ...['usage', 'report', '--partner', 'aurora', '--environment', 'sandbox', '--month', '2026-11', '--json'],
    )
    const doctor = await estante('doctor', '--json')

    const totals = { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
    assert.deepEqual(JSON.parse(usage.out), { month: '2026-11', users: [], totals })
    assert.ok(JSON.parse(doctor.out).findings.length >= 6)
  })

  it('warns of one host for everything, of an untrusted proxy and of a missing security contact, when it serves the public', async () => {
    const origin = 'https://livros.example.com'
    const examine = async (settings: object) => {
      const { out } = await runEstante({ ...process.env, DATA_DIR: dataDir, ...settings }, 'doctor', '--json')
      return (JSON.parse(out) as { findings: Finding[] }).findings
    }
    const warned = async (settings: object) =>
      (await examine(settings)).filter(({ state }) => state === 'warn').map(({ subject }) => subject)
    const stateOfAddresses = async (host: string) =>
      (await examine({ BASE_URL: `http://api.${host}:3000`, PLAY_URL: `http://ler.${host}:3000` })).find(
        ({ subject }) => subject === 'Endereços',
      )?.state

    const careless = await warned({ BASE_URL: origin })
    const careful = await warned({
      ...{ BASE_URL: origin, PLAY_URL: 'https://ler.example.com', TRUST_PROXY: 'loopback' },
      SECURITY_CONTACT: 'seguranca@example.com',
    })

    for (const subject of ['Endereços', 'Proxy', 'Segurança']) {
      assert.deepEqual([careless.includes(subject), careful.includes(subject)], [true, false], subject)
    }
    assert.equal(await stateOfAddresses('localhost'), 'ok')
    assert.equal(await stateOfAddresses('localhost.example.com'), 'bad')
  })

  it('says which file is no sound database and how to recover; doctor runs its other checks', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'estante.db')
    const { DATABASE_URL: _, ...env } = process.env
    const run = (...args: string[]) => runEstante({ ...env, DATA_DIR: folder, LOG_LEVEL: 'warn' }, ...args)
    const sentence = `O banco ${file} está danificado`
    const garbage = Buffer.alloc(20_000, 'x')
    await run('partner', 'list')
    const sound = await readFile(file)
    const torn = Buffer.concat([sound.subarray(0, 100), Buffer.alloc(sound.length - 100, 0xee)])

    for (const content of [garbage, torn]) {
      await writeFile(file, content)
      for (const args of [['serve'], ['partner', 'list', '--json'], ['backup', join(folder, 'nada.tar')]]) {
        const { code, out, error } = await run(...args)
        assert.deepEqual([code, out], [1, ''], args.join(' '))
        assert.ok(error.startsWith(sentence) && error.includes('estante restore'), error)
        assert.equal(error.trim().split('\n').length, 1)
      }
      const doctor = await runEstante({ ...env, DATA_DIR: folder, DICTIONARY_PATH: folder }, 'doctor', '--json')
      const { findings } = JSON.parse(doctor.out) as { findings: Finding[] }
      assert.equal(doctor.code, 1)
      assert.ok(findings.find(({ subject }) => subject === 'Banco')?.detail.startsWith(sentence))
      const subjects = findings.map(({ subject }) => subject)
      assert.ok(subjects.includes('Pasta de dados') && subjects.includes('Dicionário'), doctor.out)
    }
  })

  it('says that a database is another program’s', async () => {
    const folder = await temporaryFolder()
    using database = new DatabaseSync(join(folder, 'estante.db'))
    database.exec('create table member (id integer)')
    const { DATABASE_URL: _, ...env } = process.env

    const { code, error } = await runEstante({ ...env, DATA_DIR: folder }, 'partner', 'list')

    assert.equal(code, 1)
    assert.match(error, /^O arquivo estante\.db em DATA_DIR já tem tabelas de outro programa: escolha outra pasta\.\n$/)
  })

  it('says which file this user may not open; doctor runs its other checks', async () => {
    const folder = await temporaryFolder()
    // Root may open any file, but no folder as a file.
    const file = join(folder, 'estante.db')
    await mkdir(file)
    const { DATABASE_URL: _, ...env } = process.env

    const [list, doctor] = await Promise.all(
      [['partner', 'list'], ['doctor']].map((args) => runEstante({ ...env, DATA_DIR: folder }, ...args)),
    )

    const sentence = `Este usuário não pode ler e gravar o banco ${file}.`
    assert.ok(list?.error.startsWith(sentence) && list.code === 1, JSON.stringify(list))
    assert.ok(
      doctor?.out.includes(sentence) && doctor.out.includes('Pasta de dados') && doctor.code === 1,
      JSON.stringify(doctor),
    )
  })

  it('creates no database in a folder that is missing or holds something else', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'notas.txt'), '')
    const { DATABASE_URL: _, ...env } = process.env

    for (const DATA_DIR of [folder, join(folder, 'dados')]) {
      const { code, error } = await runEstante({ ...env, DATA_DIR }, 'catalog', 'import', folder)
      assert.deepEqual([code, error.split(':')[0]], [1, `Não há banco em ${DATA_DIR}`])
    }

    assert.deepEqual(await readdir(folder), ['notas.txt'])
  })

  it('refuses a data folder in /proc, which Node would try for ever to create', async () => {
    const env = { ...process.env, DATA_DIR: '/proc/nope' }

    const outcomes = await Promise.all([spawnEstante(env, 'serve'), spawnEstante(env, 'doctor')])

    for (const { code, error } of outcomes) {
      assert.deepEqual([code, error], [1, 'DATA_DIR não pode ficar em /proc: nenhuma pasta se cria ali.\n'])
    }
  })

  it('says which setting names an address that is not this machine’s, and not that the database is down', async () => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' }

    const [unknown, foreign, metrics] = await Promise.all([
      runEstante({ ...env, HOST: '300.1.1.1' }, 'serve'),
      runEstante({ ...env, HOST: '192.0.2.1' }, 'serve'),
      // In a process of its own, which must end although much had started.
      spawnEstante({ ...env, METRICS_HOST: '300.1.1.1', METRICS_PORT: '9' }, 'serve'),
    ])

    assert.equal(unknown.error, 'HOST deve ser um endereço desta máquina, não "300.1.1.1".\n')
    assert.equal(foreign.error, 'HOST deve ser um endereço desta máquina, não "192.0.2.1".\n')
    assert.equal(metrics.error, 'METRICS_HOST deve ser um endereço desta máquina, não "300.1.1.1".\n')
    assert.deepEqual([unknown.code, foreign.code, metrics.code], [1, 1, 1])
  })

  it('refuses to serve with a dictionary that is not there', async () => {
    const { code, out, error } = await runEstante({ ...settings(), DICTIONARY_PATH: join(dataDir, 'nada') }, 'serve')

    assert.deepEqual([code, out], [1, ''])
    assert.match(error, /^DICTIONARY_PATH deve ser um arquivo \.ifo ou uma pasta com algum: não há em .*nada\.\n$/)
  })

  it('says in a sentence, without the address, that the database does not answer', async () => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: 'postgres://estante:segredo@127.0.0.1:1/estante' }
    const commands = [['doctor'], ['serve'], ['partner', 'list', '--json'], ['backup', join(dataDir, 'nada.tar')]]

    const outcomes = await Promise.all(commands.map((args) => runEstante(env, ...args)))

    for (const { code, out, error } of outcomes) {
      assert.deepEqual([code, out], [1, ''])
      assert.match(error, /^O banco de dados não está atendendo \(ECONNREFUSED\)\. Confira o endereço de DATABASE_URL/)
      assert.equal(error.trim().split('\n').length, 1)
    }
  })

  it('says in one sentence that PostgreSQL has no TLS, whatever the mode that asks for it', async () => {
    // As PostgreSQL answers the request for TLS when it is turned off.
    const server = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    const { port } = server.address() as AddressInfo

    const outcomes = await Promise.all(
      ['require', 'verify-full'].map((mode) => {
        const url = `postgres://estante@127.0.0.1:${port}/estante?sslmode=${mode}`
        return spawnEstante({ ...settings(), DATABASE_URL: url }, 'partner', 'list')
      }),
    )

    for (const { error } of outcomes) {
      assert.equal(error, 'O PostgreSQL de DATABASE_URL não fala TLS: ligue-o lá, ou tire sslmode do endereço.\n')
    }
  })

  it('has help in Portuguese', async () => {
    const [{ code, out }, erase] = await Promise.all([
      estante('credential', '--help'),
      estante('member', 'erase', '--help'),
    ])

    assert.equal(code, 0)
    assert.match(out, /^Uso: estante credential \[opções\] \[comando\]/)
    assert.match(out, /Gera um segredo novo/)
    assert.match(erase.out, /externalUserId \(padrão\),\s+email ou id/)
    assert.doesNotMatch(erase.out, /default|choices/)
  })

  const mistakes: [string[], RegExp][] = [
    [['partner', 'create', '--name', 'X'], /--slug <slug>\. Veja estante partner create --help\.$/m],
    [['catalog', 'import'], /^Falta o argumento caminhos\. Veja estante catalog import --help\.$/m],
    [['partner', 'create', '--name', 'X', '--slug', 'A B'], /slug "A B" não serve/],
    [['partner', 'create', '--name', 'X', '--slug', 'aurora'], /Já existe/],
    [['partner', 'create', '--name', 'X\n\u001b[31m', '--slug', 'x'], /^O nome deve ter algo visível/],
    [['partner', 'create', '--name', '\u200b', '--slug', 'x'], /^O nome deve/],
    [
      ['credential', 'create', '--partner', 'aurora', '--environment', 'sandbox', '--name', '\u202egpj.exe'],
      /^O nome deve/,
    ],
    [['credential', 'list', '--partner', 'nada'], /Veja estante partner list/],
    [
      ['member', 'erase', '--partner', 'aurora', '--environment', 'sandbox', '--by', 'cpf', 'x'],
      /^O valor de --by deve ser um de: externalUserId, email, id\.$/m,
    ],
    [['credential', 'create', '--partner', 'nada', '--environment', 'sandbox', '--name', 'x'], /"nada"/],
    [['credential', 'create', '--partner', 'aurora', '--environment', 'teste', '--name', 'x'], /production ou sandbox/],
    [['partner', 'limit', 'nenhum', '10'], /^Não existe parceiro/],
    [['credential', 'limit', 'estante_live_x', 'muitas'], /^"muitas" não é um número/],
    [['backup', '/nada/copia.tar'], /^Não existe a pasta ou o arquivo \/nada\.$/m],
    [['restore', '/nada/copia.tar'], /^Não existe a pasta ou o arquivo/],
    [['restore', 'c'.repeat(300)], /^Erro inesperado: ENAMETOOLONG/],
    [['migrate-to', 'mysql://nada/nada'], /^O destino deve ser como postgres/],
    [['catalog', 'import', '/nada'], /^Não importados: 1\./],
    [['credential', 'revoke', 'estante_live_x'], /Não existe credencial/],
    [['usage', 'report', '--partner', 'aurora', '--environment', 'sandbox', '--month', '2026-13'], /AAAA-MM/],
    [['catalog', 'remove', 'pub_x'], /Não existe título/],
    [['catalog', 'publish', 'pub_x'], /Não existe título/],
    [['catalog', 'feature', 'pub_x'], /ou está fora do ar: veja estante catalog list, e publique-o antes\.$/m],
    [['member', 'import', '--partner', 'aurora', '--environment', 'sandbox', 'nada.csv'], /não existe/],
    [
      ['member', 'import', '--partner', 'aurora', '--environment', 'sandbox', '/dev/null'],
      /^O arquivo está vazio: a primeira linha deve ter a coluna email/,
    ],
    [['dance'], /dance não existe\. Veja estante --help\.$/m],
    [['doctor', '--dance'], /--dance não existe\. Veja estante doctor --help\.$/m],
  ]
  it('explains the fault in a sentence', async () => {
    const outcomes = await Promise.all(
      mistakes.map(async ([args, sentence]) => ({ sentence, ...(await estante(...args)) })),
    )

    for (const { code, error, sentence } of outcomes) {
      assert.equal(code, 1)
      assert.match(error, sentence)
      assert.equal(error.trim().split('\n').length, 1)
    }
  })
})
