import { useEffect, useState } from 'preact/hooks'
import type { Reader } from '../reader.ts'

/** The engine's own voice for a language. Only one that is on the device: another would send the book's text away. */
function findLocalVoice(language: string): SpeechSynthesisVoice | undefined {
  // Below the baseline: Android's WebView has none.
  const voices: SpeechSynthesisVoice[] = globalThis.speechSynthesis?.getVoices() ?? []
  const wanted = normalize(language)
  const [base] = wanted.split('-')
  const speaking = voices.filter(({ lang, localService }) => localService && normalize(lang).split('-')[0] === base)
  const [exact = speaking[0]] = speaking.filter(({ lang }) => normalize(lang) === (wanted === 'pt' ? 'pt-br' : wanted))
  return exact
}

function normalize(language: string) {
  return language.toLowerCase().replace('_', '-')
}

/** The language of a book; that of the service for one that does not say. */
export function languageOf({ manifest }: Reader): string {
  const [language = 'pt-BR'] = manifest.value?.metadata.language ?? []
  return language === 'und' ? 'pt-BR' : language
}

/** The voice for a language; engines may find theirs late. */
export function useLocalVoice(language: string): SpeechSynthesisVoice | undefined {
  const [voice, setVoice] = useState<SpeechSynthesisVoice>()
  useEffect(() => {
    const find = () => setVoice(findLocalVoice(language))
    find()
    // Below the baseline: undefined there.
    const engine: Partial<SpeechSynthesis> | undefined = globalThis.speechSynthesis
    // Below the baseline: Safari 15 tells of no voices, and knows them from the start.
    engine?.addEventListener?.('voiceschanged', find)
    return () => engine?.removeEventListener?.('voiceschanged', find)
  }, [language])
  return voice
}
