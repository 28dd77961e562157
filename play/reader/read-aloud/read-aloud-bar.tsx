import { useEffect, useState } from 'preact/hooks'
import { VoiceBar } from '../read-along/voice-bar.tsx'
import type { Reader } from '../reader.ts'
import { createReadAloud, type ReadAloud } from './read-aloud.ts'
import { text } from './text.ts'

/** Controls of reading aloud, which starts as soon as they are rendered. */
export function ReadAloudBar({ reader, voice }: { reader: Reader; voice: SpeechSynthesisVoice }) {
  const [aloud, setAloud] = useState<ReadAloud>()
  useEffect(() => {
    const created = createReadAloud(reader.voice.book(), voice)
    reader.voice.listener = created
    created.begin()
    setAloud(created)
    return () => {
      reader.voice.listener = undefined
      created.close()
    }
  }, [reader, voice])
  if (!aloud) return null
  return (
    <VoiceBar
      voice={aloud}
      title={text.title}
      help={text.help}
      failed={text.failed}
      onStop={() => (reader.aloud.value = undefined)}
    />
  )
}
