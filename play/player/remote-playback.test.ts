import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRemoteSound } from './remote-playback.ts'

describe('sound on another device', () => {
  it('is offered while a device is in reach, and says when one plays', async () => {
    const remote = new Devices()
    const { isAvailable, isConnected, choose } = createRemoteSound(soundWith(remote), new AbortController().signal)

    assert.equal(isAvailable.value, false)
    remote.inReach(true)
    assert.equal(isAvailable.value, true)
    choose()
    remote.become('connected')
    assert.equal(isConnected.value, true)
    remote.become('disconnected')
    assert.equal(isConnected.value, false)
  })

  it('stays unavailable in an engine that cannot watch for devices, or has no such API', async () => {
    const blind = new Devices()
    blind.watchAvailability = () => Promise.reject(new DOMException('no', 'NotSupportedError'))
    const { signal } = new AbortController()

    for (const remote of [blind, undefined]) {
      const sound = createRemoteSound(soundWith(remote), signal)
      sound.choose()
      await Promise.resolve()
      assert.equal(sound.isAvailable.value, false)
    }
  })

  it('is no longer watched once the playback is closed', () => {
    const remote = new Devices()
    const closing = new AbortController()
    const { isConnected } = createRemoteSound(soundWith(remote), closing.signal)

    closing.abort()
    remote.become('connected')

    assert.equal(isConnected.value, false)
    assert.equal(remote.isWatched, false)
  })
})

/** The browser's part: devices in reach, and the chosen one. */
class Devices extends EventTarget {
  state = 'disconnected'
  inReach: (available: boolean) => void = () => {}
  isWatched = false

  watchAvailability(listener: (available: boolean) => void): Promise<number> {
    this.inReach = listener
    this.isWatched = true
    return Promise.resolve(1)
  }

  cancelWatchAvailability(): Promise<void> {
    this.isWatched = false
    return Promise.resolve()
  }

  prompt(): Promise<void> {
    return Promise.reject(new DOMException('nothing chosen', 'NotAllowedError'))
  }

  become(state: 'connected' | 'disconnected') {
    this.state = state
    this.dispatchEvent(new Event(state === 'connected' ? 'connect' : 'disconnect'))
  }
}

function soundWith(remote: Devices | undefined) {
  return { remote } as unknown as HTMLMediaElement
}
