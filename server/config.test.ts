import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

describe('settings', () => {
  it('have defaults that run on one machine', () => {
    const config = readConfig({})

    assert.equal(config.baseUrl, 'http://localhost:3000')
    assert.equal(config.playUrl, config.baseUrl)
    assert.equal(config.timeZone, 'America/Sao_Paulo')
  })

  it('are read once, as origins without a slash', () => {
    const config = readConfig({ BASE_URL: 'https://api.example.com/', PLAY_URL: 'https://livros.example.com' })

    assert.deepEqual([config.baseUrl, config.playUrl], ['https://api.example.com', 'https://livros.example.com'])
  })

  const refused: Record<string, string>[] = [
    { PORT: 'x' },
    { PORT: '70000' },
    { BASE_URL: 'livros.example.com' },
    { BASE_URL: 'https://example.com/livros' },
    { PLAY_URL: 'ftp://example.com' },
    { TIME_ZONE: 'Brasil' },
    { SERVICE_PREFIX: 'Minha Estante' },
    { LOG_LEVEL: 'tudo' },
    { METRICS_PORT: 'x' },
    { METRICS_PORT: '3000' },
    { SHUTDOWN_DELAY: '-1' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4317' },
    { DATABASE_URL: 'mysql://localhost/estante' },
    { DATABASE_URL: 'postgres://localhost' },
    { DATABASE_POOL_SIZE: '0' },
    { MEDIA_URL: 's3://acervo' },
  ]
  for (const env of refused) {
    it(`refuse ${JSON.stringify(env)} and name it`, () => {
      const [name = ''] = Object.keys(env)

      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && error.message.includes(name),
      )
    })
  }
})
