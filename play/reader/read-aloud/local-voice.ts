import { useEffect, useState } from 'preact/hooks'
import { remember, remembered } from '../../device-memory.ts'
import type { Reader } from '../reader.ts'

/**
 * Returns the engine's voices for a language, those of its region and the default first; undefined if the engine has no
 * voices (yet). Only on-device voices: others would send the book's text to a server.
 */
function findLocalVoices(language: string): SpeechSynthesisVoice[] | undefined {
  // Below the baseline: Android's WebView has none.
  const voices: SpeechSynthesisVoice[] = globalThis.speechSynthesis?.getVoices() ?? []
  if (voices.length === 0) return undefined
  const wanted = normalize(language)
  const region = wanted === 'pt' ? 'pt-br' : wanted
  const rank = ({ lang, default: isDefault }: SpeechSynthesisVoice) =>
    Number(normalize(lang) === region) * 2 + Number(isDefault)
  return voices
    .filter(({ lang, localService }) => localService && baseOf(lang) === baseOf(language))
    .sort((one, other) => rank(other) - rank(one))
}

/** Returns the voice that the member chose on this device for a language, or else the first one. */
export function preferredVoice(voices: readonly SpeechSynthesisVoice[], language: string) {
  const uri = chosenVoices()[baseOf(language)]
  return voices.find(({ voiceURI }) => voiceURI === uri) ?? voices[0]
}

/** Stored on this device only: others have other voices. */
export function rememberVoice({ voiceURI }: SpeechSynthesisVoice, language: string) {
  remember('voices', { ...chosenVoices(), [baseOf(language)]: voiceURI })
}

function chosenVoices() {
  return (remembered('voices') ?? {}) as Record<string, unknown>
}

function baseOf(language: string) {
  return normalize(language).split('-')[0]!
}

function normalize(language: string) {
  return language.toLowerCase().replace('_', '-')
}

/** Returns the language of a book; `pt-BR` for a book that declares none. */
export function languageOf({ manifest }: Reader): string {
  const [language = 'pt-BR'] = manifest.value?.metadata.language ?? []
  return language === 'und' ? 'pt-BR' : language
}

/** Returns the voices for a language (`findLocalVoices`), updated when the engine has loaded its voices. */
export function useLocalVoices(language: string): SpeechSynthesisVoice[] | undefined {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[]>()
  useEffect(() => {
    const find = () => setVoices(findLocalVoices(language))
    find()
    // Below the baseline: undefined there.
    const engine: Partial<SpeechSynthesis> | undefined = globalThis.speechSynthesis
    // Below the baseline: Safari 15 has no such event, and knows its voices from the start.
    engine?.addEventListener?.('voiceschanged', find)
    return () => engine?.removeEventListener?.('voiceschanged', find)
  }, [language])
  return voices
}
