import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { batch, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { LoadedPublication } from '../open-publication.ts'
import { createTransport } from '../playback/transport.ts'
import type { PlaybackDependencies } from './playback-dependencies.ts'
import { createPlayhead } from './playhead.ts'
import { createPlaybackSleep } from './sleep/playback-sleep.ts'
import { createSmartRewind } from './smart-rewind.ts'
import { createSilences } from './sound/silences.ts'
import { createSoundLoading, type SoundLoadingHost } from './sound/sound-loading.ts'
import { createVolume } from './sound/volume.ts'
import { toSpeed } from './speed.ts'

type RecordingHost = Pick<SoundLoadingHost, 'onLoaded' | 'onSilence'>

/** Creates a title's recording, opened where the member left it, with this playback's speed, sleep timer and volume. */
export function createRecording(id: string, dependencies: PlaybackDependencies, host: RecordingHost) {
  const { sound, placeSync } = dependencies
  const publication = signal<PublicationDetail | undefined>()
  const speed = signal(1)
  const playhead = createPlayhead(sound)
  const { manifest, time } = playhead.timeline
  const transport = createTransport(sound)
  const { isPlaying, isFinished, problem } = transport
  const rewind = createSmartRewind(dependencies.now)
  const silences = createSilences(() => dependencies.readSilences(id))
  const stopReadingSilences = effect(() => {
    if (dependencies.listening.skipsSilences.value && publication.value?.sound?.hasSilences) void silences.load()
  })
  const sleep = createPlaybackSleep({
    ...dependencies,
    ...playhead.timeline,
    speed,
    remember: (second) => dependencies.rememberTimer(id, second),
  })
  const loading = createSoundLoading(id, { ...dependencies, ...host, playhead, transport, onOpened })
  const volume = createVolume({ ...dependencies, publication, sleep, isPlaying, isReadByPage: loading.isReadByPage })

  /** Starts at the server's place the first time; later calls only bring fresh addresses. */
  function onOpened(opened: LoadedPublication) {
    const { place: stored } = opened.publication
    batch(() => {
      if (!manifest.value) {
        playhead.begin(opened.manifest, placeSync.opened(stored))
        placeSync.setDisplayed(playhead.locator())
        speed.value = toSpeed(
          dependencies.rememberedSpeed(id) ?? opened.publication.speed ?? dependencies.listening.speed.value,
        )
        isFinished.value = stored?.finishedAt != null && time.value === 0
        sleep.restore(dependencies.rememberedTimer(id))
        if (stored) rewind.paused(stored.secondsAgo * 1000)
      } else {
        placeSync.receive(stored)
      }
      publication.value = opened.publication
      problem.value = undefined
    })
  }

  function applySpeed() {
    sound.defaultPlaybackRate = sound.playbackRate = speed.value
  }

  return {
    publication: publication as ReadonlySignal<PublicationDetail | undefined>,
    speed: speed as ReadonlySignal<number>,
    playhead,
    transport,
    rewind,
    sleep,
    loading,
    canBoost: volume.canBoost,
    watchVolume: volume.watch,
    applySpeed,
    setSpeed(wanted: number) {
      // By a key, before the title's own speed is known.
      if (!publication.value) return
      speed.value = toSpeed(wanted)
      applySpeed()
      dependencies.rememberSpeed(id, speed.value)
    },
    /** The end of a pause of the voice that the member skips. */
    silenceEnd: () =>
      isPlaying.value && dependencies.listening.skipsSilences.value ? silences.endOf(time.value) : undefined,
    close() {
      stopReadingSilences()
      volume.close()
      sleep.close()
      loading.close()
    },
  }
}
