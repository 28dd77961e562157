import type { TestContext } from 'node:test'

/** Installs the parts of Media Session that are used, until the end of the test. `press` presses a media key. */
export function installMediaSession(test: TestContext) {
  const handlers = new Map<string, MediaSessionActionHandler | null>()
  const session = {
    playbackState: 'none',
    metadata: null as MediaMetadataInit | null,
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => void handlers.set(action, handler),
    setPositionState(_?: MediaPositionState) {},
    press: (action: MediaSessionAction) => handlers.get(action)?.({ action }),
  }
  const globals = { MediaMetadata: FakeMediaMetadata, document: { baseURI: 'https://livros.test/' } }
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
  Object.assign(globalThis, globals)
  test.after(() => {
    Reflect.deleteProperty(navigator, 'mediaSession')
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  })
  return session
}

class FakeMediaMetadata {
  constructor(given: MediaMetadataInit) {
    Object.assign(this, given)
  }
}
