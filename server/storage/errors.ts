/**
 * What keeps the media could not do it now; asking again later may work. The message is a sentence in Portuguese that
 * tells the operator what is wrong, and `cause` has the rest.
 */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** A file that was opened is not there any more. */
export class FileGone extends Error {
  override name = 'FileGone'
}
