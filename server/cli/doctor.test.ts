import assert from 'node:assert/strict'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { emptyInstance, runOnInstance, seededInstance } from '../test/instance.ts'
import { startMailServer } from '../test/mail-server.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import type { Finding } from './finding.ts'

describe('estante doctor', ON_PG, () => {
  it('describes its database, without the password', async () => {
    const instance = await emptyInstance(testsOn)

    const { out } = await runOnInstance(instance, 'doctor', '--json')

    const { findings } = JSON.parse(out) as { findings: Finding[] }
    const details = new Map(findings.map(({ subject, detail }) => [subject, detail]))
    if (testsOn === 'sqlite') return assert.equal(details.get('Banco'), 'íntegro')
    assert.match(details.get('PostgreSQL') ?? '', /^versão \d+\.\d+, synchronous_commit=/)
    assert.match(details.get('Conexões') ?? '', /cabem \d+ nós/)
    assert.equal(details.get('Relógio'), 'o mesmo do banco')
    assert.ok(!out.includes(instance.DATABASE_URL ?? ''))
  })

  it('refuses an address without TLS outside of this machine, of either host', async () => {
    const instance = await emptyInstance(testsOn)
    const [api, play] = ['https://api.example.com', 'https://ler.example.com']
    const pairs = [
      [api, play],
      [api.replace('https', 'http'), play],
      [api, play.replace('https', 'http')],
      ['http://localhost:3000', play.replace('https', 'http')],
      ['http://api.localhost:3000', 'http://ler.localhost:3000'],
    ]

    const states = await Promise.all(
      pairs.map(async ([BASE_URL, PLAY_URL]) => {
        const settings = { ...instance, BASE_URL, PLAY_URL }
        const { out } = await runOnInstance(settings, 'doctor', '--json')
        const { findings } = JSON.parse(out) as { findings: Finding[] }
        return findings.find(({ subject }) => subject === 'Endereços')?.state
      }),
    )

    assert.deepEqual(states, ['ok', 'bad', 'bad', 'bad', 'ok'])
  })

  it('signs in to the mail server without sending anything, and warns where a public service has none', async () => {
    const instance = await emptyInstance(testsOn)
    const mailServer = await startMailServer()
    const MAIL_FROM = 'Estante <nao-responda@example.com>'
    const everySettings = [
      { SMTP_URL: mailServer.url, MAIL_FROM },
      { SMTP_URL: mailServer.url.replace('segredo', 'palpite'), MAIL_FROM },
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM },
      { BASE_URL: 'https://api.example.com', PLAY_URL: 'https://ler.example.com' },
      {},
    ]

    const states: unknown[] = []
    for (const settings of everySettings) {
      const { out } = await runOnInstance({ ...instance, ...settings }, 'doctor', '--json')
      assert.doesNotMatch(out, /segredo|palpite/)
      const { findings } = JSON.parse(out) as { findings: Finding[] }
      states.push(findings.find(({ subject }) => subject === 'E-mail')?.state)
    }

    assert.deepEqual(states, ['ok', 'bad', 'bad', 'warn', 'ok'])
    assert.deepEqual(mailServer.mails, [])
  })

  it('names titles without files, and advises a node that has none to share the media', async () => {
    const { instance } = await seededInstance(testsOn)
    await rm(join(instance.DATA_DIR, 'media'), { recursive: true })

    const { code, out } = await runOnInstance(instance, 'doctor')

    assert.equal(code, 1)
    assert.match(
      out,
      /nenhum título tem os arquivos aqui: O relógio da sala\. Com vários nós, dê a todos a mesma MEDIA_URL/,
    )
  })

  it('names the files that this user may not read', { skip: process.getuid?.() === 0 }, async () => {
    const { instance } = await seededInstance(testsOn)
    const folder = join(instance.DATA_DIR, 'media/stored/publications')
    await chmod(folder, 0)

    const { code, out } = await runOnInstance(instance, 'doctor')
    await chmod(folder, 0o700)

    assert.equal(code, 1)
    assert.ok(out.includes(`Este usuário não pode ler ${folder}`), out)
  })
})
