/** Storage failed temporarily. The message is a sentence in Portuguese for the operator; `cause` has the details. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** An open file was deleted. */
export class FileGone extends Error {
  override name = 'FileGone'
}
