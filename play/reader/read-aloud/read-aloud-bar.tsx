import { Filter } from '@estante/design/filter/filter.tsx'
import { useEffect, useState } from 'preact/hooks'
import { SleepChoices } from '../read-along/sleep-choices.tsx'
import { VoiceBar } from '../read-along/voice-bar.tsx'
import type { Reader } from '../reader.ts'
import { languageOf, rememberVoice, useLocalVoices } from './local-voice.ts'
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
    >
      <VoiceChoice reader={reader} aloud={aloud} />
      <SleepChoices sleep={aloud.sleep} />
    </VoiceBar>
  )
}

/** The voices of the device for the language of the book, where it has several. */
function VoiceChoice({ reader, aloud }: { reader: Reader; aloud: ReadAloud }) {
  const language = languageOf(reader)
  const voices = useLocalVoices(language) ?? []
  if (voices.length < 2) return null
  return (
    <Filter
      name={text.voice}
      options={voices.map(({ voiceURI, name }) => ({ value: voiceURI, label: name }))}
      value={aloud.voice.value.voiceURI}
      onChange={(uri) => {
        const voice = voices.find(({ voiceURI }) => voiceURI === uri)!
        rememberVoice(voice, language)
        aloud.changeVoice(voice)
      }}
    />
  )
}
