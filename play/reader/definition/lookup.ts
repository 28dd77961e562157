import { signal } from '@preact/signals'
import { isEmbedded, sendToHost } from '../../bridge/bridge.ts'
import { memberSession } from '../../session/api.ts'
import type { Marks } from '../marks/marks.ts'
import { text } from '../marks/marks-text.ts'
import { toTerm } from './term.ts'

/** The most characters that are sent to a host for translation. */
const MAX_TRANSLATED = 1000

/**
 * Looks up one or two words in the service's dictionary; without one, sends them to the host, which may have one. Only
 * the host translates: the service sends no text of books to third parties.
 */
export function createLookup(language: () => string | undefined, marks: Pick<Marks, 'done' | 'showBriefly'>) {
  const definition = signal<string | undefined>()
  const hasDictionary = () => memberSession.profile.value?.service.hasDictionary === true

  function askHost(word: string) {
    sendToHost({ type: 'service:define', word, language: language() ?? 'pt-BR' })
    marks.showBriefly(text.passedToHost.define)
  }

  return {
    /** The word whose definition sheet is open. */
    definition,
    canDefine: (selection: string) => toTerm(selection) !== undefined && (hasDictionary() || isEmbedded()),
    define(selection: string) {
      marks.done()
      const word = toTerm(selection)
      if (word === undefined) return
      if (hasDictionary()) definition.value = word
      else askHost(word)
    },
    /** Passes the word of the open sheet to the host, and closes the sheet. */
    defineByHost() {
      const word = definition.peek()
      definition.value = undefined
      if (word !== undefined) askHost(word)
    },
    canTranslate: () => isEmbedded() && !/^pt\b/i.test(language() ?? 'pt'),
    translate(selection: string) {
      marks.done()
      sendToHost({
        type: 'service:translate',
        text: selection.trim().slice(0, MAX_TRANSLATED),
        language: language() ?? 'pt-BR',
      })
      marks.showBriefly(text.passedToHost.translate)
    },
  }
}
