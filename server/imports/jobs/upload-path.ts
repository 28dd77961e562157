import { toOneLine } from '@estante/contract/visible-text.ts'
import { ApiError } from '../../http/errors.ts'

/** File names are used on disk during the import: the limit of ext4, APFS and NTFS. */
const NAME_BYTES = 255

/** The path of an uploaded file, relative to the dropped folder. */
export interface UploadPath {
  /** Names separated by `/`, which lead nowhere. */
  path: string
  /** The same without the last name; empty for a file dropped by itself. */
  directory: string
}

/**
 * Reads the path of an upload, without characters that reverse text. It is used as a name only. Throws `VALIDATION`.
 */
export function readUploadPath(text: string): UploadPath {
  const names = /\p{Cc}/u.test(text) ? [] : toOneLine(text.normalize('NFC')).replace(/^\/+/, '').split('/')
  if (names.length === 0 || !names.every(isName)) {
    throw new ApiError('VALIDATION', ['O campo "path" deve ser um caminho relativo de nomes de arquivo, com "/".'])
  }
  if (names.some((name) => Buffer.byteLength(name) > NAME_BYTES)) {
    throw new ApiError('VALIDATION', ['O campo "path" tem um nome com mais de 255 bytes: encurte-o e envie de novo.'])
  }
  return { path: names.join('/'), directory: names.slice(0, -1).join('/') }
}

function isName(name: string): boolean {
  return name.trim() !== '' && name !== '.' && name !== '..' && !name.includes('\\')
}

/** Returns the last name of a path; empty for an empty path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
