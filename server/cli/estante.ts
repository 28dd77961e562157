#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { DatabaseElsewhere, isDatabaseUnavailable } from '../db/errors.ts'
import { adminCommand } from './admin.ts'
import { backupCommand } from './backup.ts'
import { catalogCommand } from './catalog.ts'
import { credentialCommand } from './credential.ts'
import { doctorCommand } from './doctor.ts'
import { memberCommand } from './member.ts'
import { migrateToCommand } from './migrate-to.ts'
import { partnerCommand } from './partner.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { usageCommand } from './usage.ts'

const titles: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
}

/** The operator's command. One sentence on standard error and a non-zero exit when something cannot be done. */
const program = new Command('estante')
  .description('Audiolivros e e-books para parceiros.')
  .addCommand(serveCommand())
  .addCommand(partnerCommand())
  .addCommand(credentialCommand())
  .addCommand(adminCommand())
  .addCommand(catalogCommand())
  .addCommand(memberCommand())
  .addCommand(usageCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(migrateToCommand())
  .addCommand(doctorCommand())

// Members' data are nobody else's on this machine: the database, its copies, the media.
process.umask(0o077)
speakPortuguese(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError && error.exitCode === 0)) {
    process.stderr.write(`${toSentence(error)}\n`)
    process.exitCode = 1
  }
}

function speakPortuguese(command: Command): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand(false)
    .configureOutput({ outputError: () => {} })
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
  for (const child of command.commands) speakPortuguese(child)
}

function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return `Erro inesperado: ${String(error)}`
  if (!(error instanceof CommanderError)) return toDatabaseSentence(error) ?? toSystemSentence(error)
  const named = /'([^']+)'/.exec(error.message)?.[1] ?? ''
  switch (error.code) {
    case 'commander.missingMandatoryOptionValue':
      return `Falta a opção ${named}. Veja estante --help.`
    case 'commander.optionMissingArgument':
      return `Falta o valor da opção ${named}.`
    case 'commander.missingArgument':
      return `Falta o argumento ${named}.`
    case 'commander.unknownOption':
      return `A opção ${named} não existe. Veja estante --help.`
    case 'commander.unknownCommand':
      return `O comando ${named} não existe. Veja estante --help.`
    case 'commander.excessArguments':
      return 'Há argumentos a mais. Veja estante --help.'
    case 'commander.invalidArgument':
      return error.message.replace(/^error: .* is invalid(?: for argument '[^']*')?\. /, '')
    default:
      return 'Diga o que fazer. Veja estante --help.'
  }
}

/** Which database it is, the operator knows; its address holds a password. */
function toDatabaseSentence(error: NodeJS.ErrnoException): string | undefined {
  if (error instanceof DatabaseElsewhere) return error.message
  if (error.code === '28P01' || error.code === '28000')
    return 'O PostgreSQL recusou o usuário ou a senha de DATABASE_URL.'
  if (error.code === '3D000') return 'O banco de DATABASE_URL não existe nesse PostgreSQL: crie-o antes.'
  // A file that is not there is no database.
  if (!isDatabaseUnavailable(error) || error.path !== undefined) return undefined
  if ('errcode' in error) return `O banco em DATA_DIR não pode gravar agora: ${error.message}.`
  return `O banco de dados não está atendendo (${error.code ?? error.message}). Confira DATABASE_URL e se ele está no ar.`
}

function toSystemSentence(error: NodeJS.ErrnoException): string {
  const where = error.path === undefined ? '' : ` ${error.path}`
  switch (error.code) {
    case 'ENOENT':
      return `Não existe a pasta ou o arquivo${where}.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Este usuário não pode gravar em${where}.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `Já existe um arquivo onde se espera uma pasta:${where}.`
    case 'ENOSPC':
      return 'O disco está cheio.'
    default:
      return error.message
  }
}
