import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

/* node fastify-static.mjs FOLDER: serves its files, with ranges. */

const [root] = process.argv.slice(2)
const app = Fastify()
app.register(fastifyStatic, { root })
console.log(JSON.stringify({ address: await app.listen({ port: 0, host: '127.0.0.1' }) }))
process.on('SIGTERM', () => process.exit())
