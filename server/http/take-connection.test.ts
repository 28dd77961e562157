import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { takeConnection } from './take-connection.ts'

const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** A connection to a server that answers so. */
async function connectedTo(answer: RequestListener): Promise<Socket> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  after(() => {
    client.destroy()
    server.close()
  })
  return client
}

async function readToEnd(client: Socket): Promise<string> {
  let text = ''
  for await (const piece of client) text += piece
  return text
}

it('A connection that was taken carries what is written to it, and whatever its client sends is nothing', async () => {
  const client = await connectedTo((_, response) => {
    const connection = takeConnection(response, { 'X-Name': 'value' })
    connection?.once('data', (data) => connection.end(`heard ${data.length}`))
  })
  client.write(request('/', 'Content-Length: 5\r\n'))
  await once(client, 'readable')

  client.write(request('/other'))

  const [head, body] = (await readToEnd(client)).split('\r\n\r\n')
  assert.match(head ?? '', /^HTTP\/1\.1 200 OK\r\nX-Name: value\r\nConnection: close\r\n/)
  assert.equal(body, `heard ${request('/other').length}`)
})

it('A connection over which another answer is still to come is not taken, and closes', async () => {
  const taken: unknown[] = []
  const take = (response: ServerResponse) => taken.push(takeConnection(response, {}))
  const beforehand = await connectedTo(({ url }, response) => url === '/taken' && take(response))
  const afterwards = await connectedTo(({ url }, response) => url === '/taken' && setImmediate(take, response))

  beforehand.write(request('/other') + request('/taken'))
  afterwards.write(request('/taken') + request('/other'))

  assert.deepEqual(await Promise.all([readToEnd(beforehand), readToEnd(afterwards)]), ['', ''])
  assert.deepEqual(taken, [undefined, undefined])
})

it('A connection whose client left is not taken', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<unknown>()
  const client = await connectedTo((_, response) => {
    response.on('close', () => resolve(takeConnection(response, {})))
  })

  client.write(request('/'), () => client.destroy())

  assert.equal(await taken, undefined)
})
