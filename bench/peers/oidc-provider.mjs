import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/* node oidc-provider.mjs: client credentials (RFC 6749, section 4.4), in memory. */

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}`
  const provider = new Provider(address, {
    clients: [
      {
        client_id: 'parceiro',
        client_secret: 'segredo-do-parceiro',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: 60 },
  })
  server.on('request', provider.callback())
  console.log(
    JSON.stringify({
      address,
      authorization: `Basic ${Buffer.from('parceiro:segredo-do-parceiro').toString('base64')}`,
    }),
  )
})
process.on('SIGTERM', () => process.exit())
