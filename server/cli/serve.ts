import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'

/** `estante serve`: the service, until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Põe o serviço no ar.')
    .option('--json', 'imprime um JSON quando estiver pronto')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      const server = await startServer(config).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error
        throw new Error(`A porta ${config.port} já está em uso. Escolha outra com PORT.`, { cause: error })
      })
      const ready = {
        address: server.address,
        baseUrl: config.baseUrl,
        playUrl: config.playUrl,
        dataDir: config.dataDir,
      }
      process.stdout.write(`${json ? JSON.stringify(ready) : toText(ready)}\n`)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
    })
}

function toText(ready: { address: string; baseUrl: string; playUrl: string; dataDir: string }): string {
  return [
    `Estante no ar em ${ready.address}`,
    `  API dos parceiros  ${ready.baseUrl}/partner/v1`,
    `  Referência         ${ready.baseUrl}/docs`,
    `  Aplicação          ${ready.playUrl}/`,
    `  Dados              ${ready.dataDir}`,
  ].join('\n')
}
