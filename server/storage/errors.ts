/** Storage failed temporarily. The message is a sentence in Portuguese for the operator; `cause` has the details. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** Converts a failure of the local disk. */
export function toStorageUnavailable(error: NodeJS.ErrnoException): StorageUnavailable {
  const { code, path } = error
  const sentence =
    code === 'EACCES' || code === 'EPERM'
      ? `Este usuário não pode ler ${path}. Confira de quem são as pastas das mídias.`
      : `O disco não abriu ${path} (${code}).`
  return new StorageUnavailable(sentence, { cause: error })
}

/** An open file was deleted. */
export class FileGone extends Error {
  override name = 'FileGone'
}
