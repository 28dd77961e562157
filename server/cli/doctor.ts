import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { openMailer } from '../admins/mailer.ts'
import { type Config, readConfig } from '../config.ts'
import { type Context, DamagedDatabase, ForbiddenDatabase } from '../context.ts'
import { findDictionaries, openStarDict } from '../dictionary/stardict.ts'
import { listToReimport } from '../imports/publication/to-reimport.ts'
import { examinePostgres } from './examine-postgres.ts'
import { findFaults } from './find-faults.ts'
import { findMissingMedia } from './find-missing-media.ts'
import type { Finding } from './finding.ts'
import { formatCount, run, toTextTable } from './run.ts'

const FREE_BYTES_WANTED = 1e9
/** Titles named when files are missing. */
const TITLES_NAMED = 10

/** Creates `estante doctor`, which checks everything that the service needs. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Confere configuração, banco, mídias e o que mais o serviço precisa.')
    .option('--json', 'imprime um JSON')
    .action(async (options: { json?: boolean }) => {
      try {
        await run(options, examine, toText)
      } catch (error) {
        if (!(error instanceof DamagedDatabase || error instanceof ForbiddenDatabase)) throw error
        // The database cannot be opened: run the other checks all the same.
        const found = await examineWithoutDatabase(readConfig(process.env), error)
        process.stdout.write(`${options.json ? JSON.stringify(found) : toText(found)}\n`)
      }
    })
}

interface Examination {
  findings: Finding[]
}

function toText({ findings }: Examination): string {
  return toTextTable(findings.map(({ subject, state, detail }) => [marks[state], subject, detail]))
}

const marks = { ok: 'certo', warn: 'aviso', bad: 'ERRO' }

async function examine(context: Context): Promise<Examination> {
  return toExamination([
    ...(await examineSettings(context.config)),
    await examineDatabase(context),
    ...(context.db.kind === 'postgresql' ? await examinePostgres(context) : []),
    await examineMedia(context),
    await examineCleaning(context),
    examineBuild(),
    await examineFfmpeg(),
  ])
}

async function examineWithoutDatabase(config: Config, { message }: Error): Promise<Examination> {
  return toExamination([
    ...(await examineSettings(config)),
    { subject: 'Banco', state: 'bad', detail: message },
    examineBuild(),
    await examineFfmpeg(),
  ])
}

async function examineSettings(config: Config): Promise<Finding[]> {
  return [
    examineNode(),
    examineAddresses(config),
    ...examineProxy(config),
    examineRetention(config),
    examineContact(config),
    examineSecurityContact(config),
    await examineMail(config),
    await examineFolder(config),
    ...(await examineDictionaries(config)),
  ]
}

function toExamination(findings: Finding[]): Examination {
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1
  return { findings }
}

function examineNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > 24 || (major === 24 && minor >= 7)
  const detail = isNew ? process.version : `${process.version}: o serviço precisa do Node 24.7 ou mais novo`
  return { subject: 'Node', state: isNew ? 'ok' : 'bad', detail }
}

function examineAddresses(config: Config): Finding {
  const addresses = `BASE_URL ${config.baseUrl}, PLAY_URL ${config.playUrl}`
  const isHere = isLocal(config.baseUrl)
  if ([config.baseUrl, config.playUrl].some((url) => !isLocal(url) && !url.startsWith('https:'))) {
    return { subject: 'Endereços', state: 'bad', detail: `${addresses}: fora desta máquina, use https` }
  }
  if (!isHere && config.baseUrl === config.playUrl) {
    const advice = 'em produção, dê à aplicação um host só dela com PLAY_URL'
    return { subject: 'Endereços', state: 'warn', detail: `${addresses}: ${advice}` }
  }
  return { subject: 'Endereços', state: 'ok', detail: addresses }
}

function examineRetention({ retention }: Config): Finding {
  const periods = [
    `minutos ${formatCount(retention.activityMonths, 'mês', 'meses')}`,
    `endereços na auditoria ${formatCount(retention.auditAddressMonths, 'mês', 'meses')}`,
    `links ${formatCount(retention.launchesDays, 'dia', 'dias')}`,
    `chamadas ${formatCount(retention.callsDays, 'dia', 'dias')}`,
  ]
  return { subject: 'Retenção', state: 'ok', detail: periods.join(', ') }
}

async function examineDictionaries({ dictionaryPath }: Config): Promise<Finding[]> {
  if (dictionaryPath === undefined) return []
  const subject = 'Dicionário'
  const files = await findDictionaries(dictionaryPath).catch(() => [])
  if (files.length === 0) return [{ subject, state: 'bad', detail: `nenhum arquivo .ifo em ${dictionaryPath}` }]
  return Promise.all(
    files.map(async (file): Promise<Finding> => {
      try {
        const dictionary = await openStarDict(file)
        await dictionary.close()
        return {
          subject,
          state: 'ok',
          detail: `${dictionary.name}: ${formatCount(dictionary.words, 'palavra', 'palavras')}`,
        }
      } catch (error) {
        return { subject, state: 'bad', detail: `${file}: ${(error as Error).message}` }
      }
    }),
  )
}

function examineContact(config: Config): Finding {
  const subject = 'Privacidade'
  if (config.privacyContact !== undefined) return { subject, state: 'ok', detail: `contato: ${config.privacyContact}` }
  const advice = 'sem contato: diga em PRIVACY_CONTACT a quem os parceiros escrevem sobre dados e incidentes'
  return { subject, state: isLocal(config.baseUrl) ? 'ok' : 'warn', detail: advice }
}

function examineSecurityContact(config: Config): Finding {
  const subject = 'Segurança'
  if (config.securityContact !== undefined) {
    return { subject, state: 'ok', detail: `contato em /.well-known/security.txt: ${config.securityContact}` }
  }
  const advice = 'sem /.well-known/security.txt: diga em SECURITY_CONTACT a quem escreve quem achar uma falha'
  return { subject, state: isLocal(config.baseUrl) ? 'ok' : 'warn', detail: advice }
}

async function examineMail(config: Config): Promise<Finding> {
  const subject = 'E-mail'
  const mailer = openMailer(config)
  if (!mailer) {
    const advice = 'sem SMTP_URL, quem convida entrega o link, e nada prova de quem é um e-mail do painel'
    return { subject, state: isLocal(config.baseUrl) ? 'ok' : 'warn', detail: advice }
  }
  const { host } = new URL(config.smtpUrl ?? '')
  return mailer.verify().then(
    (): Finding => ({ subject, state: 'ok', detail: `${host} atende e aceita SMTP_URL` }),
    ({ message }: Error): Finding => ({ subject, state: 'bad', detail: `${host}: ${message}. Confira SMTP_URL` }),
  )
}

/** Names under `localhost`, such as two hosts on one machine, too. */
function isLocal(url: string): boolean {
  return /^http:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(url)
}

/** TLS ends at a proxy: unless its header is trusted, all requests seem to come from one address. */
function examineProxy({ baseUrl, trustedProxies }: Config): Finding[] {
  if (!baseUrl.startsWith('https:')) return []
  const subject = 'Proxy'
  if (trustedProxies.length > 0) return [{ subject, state: 'ok', detail: `TRUST_PROXY ${trustedProxies.join(', ')}` }]
  const detail = 'sem TRUST_PROXY todos parecem vir de um endereço só: senhas erradas de um barram os outros'
  return [{ subject, state: 'warn', detail }]
}

async function examineFolder(config: Config): Promise<Finding> {
  const subject = 'Pasta de dados'
  try {
    await access(config.dataDir, constants.R_OK | constants.W_OK)
  } catch {
    return { subject, state: 'bad', detail: `${config.dataDir} não pode ser gravada por este usuário` }
  }
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  const gigabytes = (free / 1e9).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const detail = `${config.dataDir}, ${gigabytes} GB livres`
  if (free >= FREE_BYTES_WANTED) return { subject, state: 'ok', detail }
  return {
    subject,
    state: 'warn',
    detail: `${detail}: libere espaço, antes que importações e gravações sejam recusadas`,
  }
}

async function examineDatabase({ config, db }: Context): Promise<Finding> {
  const subject = 'Banco'
  const faults = await findFaults(db)
  if (faults.length === 0) return { subject, state: 'ok', detail: 'íntegro' }
  const advice = db.kind === 'sqlite' ? `${new DamagedDatabase(config, undefined).message} ` : ''
  return { subject, state: 'bad', detail: `${advice}${faults.join('; ')}` }
}

async function examineMedia(context: Context): Promise<Finding> {
  const subject = 'Mídias'
  try {
    await context.files.check()
    const { missing, titleCount } = await findMissingMedia(context)
    if (missing.length > 0) return { subject, state: 'bad', detail: describeMissing(missing, titleCount) }
    return {
      subject,
      state: 'ok',
      detail: `${formatCount(titleCount, 'título', 'títulos')}, com o primeiro arquivo de cada um`,
    }
  } catch (error) {
    return { subject, state: 'bad', detail: (error as Error).message }
  }
}

function describeMissing(missing: string[], all: number): string {
  const others = missing.length - TITLES_NAMED
  const names = `${missing.slice(0, TITLES_NAMED).join(', ')}${others > 0 ? ` e mais ${others}` : ''}`
  if (missing.length < all) return `sem arquivos: ${names}. Importe de novo.`
  const advice =
    'Com vários nós, dê a todos a mesma MEDIA_URL; se eles se perderam, traga-os de uma cópia ou importe de novo.'
  return `nenhum título tem os arquivos aqui: ${names}. ${advice}`
}

async function examineCleaning(context: Context): Promise<Finding> {
  const subject = 'Acervo'
  const { length } = await listToReimport(context)
  if (length === 0)
    return { subject, state: 'ok', detail: 'todos os títulos passaram pela limpeza de segurança desta versão' }
  const titles = formatCount(length, 'título importado', 'títulos importados')
  const advice = 'importe de novo os mesmos arquivos; quais: estante catalog list --to-reimport'
  return { subject, state: 'warn', detail: `${titles} com uma limpeza de segurança anterior: ${advice}` }
}

function examineBuild(): Finding {
  const isBuilt = existsSync(new URL('../../play/dist/index.html', import.meta.url))
  const detail = isBuilt ? 'construída' : 'não construída: rode npm run build'
  return { subject: 'Aplicação', state: isBuilt ? 'ok' : 'bad', detail }
}

async function examineFfmpeg(): Promise<Finding> {
  const version = await promisify(execFile)('ffmpeg', ['-version']).then(
    ({ stdout }) => stdout.split('\n')[0],
    () => undefined,
  )
  if (version) return { subject: 'ffmpeg', state: 'ok', detail: version }
  return {
    subject: 'ffmpeg',
    state: 'warn',
    detail: 'ausente: faz falta para nivelar o volume, pular silêncios e juntar MP3 de formatos diferentes',
  }
}
