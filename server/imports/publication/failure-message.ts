import { join } from 'node:path'
import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import { StorageUnavailable } from '../../storage/errors.ts'

/**
 * Says why a file was not imported, in a sentence for the operator. Logs an error of which the sentence does not tell
 * everything.
 */
export function failureMessage({ config, log }: Pick<Context, 'config' | 'log'>, file: string, error: unknown): string {
  if (error instanceof Refusal || error instanceof StorageUnavailable) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'EACCES' && path?.startsWith(join(config.dataDir, '/'))) {
    return 'Este usuário não pode gravar na pasta das mídias. Confira de quem ela é, e importe com o usuário do serviço.'
  }
  const isOfDatabase = isDatabaseUnavailable(error)
  const reason = diskReasons[code ?? '']
  if (reason && !isOfDatabase) return reason
  log.error({ err: error, file }, 'import failed')
  if (isOfDatabase) return 'O banco de dados não pôde gravar agora. Tente de novo mais tarde.'
  return 'Houve um erro inesperado; os detalhes estão no log.'
}

const diskReasons: Record<string, string> = {
  EACCES: 'Não há permissão para ler o arquivo.',
  EPERM: 'Não há permissão para ler o arquivo.',
  ENOENT: 'O arquivo sumiu durante a importação.',
  EIO: 'O disco falhou ao ler o arquivo.',
  ENOSPC: 'Não há espaço em disco para guardar o título.',
  EDQUOT: 'A cota de disco deste usuário acabou: não há espaço para guardar o título.',
  EFBIG: 'O título passa do tamanho de arquivo que este processo pode gravar.',
}
