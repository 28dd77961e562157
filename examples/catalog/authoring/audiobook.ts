import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Narration, Work } from '../sources/works.ts'
import { playMotif, SAMPLE_RATE } from './motif.ts'
import { type Chapter, toSpeech } from './text.ts'

/** Writes an M4B at `path`: an AAC stream with chapters, cover and tags. */
export async function makeM4b(work: Work, narration: Narration, chapters: Chapter[], cover: Uint8Array, path: string) {
  await inScratchFolder(async (scratch) => {
    const tracks = await recordAll(work, narration, chapters)
    await writeFile(join(scratch, 'capa.jpg'), cover)
    await writeFile(join(scratch, 'capitulos.txt'), chapterMarks(chapters, tracks))
    const tags = { ...bookTags(work, narration), title: work.title, media_type: '2', genre: 'Audiolivro' }
    await run(
      'ffmpeg',
      [
        ...['-y', '-v', 'error', '-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', 'pipe:0'],
        ...['-i', join(scratch, 'capitulos.txt'), '-i', join(scratch, 'capa.jpg'), '-map', '0:a', '-map', '2:v'],
        ...['-map_metadata', '1', '-map_chapters', '1', '-c:a', 'aac', '-b:a', '44k', '-c:v', 'copy'],
        ...['-disposition:v:0', 'attached_pic', '-metadata:s:a:0', 'language=por', ...tagArguments(tags)],
        ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'ipod', path],
      ],
      Buffer.concat(tracks),
    )
  })
}

/** Writes a folder of numbered MP3 tracks at `path`, one for each chapter, with cover and tags. */
export async function makeMp3Folder(
  work: Work,
  narration: Narration,
  chapters: Chapter[],
  cover: Uint8Array,
  path: string,
) {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  await inScratchFolder(async (scratch) => {
    const tracks = await recordAll(work, narration, chapters)
    await writeFile(join(scratch, 'capa.jpg'), cover)
    for (const [n, { title }] of chapters.entries()) {
      const tags = { ...bookTags(work, narration), title, track: `${n + 1}/${chapters.length}`, genre: 'Audiobook' }
      const name = `${String(n + 1).padStart(2, '0')} - ${title}.mp3`
      await run(
        'ffmpeg',
        [
          ...['-y', '-v', 'error', '-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', 'pipe:0'],
          ...['-i', join(scratch, 'capa.jpg'), '-map', '0:a', '-map', '1:v', '-c:a', 'libmp3lame', '-b:a', '48k'],
          ...['-c:v', 'copy', '-metadata:s:v', 'title=Capa', '-metadata:s:v', 'comment=Cover (front)'],
          ...[...tagArguments(tags), '-id3v2_version', '3', '-fflags', '+bitexact', join(path, name)],
        ],
        tracks[n]!,
      )
    }
  })
}

/** Records each chapter as 16-bit mono samples: a short motif, then the voice. */
async function recordAll(work: Work, narration: Narration, chapters: Chapter[]): Promise<Buffer[]> {
  const tracks: Buffer[] = []
  for (const [n, chapter] of chapters.entries()) {
    const opening = n === 0 ? `${work.title}. De ${work.author}.` : undefined
    const voice = await speak(narration, toSpeech(chapter, opening))
    tracks.push(Buffer.concat([playMotif(narration.motif, n === 0), voice, silence(1.1)]))
  }
  return tracks
}

async function speak({ voice, wordsPerMinute, pitch }: Narration, ssml: string): Promise<Buffer> {
  const raw = await run('espeak-ng', ['-v', voice, '-s', `${wordsPerMinute}`, '-p', `${pitch}`, '-m', '--stdout'], ssml)
  const warmth = [
    'highpass=f=75',
    'equalizer=f=190:t=q:w=1:g=2.5',
    'equalizer=f=2900:t=q:w=1.1:g=-4',
    'equalizer=f=5200:t=q:w=1.4:g=-5',
    'lowpass=f=8200',
    'acompressor=threshold=-22dB:ratio=2.6:attack=8:release=160:makeup=2',
    'aecho=0.92:0.5:17|29|41:0.14|0.1|0.07',
    'loudnorm=I=-19:TP=-2:LRA=7',
  ]
  return run(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-af', warmth.join(), '-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-'],
    raw,
  )
}

function bookTags(work: Work, narration: Narration): Record<string, string> {
  return {
    album: work.title,
    artist: work.author,
    album_artist: work.author,
    // Audiobooks store the narrator here, since MP4 and ID3 have no tag for it.
    composer: narration.narrator,
    date: '2026',
    publisher: 'Estante',
    language: 'por',
    description: work.description,
    comment: work.description,
    copyright: 'Texto, imagens e música originais, sob a licença MIT',
  }
}

function tagArguments(tags: Record<string, string>): string[] {
  return Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
}

function chapterMarks(chapters: Chapter[], tracks: Buffer[]): string {
  let start = 0
  const marks = chapters.map(({ title }, n) => {
    const end = start + Math.round((tracks[n]!.length / 2 / SAMPLE_RATE) * 1000)
    const mark = `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${end}\ntitle=${title.replaceAll(/[=;#\\]/g, '\\$&')}\n`
    start = end
    return mark
  })
  return `;FFMETADATA1\n${marks.join('')}`
}

function silence(seconds: number): Buffer {
  return Buffer.alloc(Math.round(seconds * SAMPLE_RATE) * 2)
}

async function inScratchFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-catalog-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs a program with `input` on its standard input. Returns its output. */
async function run(program: string, parameters: string[], input: Buffer | string): Promise<Buffer> {
  const running = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
  running.stdin.on('error', () => {})
  running.stdin.end(input)
  const printed: Buffer[] = []
  running.stdout.on('data', (bytes) => printed.push(bytes))
  const code = await new Promise<number | null>((resolve, reject) => running.on('close', resolve).on('error', reject))
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return Buffer.concat(printed)
}
