import { toOneLine } from '@estante/contract/shown-text.ts'
import { ApiError } from '../../http/errors.ts'

/** Names are kept, and given to files for the moment of reading them: no disk takes longer ones (ext4, APFS, NTFS). */
const NAME_BYTES = 255

/** Where a file was among what was dropped. */
export interface UploadPath {
  /** Names with `/` between them, never leading anywhere. */
  path: string
  /** The same without the last name; empty for what was dropped by itself. */
  directory: string
}

/** Reads the path of an upload, without what turns its order around. It is only ever a name. Throws `VALIDATION`. */
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

/** The last name of a path; empty for an empty path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
