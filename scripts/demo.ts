import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { startPartner } from '../examples/backend.ts'
import { customers } from '../examples/customers.ts'
import { readConfig } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { createCredential } from '../server/credentials/credential.ts'
import { type Environment, PRODUCTION, SANDBOX } from '../server/environment.ts'
import { simulateMonth } from '../server/first-steps/simulate-month.ts'
import { importPaths } from '../server/imports/sources/import-paths.ts'
import { startServer } from '../server/main.ts'
import { createPartner } from '../server/partners/partner.ts'
import { invitationUrl, inviteAdmin } from '../server/team/invitation.ts'

/*
 * Runs a fresh demo on one machine: the service with the sample catalog, a partner with a credential for each
 * environment, members with a month of usage, and the partner's own app that opens the books.
 */

const SAMPLES = fileURLToPath(new URL('../examples/catalog/books/', import.meta.url))

// Only in the demo's own folder, never in a configured database or store.
const env = { LOG_LEVEL: 'warn', ...process.env, DATABASE_URL: undefined, MEDIA_URL: undefined }
// Another demo may run at another port.
const folder = `data/demo/${readConfig(env).port}`
const config = readConfig({ ...env, DATA_DIR: fileURLToPath(new URL(`../${folder}/`, import.meta.url)) })
const partnerPort = Number(process.env.PARTNER_PORT ?? 4000)

await refusePortInUse(config.port, config.host, 'PORT=3100')
await refusePortInUse(partnerPort, '127.0.0.1', 'PARTNER_PORT=4100')
console.log('Construindo a aplicação…')
build()
await rm(config.dataDir, { recursive: true, force: true })
const server = await startServer(config)
const { context } = server
await importSamples(context)
const partner = await createPartner(context.db, Date.now(), { slug: 'banco-ipe', name: 'Banco Ipê' }, UNAUDITED)
const [production, sandbox] = [await issueCredential(PRODUCTION), await issueCredential(SANDBOX)]
console.log('Criando membros e um mês de uso…')
for (const environment of [PRODUCTION, SANDBOX] as const) {
  // The last customer is left as a new member.
  await simulateMonth(context, { partnerId: partner.id, environment }, customers.slice(0, -1), Date.now())
}
const panelUrl = await invite('ana@banco-ipe.example', partner.id)
const operatorUrl = await invite('operacao@estante.example', null)
const app = await startPartner({ port: partnerPort, estanteBaseUrl: config.baseUrl, production, sandbox })
console.log(`
Tudo no ar. Abra o app do parceiro:

  ${app.url}

  API dos parceiros     ${config.baseUrl}/partner/v1
  Guia de integração    ${config.baseUrl}/docs/guia
  Referência            ${config.baseUrl}/docs
  OpenAPI               ${config.baseUrl}/partner/v1/openapi.json
  Aplicação embutida    ${config.playUrl}/  (abre por um link de entrada)
  Dados                 ${folder}  (para um comando: DATA_DIR=${folder} npx estante …)

  Painel do parceiro, pelo convite de ana@banco-ipe.example, que vale uma vez:

  ${panelUrl}

  Painel de quem opera o serviço, pelo convite de operacao@estante.example (abra em outro navegador ou janela
  anônima, com um aplicativo autenticador à mão):

  ${operatorUrl}

  Produção   ${production.clientId}:${production.clientSecret}
  Sandbox    ${sandbox.clientId}:${sandbox.clientSecret}

  curl -u '${sandbox.clientId}:${sandbox.clientSecret}' ${config.baseUrl}/partner/v1/catalog

Ctrl+C encerra. A próxima vez começa do zero.`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await app.close()
    await server.close()
  })
}

function build(): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { encoding: 'utf8' })
  if (status === 0) return
  console.error(stdout, stderr)
  throw new Error('A aplicação não pôde ser construída.')
}

async function importSamples(context: Context): Promise<void> {
  const { imported, failed } = await importPaths(context, [SAMPLES], {
    onProgress: ({ file, done }) => {
      if (done === 1) console.log(`  acervo: ${file.slice(SAMPLES.length)}`)
    },
  })
  for (const { file, reason } of failed) console.error(`  recusado: ${file}: ${reason}`)
  console.log(`  ${imported.length} títulos no acervo`)
}

async function issueCredential(environment: Environment) {
  const subject = { partnerId: partner.id, environment, name: 'Backend do app' }
  const { credential, clientSecret } = await createCredential(context.db, Date.now(), config, subject, UNAUDITED)
  return { clientId: credential.client_id, clientSecret }
}

async function invite(email: string, partnerId: number | null): Promise<string> {
  const role = partnerId === null ? 'operator' : 'owner'
  const { token } = await context.db.write((tx) => inviteAdmin(tx, Date.now(), { partnerId, email, role }, UNAUDITED))
  return invitationUrl(config, token)
}

/** Exits if the port is taken: a running demo may use the data to remove. */
async function refusePortInUse(port: number, host: string, another: string): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    console.error(`A porta ${port} já está em uso. Escolha outra: ${another} npm run demo`)
    process.exit(1)
  })
  probe.close()
}
