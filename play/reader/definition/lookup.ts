import { showToast } from '@estante/design/toast/toast-queue.ts'
import { signal } from '@preact/signals'
import { isEmbedded, sendToHost } from '../../bridge/bridge.ts'
import { memberSession } from '../../session/api.ts'
import { text } from '../marks-text.ts'
import { toTerm } from './term.ts'

/** Looks up a word or two: in the dictionary of the service, else in that of the host, who may have one. */
export function createLookup(language: () => string | undefined) {
  const definition = signal<string | undefined>()
  const hasDictionary = () => memberSession.profile.value?.service.hasDictionary === true

  return {
    /** The word that is looked up. */
    definition,
    canDefine: (words: string) => toTerm(words) !== undefined && (hasDictionary() || isEmbedded()),
    define(words: string) {
      const word = toTerm(words)
      if (word === undefined) return
      if (hasDictionary()) {
        definition.value = word
        return
      }
      sendToHost({ type: 'service:define', word, language: language() ?? 'pt-BR' })
      showToast(text.askedHost)
    },
  }
}
