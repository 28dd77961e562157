import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { magicLink, oneTimeToken } from 'better-auth/plugins'

/*
 * node better-auth.mjs FILE: one-time tokens and magic links in a SQLite file, with writes as durable as Estante's,
 * without rate limit, log or telemetry. Adds POST /tokens?kind=…&count=…, by which the bench mints tokens between
 * rounds, with the rows that the plugins would write.
 */

const [file] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = full')
const links = []
const auth = betterAuth({
  database,
  baseURL: 'http://estante.test',
  secret: 'only for the bench, on this machine, for a minute',
  logger: { disabled: true },
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  emailAndPassword: { enabled: true },
  plugins: [
    oneTimeToken({ expiresIn: 24 * 60 }),
    magicLink({ expiresIn: 86_400, sendMagicLink: async ({ token }) => links.push(token) }),
  ],
})
const { runMigrations } = await getMigrations(auth.options)
await runMigrations()

const EMAIL = 'ana.souza@example.com'
const { headers } = await auth.api.signUpEmail({
  body: { email: EMAIL, password: 'tres pratos de trigo', name: 'Ana Souza' },
  returnHeaders: true,
})
const cookie = headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')
database.exec('update user set emailVerified = 1')

const handle = toNodeHandler(auth)
const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://estante.test')
  if (url.pathname !== '/tokens') return handle(request, response)
  const tokens = await mintTokens(url.searchParams.get('kind'), Number(url.searchParams.get('count')))
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(tokens))
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}`, cookie }))
})
process.on('SIGTERM', () => process.exit())

/** Mints one token by the plugin and copies its row: a thousand by the plugin would take seconds. */
async function mintTokens(kind, count) {
  const first =
    kind === 'magic-link'
      ? await auth.api.signInMagicLink({ body: { email: EMAIL }, headers: {} }).then(() => links.pop())
      : (await auth.api.generateOneTimeToken({ headers: { cookie } })).token
  const row = database.prepare('select * from verification where identifier = ?').get(`${kind}:${first}`)
  const columns = Object.keys(row)
  const insert = database.prepare(
    `insert into verification (${columns.map((column) => `"${column}"`)}) values (${columns.map(() => '?')})`,
  )
  const tokens = [first]
  database.exec('begin')
  for (let made = 1; made < count; made++) {
    const token = randomLetters(32)
    tokens.push(token)
    insert.run(...Object.values({ ...row, id: randomLetters(32), identifier: `${kind}:${token}` }))
  }
  database.exec('commit')
  return tokens
}

function randomLetters(length) {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('')
}
