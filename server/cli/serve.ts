import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { findDictionaries } from '../dictionary/stardict.ts'
import { type RunningServer, startServer } from '../main.ts'
import { CommandError } from './run.ts'
import { removeAbandonedBackups } from './unfinished-backup.ts'

/** Creates `estante serve`, which runs the service until a signal stops it. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Põe o serviço no ar.')
    .option('--json', 'imprime um JSON quando estiver pronto')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      await assertDictionary(config)
      await removeAbandonedBackups(config.dataDir)
      const server = await startServer(config).catch((error: ListenError) => {
        const why = explainListenError(error, config)
        throw why === undefined ? error : new Error(why, { cause: error })
      })
      const ready = {
        address: server.address,
        baseUrl: config.baseUrl,
        playUrl: config.playUrl,
        dataDir: config.dataDir,
        metrics: server.metricsAddress,
      }
      process.stdout.write(`${json ? JSON.stringify(ready) : toText(ready)}\n`)
      stopOnSignal(server)
      logUncaughtErrors(server)
    })
}

/** Without any, each look-up would fail. */
async function assertDictionary({ dictionaryPath }: Config): Promise<void> {
  if (dictionaryPath === undefined) return
  const files = await findDictionaries(dictionaryPath).catch(() => [])
  if (files.length > 0) return
  throw new CommandError(
    `DICTIONARY_PATH deve ser um arquivo .ifo ou uma pasta com algum: não há em ${dictionaryPath}.`,
  )
}

interface ListenError extends NodeJS.ErrnoException {
  port?: number
  hostname?: string
}

/** Explains, in Portuguese, why the service cannot listen where its settings say. Undefined for any other failure. */
function explainListenError({ code, syscall, port, hostname }: ListenError, config: Config): string | undefined {
  const isOurName = syscall === 'getaddrinfo' && (hostname === config.host || hostname === config.metricsHost)
  if (syscall !== 'listen' && !isOurName) return undefined
  const isMetrics = isOurName ? hostname !== config.host : port !== undefined && port === config.metricsPort
  const [host, prefix] = isMetrics ? [config.metricsHost, 'METRICS_'] : [config.host, '']
  if (code === 'EADDRINUSE') return `A porta ${port} já está em uso. Escolha outra com ${prefix}PORT.`
  if (code === 'EACCES') {
    return `Este usuário não pode escutar na porta ${port}. Escolha uma acima de 1023 com ${prefix}PORT.`
  }
  return `${prefix}HOST deve ser um endereço desta máquina, não "${host}".`
}

/** The first signal stops the service gracefully, the second at once. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      // Pending work that remains, such as traces that no collector accepts, does not delay the exit.
      void server.close().then(() => process.exit())
    })
  }
}

/** Logs an uncaught error and exits. Node itself would print every field of the error, including a member's row. */
function logUncaughtErrors({ context }: RunningServer): void {
  process.on('uncaughtException', (error) => {
    context.log.fatal({ err: error }, 'ended by an error that nobody caught')
    process.exit(1)
  })
}

interface Addresses {
  address: string
  baseUrl: string
  playUrl: string
  dataDir: string
  metrics?: string | undefined
}

function toText(addresses: Addresses): string {
  return [
    `Estante no ar em ${addresses.address}`,
    `  API dos parceiros  ${addresses.baseUrl}/partner/v1`,
    `  Referência         ${addresses.baseUrl}/docs`,
    `  Aplicação          ${addresses.playUrl}/`,
    `  Dados              ${addresses.dataDir}`,
    ...(addresses.metrics ? [`  Métricas           ${addresses.metrics}`] : []),
  ].join('\n')
}
