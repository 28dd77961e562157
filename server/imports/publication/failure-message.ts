import { Refusal } from '@estante/formats/refusal.ts'
import type { Context } from '../../context.ts'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import { StorageUnavailable } from '../../storage/errors.ts'

/** Says why a file was not imported, in a sentence for the operator; logs an unexpected error. */
export function failureMessage({ config, log }: Pick<Context, 'config' | 'log'>, file: string, error: unknown): string {
  if (error instanceof Refusal || error instanceof StorageUnavailable) return error.message
  log.error({ err: error, file }, 'import failed')
  if (isDatabaseUnavailable(error)) return 'O banco de dados não pôde gravar agora. Tente de novo mais tarde.'
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'EACCES' && path?.startsWith(config.dataDir)) {
    return 'Este usuário não pode gravar na pasta das mídias. Confira de quem ela é, e importe com o usuário do serviço.'
  }
  return diskReasons[code ?? ''] ?? 'Houve um erro inesperado ao importar; os detalhes estão no log.'
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
