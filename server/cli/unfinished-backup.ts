import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../calendar.ts'
import { CommandError } from './run.ts'

const PREFIX = 'backup-'
const MARKER_FILE = 'unfinished.json'

/** The process that makes a backup in a folder, and the file it writes until it is complete. */
interface BackupMarker {
  host: string
  pid: number
  part: string
}

/**
 * Creates the file of a backup in progress, and a folder that lists the parts to remove if the process dies. Returns the
 * folder's name. Throws `CommandError` while another process writes the same backup.
 */
export async function beginBackup(dataDir: string, part: string): Promise<string> {
  await writeFile(part, '', { flag: 'wx', mode: 0o600 }).catch((cause) => {
    if (cause.code !== 'EEXIST') throw cause
    const advice = 'Espere que termine; se nenhuma está em curso, apague esse arquivo.'
    throw new CommandError(`Outra cópia está gravando ${part}. ${advice}`, { cause })
  })
  const name = `${PREFIX}${randomUUID()}`
  const marker: BackupMarker = { host: hostname(), pid: process.pid, part }
  try {
    await mkdir(join(dataDir, name), { mode: 0o700 })
    await writeFile(join(dataDir, name, MARKER_FILE), JSON.stringify(marker), { mode: 0o600 })
  } catch (error) {
    // No later run would know that the file has no owner.
    await endBackup(dataDir, name, part)
    throw error
  }
  return name
}

/** Removes a backup's folder and its incomplete file. A completed backup has none left. */
export async function endBackup(dataDir: string, name: string, part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(join(dataDir, name), { recursive: true, force: true })
}

/** Removes the leftovers of killed backups: they contain personal data. */
export async function removeAbandonedBackups(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const marker = await readMarker(join(dataDir, name))
    if (!(await isOld(dataDir, name)) && (!marker || isRunning(marker))) continue
    await endBackup(dataDir, name, marker?.part ?? join(dataDir, name, MARKER_FILE))
  }
}

async function readMarker(folder: string): Promise<BackupMarker | undefined> {
  const text = await readFile(join(folder, MARKER_FILE), 'utf8').catch(() => '')
  try {
    return JSON.parse(text) as BackupMarker
  } catch {
    return undefined
  }
}

/** Whether the process may be alive: one on another machine, or in another container, cannot be checked. */
function isRunning({ host, pid }: BackupMarker): boolean {
  if (host !== hostname()) return true
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a folder is older than any backup takes. */
async function isOld(dataDir: string, name: string): Promise<boolean> {
  const status = await stat(join(dataDir, name)).catch(() => undefined)
  return status !== undefined && Date.now() - status.mtimeMs > DAY_MS
}
