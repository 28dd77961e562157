import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'
import { installMediaSession } from '../test/media-session.ts'
import { joinSystemMedia } from './system-media.ts'

describe('the media session of the page', () => {
  it('belongs to the recording that played last, whose keys alone work, and goes back to the previous one', (test) => {
    const system = installMediaSession(test)
    const audiobook = join(test, 'Audiolivro', ['play', 'seekto', 'seekforward'])
    audiobook.isPlaying.value = true
    audiobook.isPlaying.value = false
    const narration = join(test, 'Narração', ['play', 'nexttrack'])
    const states = [system.metadata?.title]

    narration.isPlaying.value = true
    for (const action of ['play', 'seekto', 'seekforward', 'nexttrack'] as const) system.press(action)
    states.push(system.metadata?.title, system.playbackState)
    narration.isPlaying.value = false
    narration.leave()
    for (const action of ['play', 'seekto', 'nexttrack'] as const) system.press(action)
    states.push(system.metadata?.title, system.playbackState)

    assert.deepEqual(states, ['Audiolivro', 'Narração', 'playing', 'Audiolivro', 'paused'])
    assert.deepEqual(narration.pressed, ['play', 'nexttrack'])
    assert.deepEqual(audiobook.pressed, ['play', 'seekto'])
  })

  it('stays with the recording that took it while another one, which is not heard, changes or leaves', (test) => {
    const system = installMediaSession(test)
    const audiobook = join(test, 'Audiolivro', ['play'])
    const narration = join(test, 'Narração', ['play'])
    narration.isPlaying.value = true

    audiobook.chapter.value = { title: 'Dois' }
    audiobook.leave()
    system.press('play')

    assert.equal(system.metadata?.title, 'Narração')
    assert.deepEqual(narration.pressed, ['play'])
  })

  it('shows the title and the cover of a narration, the chapter once it is known, and its own position', (test) => {
    const system = installMediaSession(test)
    const states: (MediaPositionState | undefined)[] = []
    system.setPositionState = (state) => void states.push(state)
    const narration = join(test, 'Narração', ['play'])
    const { title } = system.metadata!

    narration.chapter.value = { title: 'Um' }
    narration.time.value = 7
    narration.leave()

    assert.deepEqual([title, states.at(-1)], ['Narração', { duration: 60, position: 7, playbackRate: 1 }])
    assert.deepEqual([system.metadata, system.playbackState], [null, 'none'])
  })
})

/** A recording, and the keys that it was given. */
function join(test: TestContext, title: string, keys: MediaSessionAction[]) {
  const pressed: MediaSessionAction[] = []
  const media = {
    publication: signal({
      title,
      author: 'Ana Autora',
      cover: { srcset: '/320.webp 320w', ratio: 0.8 },
    } as PublicationDetail),
    chapter: signal<{ title: string } | undefined>(undefined),
    isPlaying: signal(false),
    time: signal(0),
    duration: signal(60),
    speed: signal(1),
  }
  const leave = joinSystemMedia({
    ...media,
    actions: Object.fromEntries(keys.map((key) => [key, () => void pressed.push(key)])),
  })
  test.after(leave)
  return { ...media, pressed, leave }
}
