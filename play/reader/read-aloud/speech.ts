/** How often the spoken letter is estimated for engines that report no words. */
const ESTIMATE_MS = 250
/** The pace of a voice is measured with texts of this length: in shorter ones, pauses weigh too much. */
const MEASURED_LETTERS = 40
/** Letters a second of a voice that has not spoken yet. Slow: a page turned too early turns back. */
const FIRST_PACE = 10

interface SpeechListeners {
  onEnd(): void
  onFailed(): void
}

/** Speaks one text at a time with voices of the engine. */
export function createSpeech(now: () => number, { onEnd, onFailed }: SpeechListeners) {
  // Below the baseline: this is called only where the engine has a voice.
  const engine = globalThis.speechSynthesis
  /** The current utterance. Referenced here because Chromium drops the events of a garbage-collected one. */
  let spoken: SpeechSynthesisUtterance | undefined
  let speaker: SpeechSynthesisVoice | undefined
  /** Letters a second of the voice at normal speed, measured with each text. */
  let pace = FIRST_PACE
  let reportsWords = false
  let estimates: ReturnType<typeof setInterval> | undefined

  /** Cancels the current utterance, without its `end` or `error` being handled. */
  function silence() {
    spoken = undefined
    clearInterval(estimates)
    // Chromium may drop the next utterance after a needless `cancel`.
    if (engine.speaking || engine.pending) engine.cancel()
  }

  return {
    /** Speaks a text instead of the current one. `onWord`: a word begins at this index of the text. */
    speak(text: string, voice: SpeechSynthesisVoice, rate: number, onWord: (index: number) => void) {
      silence()
      if (voice !== speaker) [speaker, pace, reportsWords] = [voice, FIRST_PACE, false]
      // Below the baseline: not reached without a voice.
      const utterance = new SpeechSynthesisUtterance(text)
      let startedAt: number | undefined
      const seconds = () => (startedAt === undefined ? 0 : (now() - startedAt) / 1000)
      const spokenIndex = () => Math.min(text.length - 1, Math.floor(seconds() * pace * rate))
      utterance.voice = voice
      utterance.lang = voice.lang
      utterance.rate = rate
      // Android's voices and those of Linux report no words.
      utterance.onstart = () => {
        if (utterance !== spoken) return
        startedAt = now()
        if (!reportsWords) estimates = setInterval(() => onWord(spokenIndex()), ESTIMATE_MS)
      }
      utterance.onend = () => {
        if (utterance !== spoken) return
        clearInterval(estimates)
        if (text.length >= MEASURED_LETTERS && seconds() > 0) pace = text.length / seconds() / rate
        onEnd()
      }
      utterance.onerror = () => utterance === spoken && onFailed()
      utterance.onboundary = ({ charIndex }) => {
        if (utterance !== spoken) return
        reportsWords = true
        clearInterval(estimates)
        onWord(charIndex)
      }
      spoken = utterance
      engine.speak(utterance)
    },
    silence,
  }
}
