import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'backup-'
const NOTE = 'unfinished.json'
/** No backup takes so long. */
const DAY_MS = 24 * 3_600_000

/** The backup a folder is for: who makes it, and where it writes until it is complete. */
interface Note {
  host: string
  pid: number
  part: string
}

/** Makes a folder for a backup in progress, which says what to remove should the process die. Returns its name. */
export async function beginBackup(dataDir: string, part: string): Promise<string> {
  const name = `${PREFIX}${randomUUID()}`
  await mkdir(join(dataDir, name), { mode: 0o700 })
  const note: Note = { host: hostname(), pid: process.pid, part }
  await writeFile(join(dataDir, name, NOTE), JSON.stringify(note), { mode: 0o600 })
  return name
}

/** Removes a backup's folder and what it wrote so far; nothing of one that was completed is left to remove. */
export async function endBackup(dataDir: string, name: string, part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Removes the leftovers of killed backups: they hold personal data. */
export async function removeAbandonedBackups(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const note = await readNote(join(dataDir, name))
    if (note ? isRunning(note) && !(await isOld(dataDir, name)) : !(await isOld(dataDir, name))) continue
    await endBackup(dataDir, name, note?.part ?? join(dataDir, name, NOTE))
  }
}

async function readNote(folder: string): Promise<Note | undefined> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as Note
  } catch {
    return undefined
  }
}

/** A process of another machine, or of another container, cannot be asked: it may be running. */
function isRunning({ host, pid }: Note): boolean {
  if (host !== hostname()) return true
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isOld(dataDir: string, name: string): Promise<boolean> {
  const status = await stat(join(dataDir, name)).catch(() => undefined)
  return status !== undefined && Date.now() - status.mtimeMs > DAY_MS
}
