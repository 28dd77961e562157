import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../main.ts'
import { removeAbandonedBackups } from './unfinished-backup.ts'

/** `estante serve`: runs the service until a signal stops it. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Põe o serviço no ar.')
    .option('--json', 'imprime um JSON quando estiver pronto')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      await removeAbandonedBackups(config.dataDir)
      const server = await startServer(config).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error
        const isMetrics = (error as { port?: number }).port === config.metricsPort
        const [port, name] = isMetrics ? [config.metricsPort, 'METRICS_PORT'] : [config.port, 'PORT']
        throw new Error(`A porta ${port} já está em uso. Escolha outra com ${name}.`, { cause: error })
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

interface Ready {
  address: string
  baseUrl: string
  playUrl: string
  dataDir: string
  metrics?: string | undefined
}

function toText(ready: Ready): string {
  return [
    `Estante no ar em ${ready.address}`,
    `  API dos parceiros  ${ready.baseUrl}/partner/v1`,
    `  Referência         ${ready.baseUrl}/docs`,
    `  Aplicação          ${ready.playUrl}/`,
    `  Dados              ${ready.dataDir}`,
    ...(ready.metrics ? [`  Métricas           ${ready.metrics}`] : []),
  ].join('\n')
}
