/** Speaks one text at a time with a voice of the engine. */
export function createSpeech(voice: SpeechSynthesisVoice, listeners: { onEnd(): void; onFailed(): void }) {
  // Below the baseline: this is called only where the engine has a voice.
  const engine = globalThis.speechSynthesis
  /** The current utterance. Referenced here because Chromium drops the events of a garbage-collected one. */
  let spoken: SpeechSynthesisUtterance | undefined

  /** Cancels the current utterance, without its `end` or `error` being handled. */
  function silence() {
    spoken = undefined
    // Chromium may drop the next utterance after a needless `cancel`.
    if (engine.speaking || engine.pending) engine.cancel()
  }

  return {
    /** Speaks a text instead of the current one. `onWord`: a word begins at this index of the text. */
    speak(text: string, rate: number, onWord: (index: number) => void) {
      silence()
      // Below the baseline: not reached without a voice.
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.voice = voice
      utterance.lang = voice.lang
      utterance.rate = rate
      utterance.onend = () => utterance === spoken && listeners.onEnd()
      utterance.onerror = () => utterance === spoken && listeners.onFailed()
      utterance.onboundary = ({ charIndex }) => utterance === spoken && onWord(charIndex)
      spoken = utterance
      engine.speak(utterance)
    },
    silence,
  }
}
