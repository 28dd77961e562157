import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { NAME } from '@estante/contract/text.ts'
import { toContact } from './contact.ts'

/** Settings, read once from the environment. */
export interface Config {
  port: number
  host: string
  /** Origin of the Partner API, without a trailing slash. */
  baseUrl: string
  /** Origin of the embedded application, without a trailing slash. */
  playUrl: string
  dataDir: string
  /** Address of PostgreSQL; undefined for SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** The most connections to PostgreSQL that a node may open. */
  databasePoolSize: number
  /** The bucket for media; undefined for files in `dataDir`. */
  mediaLocation: S3Location | undefined
  mediaDelivery: MediaDelivery
  serviceName: string
  /** Prefix of every `client_id`. */
  servicePrefix: string
  /** IANA time zone: decides when months and days begin. */
  timeZone: string
  logLevel: string
  /** Where metrics are served to Prometheus; undefined for none. */
  metricsPort: number | undefined
  metricsHost: string
  /** Whether requests are traced. OpenTelemetry's standard variables configure the rest. */
  isTraced: boolean
  /** Mail server for the panel's e-mails; undefined for none. */
  smtpUrl: string | undefined
  /** Sender of the panel's e-mails. */
  mailFrom: string
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, ranges, `loopback`; none when empty. */
  trustedProxies: string[]
  retention: Retention
  /** Contact about personal data and incidents, for partners that have named none: an e-mail or an https address. */
  privacyContact: string | undefined
  /** The contact in `/.well-known/security.txt`: an e-mail or an https address. */
  securityContact: string | undefined
  /** The `.ifo` of a StarDict dictionary, or a folder with some; members look words up in them. None when undefined. */
  dictionaryPath: string | undefined
  /** How long the service reports unready, while still serving, before it stops. */
  shutdownDelayMs: number
}

/** How long each kind of personal data is kept (`sweep/` removes it). */
interface Retention {
  /** The minutes and chapters that a month's report was counted from. The report stays. */
  activityMonths: number
  /** Network addresses in the audit. Entries stay. */
  auditAddressMonths: number
  /** Sign-on links and their outcomes. */
  launchesDays: number
  /** The request log. */
  callsDays: number
}

/** A bucket of an S3-compatible store. */
export interface S3Location {
  bucket: string
  /** Prefix of every key, without slashes at either end; may be empty. */
  prefix: string
  /** Undefined for Amazon's own in that region. */
  endpoint: string | undefined
  region: string
  /** Addresses the bucket in the path instead of the host name. */
  pathStyle: boolean
}

/**
 * How recordings are delivered: by the service, by a redirect to a signed address of the store, or by nginx in front of
 * the service, which reads them from the disk.
 */
export type MediaDelivery = 'proxy' | 'redirect' | 'nginx'

/** An invalid setting. The message, in Portuguese, names it and the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Throws `ConfigError` with this message unless a setting is valid. */
function check(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new ConfigError(message)
}

/** Reads and checks the settings. Throws `ConfigError`. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = readPort('PORT', env.PORT ?? '3000')
  const baseUrl = readUrl('BASE_URL', env.BASE_URL ?? `http://localhost:${port}`)
  const playUrl = env.PLAY_URL ? readUrl('PLAY_URL', env.PLAY_URL) : baseUrl
  const mediaLocation = env.MEDIA_URL ? readMediaUrl(env.MEDIA_URL, env) : undefined
  return {
    port,
    host: readHost('HOST', env.HOST),
    baseUrl,
    playUrl,
    dataDir: readDataDir(env.DATA_DIR ?? './data'),
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl(env.DATABASE_URL) : undefined,
    databasePoolSize: readPoolSize(env.DATABASE_POOL_SIZE ?? '10'),
    mediaLocation,
    mediaDelivery: readMediaDelivery(env.MEDIA_DELIVERY ?? 'proxy', mediaLocation, playUrl),
    serviceName: readServiceName(env.SERVICE_NAME ?? 'Estante'),
    servicePrefix: readPrefix(env.SERVICE_PREFIX ?? 'estante'),
    timeZone: readTimeZone(env.TIME_ZONE),
    logLevel: readLogLevel(env.LOG_LEVEL ?? 'info'),
    metricsPort: env.METRICS_PORT ? readMetricsPort(env.METRICS_PORT, port) : undefined,
    metricsHost: readHost('METRICS_HOST', env.METRICS_HOST),
    isTraced: readIsTraced(env),
    ...readMail(env),
    trustedProxies: readProxies(env.TRUST_PROXY ?? ''),
    retention: {
      activityMonths: readRetention(env, 'KEEP_ACTIVITY_MONTHS', 24, 'meses', 120),
      auditAddressMonths: readRetention(env, 'KEEP_AUDIT_ADDRESS_MONTHS', 12, 'meses', 120),
      launchesDays: readRetention(env, 'KEEP_LAUNCHES_DAYS', 30, 'dias', 3650),
      callsDays: readRetention(env, 'KEEP_CALLS_DAYS', 30, 'dias', 3650),
    },
    privacyContact: env.PRIVACY_CONTACT ? readContact('PRIVACY_CONTACT', env.PRIVACY_CONTACT) : undefined,
    securityContact: env.SECURITY_CONTACT ? readContact('SECURITY_CONTACT', env.SECURITY_CONTACT) : undefined,
    dictionaryPath: env.DICTIONARY_PATH ? resolve(env.DICTIONARY_PATH) : undefined,
    shutdownDelayMs: readSeconds('SHUTDOWN_DELAY', env.SHUTDOWN_DELAY ?? '0') * 1000,
  }
}

function readPort(name: string, value: string): number {
  const port = Number(value)
  check(/^\d+$/.test(value) && port <= 65_535, `${name} deve ser um número de 0 a 65535, não "${value}".`)
  return port
}

/** Node would listen on every interface for an empty one. */
function readHost(name: string, value = '127.0.0.1'): string {
  check(value !== '', `${name} deve ser um endereço desta máquina, e não vazio.`)
  return value
}

/** An empty one would be the folder that the command is called from. */
function readDataDir(value: string): string {
  check(value !== '', 'DATA_DIR deve ser uma pasta, e não vazio.')
  return resolve(value)
}

function readServiceName(value: string): string {
  const name = value.trim()
  const isName = name !== '' && name.length <= 120 && new RegExp(NAME, 'u').test(name)
  check(isName, 'SERVICE_NAME deve ter algo visível e até 120 caracteres, numa linha só.')
  return name
}

function readMetricsPort(value: string, port: number): number {
  const metricsPort = readPort('METRICS_PORT', value)
  const isOther = metricsPort !== port || port === 0
  check(isOther, 'METRICS_PORT deve ser outra porta que não a de PORT: as métricas não são para parceiros.')
  return metricsPort
}

/** OpenTelemetry's variables: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
function readIsTraced(env: NodeJS.ProcessEnv): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json'
  check(protocol.startsWith('http/'), `OTEL_EXPORTER_OTLP_PROTOCOL deve ser http/json, não "${protocol}".`)
  const isAddress = /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')
  check(isAddress, 'OTEL_EXPORTER_OTLP_ENDPOINT deve ser um endereço como http://coletor:4318.')
  return true
}

/** The message leaves out the address: it holds a password. */
function readMail(env: NodeJS.ProcessEnv): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom = '' } = env
  if (!smtpUrl) return { smtpUrl: undefined, mailFrom }
  const url = URL.parse(smtpUrl)
  const isServer = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  check(isServer, 'SMTP_URL deve ser como smtp://usuario:senha@servidor:587.')
  const isSender = /^[^\r\n]*[^\s@<]@[^\s@>]+>?$/.test(mailFrom)
  check(isSender, 'Com SMTP_URL, MAIL_FROM deve ser o remetente, como Estante <nao-responda@example.com>.')
  return { smtpUrl, mailFrom }
}

function readProxies(value: string): string[] {
  const proxies = value.split(',').flatMap((one) => one.trim() || [])
  for (const proxy of proxies) {
    const [address = '', bits, ...rest] = proxy.split('/')
    const isRange = isIP(address) !== 0 && rest.length === 0 && isPrefixLength(bits, isIP(address))
    const isProxy = isRange || ['loopback', 'linklocal', 'uniquelocal'].includes(proxy)
    check(isProxy, `TRUST_PROXY deve ter endereços ou faixas como 10.0.0.0/8, ou loopback, não "${proxy}".`)
  }
  return proxies
}

function isPrefixLength(bits: string | undefined, version: number): boolean {
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

function readSeconds(name: string, value: string): number {
  check(/^\d{1,3}$/.test(value), `${name} deve ser em segundos, de 0 a 999, não "${value}".`)
  return Number(value)
}

/** Parses a positive number of months or days. There is no "for ever": personal data expires. */
function readRetention(env: NodeJS.ProcessEnv, name: string, usual: number, unit: string, most: number): number {
  const value = env[name] || String(usual)
  const isValid = /^[1-9]\d{0,3}$/.test(value) && Number(value) <= most
  check(isValid, `${name} deve ser em ${unit}, de 1 a ${most}, não "${value}".`)
  return Number(value)
}

function readContact(name: string, value: string): string {
  const contact = toContact(value)
  check(contact !== undefined, `${name} deve ser um e-mail ou um endereço https, não "${value}".`)
  return contact
}

/** The message leaves out the value: it holds a password. */
function readDatabaseUrl(value: string): string {
  const url = URL.parse(value)
  check(
    url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length >= 2,
    'DATABASE_URL deve ser como postgres://usuario:senha@servidor:5432/banco, com os sinais da senha codificados, como %23 por #.',
  )
  return value
}

/** Messages leave out values: they may be secrets. */
function readMediaUrl(value: string, env: NodeJS.ProcessEnv): S3Location {
  const example = 's3://bucket/prefixo?endpoint=https://s3.example.com&region=us-east-1&pathStyle=true'
  const url = URL.parse(value)
  const prefix = url?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const isPath = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(prefix)
  check(url?.protocol === 's3:' && url.port === '' && url.hash === '' && isPath, `MEDIA_URL deve ser como ${example}.`)
  const hasCredentials = url.username !== '' || url.password !== ''
  check(!hasCredentials, 'MEDIA_URL não leva credenciais: use AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY.')
  const isBucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)
  check(isBucket, 'MEDIA_URL deve ter o nome de um bucket: de 3 a 63 letras minúsculas, dígitos, "." e "-".')
  const { endpoint, region = env.AWS_REGION, pathStyle, ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  check(unknown === undefined, `MEDIA_URL tem "${unknown}": aceita endpoint, region e pathStyle.`)
  check(/^(?:true|false)$/.test(pathStyle ?? 'true'), 'MEDIA_URL deve ter pathStyle=true ou pathStyle=false.')
  check(Boolean(region || endpoint), 'MEDIA_URL precisa de region, ou defina AWS_REGION.')
  return {
    bucket: url.hostname,
    prefix,
    endpoint: endpoint === undefined ? undefined : readUrl('O endpoint de MEDIA_URL', endpoint),
    region: region || 'us-east-1',
    // S3-compatible stores accept path-style addresses by default.
    pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  }
}

function readMediaDelivery(value: string, location: S3Location | undefined, playUrl: string): MediaDelivery {
  if (value === 'proxy') return value
  if (value === 'nginx') {
    check(!location, 'MEDIA_DELIVERY=nginx só serve com as mídias em disco, sem MEDIA_URL.')
    return value
  }
  check(value === 'redirect', `MEDIA_DELIVERY deve ser proxy, redirect ou nginx, não "${value}".`)
  check(location !== undefined, 'MEDIA_DELIVERY=redirect só serve com MEDIA_URL.')
  // A page loaded over TLS plays no media from plain HTTP.
  const isPlayable = !playUrl.startsWith('https:') || !location.endpoint?.startsWith('http:')
  check(isPlayable, 'MEDIA_DELIVERY=redirect precisa de um endpoint https em MEDIA_URL.')
  return value
}

function readPoolSize(value: string): number {
  check(/^[1-9]\d{0,2}$/.test(value), `DATABASE_POOL_SIZE deve ser um número de 1 a 999, não "${value}".`)
  return Number(value)
}

function readUrl(name: string, value: string): string {
  const url = URL.parse(value)
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  const isOrigin = isPlain && /^https?:$/.test(url.protocol)
  check(isOrigin, `${name} deve ser uma origem como https://livros.example.com, não "${value}".`)
  return url.origin
}

function readPrefix(value: string): string {
  check(
    /^[a-z][a-z0-9]{1,31}$/.test(value),
    `SERVICE_PREFIX deve ter de 2 a 32 letras minúsculas e dígitos, a primeira uma letra, não "${value}".`,
  )
  return value
}

function readTimeZone(value: string | undefined): string {
  // The default is valid. Checking it would load every zone at start.
  if (value === undefined) return 'America/Sao_Paulo'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch (cause) {
    throw new ConfigError(`TIME_ZONE deve ser um fuso IANA como America/Sao_Paulo, não "${value}".`, { cause })
  }
}

function readLogLevel(value: string): string {
  const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']
  check(levels.includes(value), `LOG_LEVEL deve ser um de ${levels.join(', ')}, não "${value}".`)
  return value
}
