import { useEffect, useState } from 'preact/hooks'
import type { Reader } from '../reader.ts'

/**
 * Returns the engine's voice for a language: null if it has only others, undefined if it has no voices (yet). Only
 * on-device voices: others would send the book's text to a server.
 */
function findLocalVoice(language: string): SpeechSynthesisVoice | null | undefined {
  // Below the baseline: Android's WebView has none.
  const voices: SpeechSynthesisVoice[] = globalThis.speechSynthesis?.getVoices() ?? []
  if (voices.length === 0) return undefined
  const wanted = normalize(language)
  const [base] = wanted.split('-')
  const speaking = voices.filter(({ lang, localService }) => localService && normalize(lang).split('-')[0] === base)
  const [exact = speaking[0] ?? null] = speaking.filter(
    ({ lang }) => normalize(lang) === (wanted === 'pt' ? 'pt-br' : wanted),
  )
  return exact
}

function normalize(language: string) {
  return language.toLowerCase().replace('_', '-')
}

/** Returns the language of a book; `pt-BR` for a book that declares none. */
export function languageOf({ manifest }: Reader): string {
  const [language = 'pt-BR'] = manifest.value?.metadata.language ?? []
  return language === 'und' ? 'pt-BR' : language
}

/** Returns the voice for a language (`findLocalVoice`), updated when the engine has loaded its voices. */
export function useLocalVoice(language: string): SpeechSynthesisVoice | null | undefined {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>()
  useEffect(() => {
    const find = () => setVoice(findLocalVoice(language))
    find()
    // Below the baseline: undefined there.
    const engine: Partial<SpeechSynthesis> | undefined = globalThis.speechSynthesis
    // Below the baseline: Safari 15 has no such event, and knows its voices from the start.
    engine?.addEventListener?.('voiceschanged', find)
    return () => engine?.removeEventListener?.('voiceschanged', find)
  }, [language])
  return voice
}
