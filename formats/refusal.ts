import { toOneLine } from '@estante/contract/shown-text.ts'

/**
 * A book that will not be imported, and why: one plain sentence in Portuguese an operator can act on.
 * The file's name is said by whoever reports it, never here.
 */
export class Refusal extends Error {
  override name = 'Refusal'

  /** The sentence may quote the book, whose words must not deceive. */
  constructor(sentence: string, options?: ErrorOptions) {
    super(toOneLine(sentence), options)
  }
}
