import { toOneLine } from '@estante/contract/visible-text.ts'

/**
 * A book is refused. The message is a plain sentence in Portuguese that an operator can act on, without the file's
 * name, which the caller adds.
 */
export class Refusal extends Error {
  override name = 'Refusal'

  /** The sentence may quote the book, so control characters are removed from it. */
  constructor(sentence: string, options?: ErrorOptions) {
    super(toOneLine(sentence), options)
  }
}
