import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { meanLoudness, measureSound, readMeasures } from './measure-sound.ts'

const { signal } = new AbortController()
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

/** Output of ffmpeg 5.1, between its lines on the file. */
const LOG = `Stream mapping:
  Stream #0:0 -> #0:0 (aac (native) -> pcm_s16le (native))
[silencedetect @ 0x5584ce42bf40] silence_start: -0.0113379
[silencedetect @ 0x5584ce42bf40] silence_end: 1.6507 | silence_duration: 1.66204
[silencedetect @ 0x5584ce42bf40] silence_start: 5.01673
[silencedetect @ 0x5584ce42bf40] silence_end: 6.40118 | silence_duration: 1.38444
[silencedetect @ 0x5584ce42bf40] silence_start: 17.89424
size=N/A time=00:00:19.26 bitrate=N/A speed=41.5x
[Parsed_ebur128_0 @ 0x5584ce432b00] Summary:

  Integrated loudness:
    I:         -19.5 LUFS
    Threshold: -29.8 LUFS

  Loudness range:
    LRA:         2.0 LU
    Threshold: -39.8 LUFS
`

describe('the loudness and the pauses of a recording', () => {
  it('are parsed from ffmpeg’s output; a pause at the end does not count', () => {
    assert.deepEqual(readMeasures(LOG), { seconds: 19.26, loudness: -19.5, silences: [0, 1651, 5017, 6401] })
  })

  it('is nothing for a recording of silence', () => {
    assert.deepEqual(readMeasures(LOG.replace('-19.5', '-70.0').replaceAll('silence_', 'x_')), {
      seconds: 19.26,
      loudness: null,
      silences: [],
    })
  })

  it('has no length where ffmpeg does not say it', () => {
    const { seconds, loudness } = readMeasures(LOG.replace('00:00:19.26', 'N/A'))

    assert.deepEqual([seconds, meanLoudness([{ seconds, loudness }])], [0, -19.5])
  })

  it('is the mean of the power, for several recordings that are one narration', () => {
    const [long, short, silent] = [
      { seconds: 90, loudness: -20 },
      { seconds: 10, loudness: -10 },
      { seconds: 1000, loudness: null },
    ]

    assert.equal(meanLoudness([long]), -20)
    assert.equal(meanLoudness([long, short, silent]), -17.2)
    assert.equal(meanLoudness([silent]), null)
  })

  it('is measured by ffmpeg', { skip: hasFfmpeg ? false : 'ffmpeg is not installed here' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'estante-measure-'))
    after(() => rm(folder, { recursive: true }))
    const tone = (seconds: number) => `sine=f=440:r=22050:d=${seconds},volume=0.5`
    const pause = 'anullsrc=r=22050:cl=mono:d=2'
    const encoding = spawnSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', tone(3), '-f', 'lavfi', '-i', pause, '-f', 'lavfi', '-i', tone(1)],
      ...['-filter_complex', 'concat=n=3:v=0:a=1', '-c:a', 'aac', '-f', 'ipod', join(folder, 'a.m4a')],
    ])
    assert.equal(encoding.status, 0, String(encoding.stderr))

    const measures = await measureSound(join(folder, 'a.m4a'), 'audio/mp4', signal)

    const [start = 0, end = 0] = measures!.silences
    assert.equal(measures!.silences.length, 2)
    assert.ok(Math.abs(start - 3000) < 100 && Math.abs(end - 5000) < 100, `${start} to ${end}`)
    assert.ok(measures!.loudness! > -40 && measures!.loudness! < -15, `${measures!.loudness}`)
    await assert.rejects(measureSound(join(folder, 'none.m4a'), 'audio/mp4', signal))
  })
})
