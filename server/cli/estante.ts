import { Command, CommanderError } from 'commander'
import {
  DatabaseElsewhere,
  isBusy,
  isDatabaseUnavailable,
  isForbidden,
  isUntrusted,
  lacksTls,
  wasMoved,
} from '../db/errors.ts'

/** Each is imported when it runs: a command needs little of the others' code. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  partner: async () => (await import('./partner.ts')).partnerCommand(),
  credential: async () => (await import('./credential.ts')).credentialCommand(),
  admin: async () => (await import('./admin.ts')).adminCommand(),
  catalog: async () => (await import('./catalog.ts')).catalogCommand(),
  member: async () => (await import('./member.ts')).memberCommand(),
  usage: async () => (await import('./usage.ts')).usageCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  'migrate-to': async () => (await import('./migrate-to.ts')).migrateToCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
}

const translations: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
  '[options]': '[opções]',
  '[command]': '[comando]',
}

const translate = (text: string) => text.replaceAll(/[A-Z]\w+:|\[\w+\]/g, (word) => translations[word] ?? word)

/**
 * Runs the command that the arguments name. On failure prints a sentence on standard error and exits with a non-zero
 * code.
 */
export async function runCommand(args: string[]): Promise<void> {
  // Files with members' data are readable by this user only: the database, its copies, the media.
  process.umask(0o077)
  let program: Command | undefined
  try {
    program = await readProgram(args[0] ?? '')
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    const owner = args[0] === 'migrate-to' ? 'do destino' : 'de DATABASE_URL'
    process.stderr.write(`${toSentence(error, owner, helpOf(program, args))}\n`)
    process.exitCode = 1
  }
}

/** Builds the program with one command, or with all of them for the help. */
async function readProgram(name: string): Promise<Command> {
  const program = new Command('estante').description('Audiolivros e e-books para parceiros.')
  const load = Object.hasOwn(commands, name) && commands[name]
  for (const loadCommand of load ? [load] : Object.values(commands)) program.addCommand(await loadCommand())
  speakPortuguese(program)
  return program
}

function speakPortuguese(command: Command): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand(false)
    .configureOutput({ outputError: () => {} })
    .configureHelp({
      styleTitle: translate,
      styleUsage: translate,
      styleSubcommandTerm: translate,
      // Without choices and default in English: the description says them.
      optionDescription: ({ description }) => description,
    })
  for (const child of command.commands) speakPortuguese(child)
}

/** Returns the command line that explains the command which the arguments name. */
function helpOf(program: Command | undefined, args: string[]): string {
  const names = ['estante']
  let command = program
  for (const name of args) {
    command = command?.commands.find((one) => one.name() === name)
    if (!command) break
    names.push(name)
  }
  return `${names.join(' ')} --help`
}

/** `owner` says whose address of PostgreSQL the command uses, `help` how to read its help. */
function toSentence(error: unknown, owner: string, help: string): string {
  if (!(error instanceof Error)) return `Erro inesperado: ${String(error)}`
  if (!(error instanceof CommanderError)) return toDatabaseSentence(error, owner) ?? toSystemSentence(error)
  const named = /'([^']+)'/.exec(error.message)?.[1] ?? ''
  if (error.code === 'commander.invalidArgument') {
    return error.message
      .replace(/^error: .* is invalid(?: for argument '[^']*')?\. /s, '')
      .replace(/^Allowed choices are /, `O valor de ${named.split(' ')[0]} deve ser um de: `)
  }
  return `${MISUSES[error.code]?.(named) ?? 'Diga o que fazer.'} Veja ${help}.`
}

const MISUSES: Record<string, (named: string) => string> = {
  'commander.missingMandatoryOptionValue': (option) => `Falta a opção ${option}.`,
  'commander.optionMissingArgument': (option) => `Falta o valor da opção ${option}.`,
  'commander.missingArgument': (argument) => `Falta o argumento ${argument}.`,
  'commander.unknownOption': (option) => `A opção ${option} não existe.`,
  'commander.unknownCommand': (command) => `O comando ${command} não existe.`,
  'commander.excessArguments': () => 'Há argumentos a mais.',
}

/** Does not name the database: its address holds a password. */
function toDatabaseSentence(error: NodeJS.ErrnoException, owner: string): string | undefined {
  if (error instanceof DatabaseElsewhere) return error.message
  const refusal = POSTGRES_REFUSALS[error.code ?? '']
  if (refusal) return refusal(owner)
  // SQLite has no code of its own for it.
  if ('errcode' in error && /^table \w+ already exists$/.test(error.message)) {
    return 'O arquivo estante.db em DATA_DIR já tem tabelas de outro programa: escolha outra pasta.'
  }
  if (!isDatabaseUnavailable(error)) return undefined
  if (wasMoved(error)) return 'Este banco acabou de ser mudado para outro: aponte DATABASE_URL para lá.'
  if (isBusy(error)) return 'Outro processo está gravando no banco em DATA_DIR: repita o comando daqui a pouco.'
  if (isForbidden(error)) return 'Este usuário não pode gravar no banco em DATA_DIR. Confira o dono e as permissões.'
  if ('errcode' in error) {
    return 'O banco em DATA_DIR não pôde gravar: o disco está cheio, ou falhou. Libere espaço e repita o comando.'
  }
  if (lacksTls(error)) return `O PostgreSQL ${owner} não fala TLS: ligue-o lá, ou tire sslmode do endereço.`
  if (isUntrusted(error)) {
    return `O certificado do PostgreSQL ${owner} não vale (${error.code}). Confira o servidor no endereço, o prazo e, em sslrootcert, a autoridade.`
  }
  return `O banco de dados não está atendendo (${error.code ?? error.message}). Confira o endereço ${owner} e se ele está no ar.`
}

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_REFUSALS: Record<string, (owner: string) => string> = {
  '28P01': (owner) => `O PostgreSQL recusou o usuário ou a senha ${owner}.`,
  '28000': (owner) => `O PostgreSQL recusou o usuário ou a senha ${owner}.`,
  '3D000': (owner) => `O banco ${owner} não existe nesse PostgreSQL: crie-o antes.`,
  '42P07': (owner) => `O banco ${owner} já tem tabelas de outro programa: crie um só para o Estante.`,
  '42501': (owner) => `O usuário ${owner} não pode criar nem mudar tabelas nesse banco: faça dele o dono.`,
  '25006': (owner) => `O banco ${owner} só aceita leituras: é uma réplica, ou foi configurado assim.`,
}

function toSystemSentence(error: NodeJS.ErrnoException): string {
  const { code = '', path, message } = error
  const where = path === undefined ? '' : ` ${path}`
  if (code === 'ENOENT') return `Não existe a pasta ou o arquivo${where}.`
  if (code === 'EISDIR') return `É uma pasta, e não um arquivo:${where}.`
  if (code === 'ENOSPC') return 'O disco está cheio: libere espaço e repita o comando.'
  if (['EEXIST', 'ENOTDIR'].includes(code)) return `Já existe um arquivo onde se espera uma pasta:${where}.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `Este usuário não tem permissão em${where}. Confira o dono e as permissões.`
  }
  return isOurs(error) ? message : `Erro inesperado: ${message}`
}

/** Whether an error's message is a sentence of ours in Portuguese, and not from Node, a driver or a bug. */
function isOurs({ name, code }: NodeJS.ErrnoException): boolean {
  return name === 'Error'
    ? code === undefined
    : !/^(?:error|(?:Aggregate|Abort|Range|Reference|Syntax|Timeout|Type)Error)$/.test(name)
}
