import Fastify from 'fastify'

/* node ready.ts: Fastify with one route, the smallest server that can start and answer. */

const app = Fastify()
app.get('/readyz', async () => ({ status: 'ok' }))
console.log(JSON.stringify({ address: await app.listen({ port: 0, host: '127.0.0.1' }) }))
process.on('SIGTERM', () => process.exit())
