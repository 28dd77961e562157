import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

describe('settings', () => {
  it('default to a service on one machine', () => {
    const config = readConfig({})

    assert.equal(config.baseUrl, 'http://localhost:3000')
    assert.equal(config.playUrl, config.baseUrl)
    assert.equal(config.timeZone, 'America/Sao_Paulo')
  })

  it('are parsed once, origins without a trailing slash', () => {
    const config = readConfig({ BASE_URL: 'https://api.example.com/', PLAY_URL: 'https://livros.example.com' })

    assert.deepEqual([config.baseUrl, config.playUrl], ['https://api.example.com', 'https://livros.example.com'])
  })

  it('trust no proxy and send no e-mail by default', () => {
    const [none, some] = [
      readConfig({}),
      readConfig({
        TRUST_PROXY: '10.0.0.0/8, ::1,loopback',
        SMTP_URL: 'smtps://painel:segredo@mail.example.com:465',
        MAIL_FROM: 'Estante <nao-responda@example.com>',
      }),
    ]

    assert.deepEqual([none.trustedProxies, none.smtpUrl], [[], undefined])
    assert.deepEqual(some.trustedProxies, ['10.0.0.0/8', '::1', 'loopback'])
    assert.equal(some.mailFrom, 'Estante <nao-responda@example.com>')
  })

  it('keep personal data as long as configured, but never for ever', () => {
    const [usual, chosen] = [
      readConfig({}),
      readConfig({
        KEEP_ACTIVITY_MONTHS: '6',
        KEEP_AUDIT_ADDRESS_MONTHS: '120',
        KEEP_LAUNCHES_DAYS: '1',
        KEEP_CALLS_DAYS: '180',
        PRIVACY_CONTACT: 'privacidade@example.com',
      }),
    ]

    assert.deepEqual(usual.retention, { activityMonths: 24, auditAddressMonths: 12, launchesDays: 30, callsDays: 30 })
    assert.deepEqual(chosen.retention, { activityMonths: 6, auditAddressMonths: 120, launchesDays: 1, callsDays: 180 })
    assert.deepEqual([usual.privacyContact, chosen.privacyContact], [undefined, 'privacidade@example.com'])
  })

  const refused: Record<string, string>[] = [
    { PORT: 'x' },
    { PORT: '70000' },
    { HOST: '' },
    { DATA_DIR: '' },
    { SERVICE_NAME: ' ' },
    { SERVICE_NAME: 'Minha\nestante' },
    { BASE_URL: 'livros.example.com' },
    { BASE_URL: 'https://example.com/#livros' },
    { BASE_URL: 'https://example.com/livros' },
    { PLAY_URL: 'ftp://example.com' },
    { TIME_ZONE: 'Brasil' },
    { SERVICE_PREFIX: 'Minha Estante' },
    { LOG_LEVEL: 'tudo' },
    { METRICS_PORT: 'x' },
    { METRICS_PORT: '3000' },
    { METRICS_HOST: '' },
    { SHUTDOWN_DELAY: '-1' },
    { KEEP_ACTIVITY_MONTHS: '0' },
    { KEEP_ACTIVITY_MONTHS: '121' },
    { KEEP_AUDIT_ADDRESS_MONTHS: 'doze' },
    { KEEP_LAUNCHES_DAYS: '30d' },
    { KEEP_CALLS_DAYS: '-30' },
    { PRIVACY_CONTACT: 'http://example.com/privacidade' },
    { PRIVACY_CONTACT: 'ligue 0800' },
    { SECURITY_CONTACT: 'http://example.com/seguranca' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4317' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'coletor' },
    { DATABASE_URL: 'mysql://localhost/estante' },
    { DATABASE_URL: 'postgres://localhost' },
    { DATABASE_POOL_SIZE: '0' },
    { SMTP_URL: 'mail.example.com:587', MAIL_FROM: 'nao-responda@example.com' },
    { MAIL_FROM: 'Estante', SMTP_URL: 'smtp://mail.example.com' },
    { MAIL_FROM: 'a@example.com\r\nBcc: b@example.com', SMTP_URL: 'smtp://mail.example.com' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '10.0.0.0/8, proxy.example.com' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { MEDIA_URL: 'https://s3.example.com/acervo?region=us-east-1' },
    { MEDIA_URL: 's3://A_B?region=us-east-1' },
    { MEDIA_URL: 's3://acervo/../outro livro?region=us-east-1' },
    { MEDIA_URL: 's3://acervo?endpoint=s3.example.com' },
    { MEDIA_URL: 's3://acervo?region=us-east-1&pathStyle=sim' },
    { MEDIA_URL: 's3://acervo?region=us-east-1&acl=public' },
    { MEDIA_DELIVERY: 'redirect' },
    { MEDIA_DELIVERY: 'nginx', MEDIA_URL: 's3://acervo?region=us-east-1' },
    { MEDIA_DELIVERY: 'cdn', MEDIA_URL: 's3://acervo?region=us-east-1' },
    {
      MEDIA_DELIVERY: 'redirect',
      MEDIA_URL: 's3://acervo?endpoint=http://10.0.0.1:9000',
      PLAY_URL: 'https://livros.example.com',
    },
  ]
  for (const env of refused) {
    it(`refuse ${JSON.stringify(env)} and name the variable`, () => {
      const [name = ''] = Object.keys(env)

      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && error.message.includes(name),
      )
    })
  }

  it('say where media are, explicitly or by the store and the environment', () => {
    const full = readConfig({
      MEDIA_URL: 's3://acervo/livros/?endpoint=https://s3.example.com&region=sa-1&pathStyle=false',
    })
    const implied = readConfig({ MEDIA_URL: 's3://acervo?endpoint=http://127.0.0.1:9000' })
    const amazon = readConfig({ MEDIA_URL: 's3://acervo', AWS_REGION: 'sa-east-1' })

    assert.deepEqual(full.mediaLocation, {
      bucket: 'acervo',
      prefix: 'livros',
      endpoint: 'https://s3.example.com',
      region: 'sa-1',
      pathStyle: false,
    })
    assert.deepEqual([implied.mediaLocation?.region, implied.mediaLocation?.pathStyle], ['us-east-1', true])
    assert.deepEqual([amazon.mediaLocation?.region, amazon.mediaLocation?.pathStyle], ['sa-east-1', false])
  })

  it('never print a key that is in MEDIA_URL', () => {
    const read = () => readConfig({ MEDIA_URL: 's3://chave:segredo@acervo?region=us-east-1' })

    assert.throws(read, (error) => error instanceof ConfigError && !/chave|segredo/.test(error.message))
  })
})
