/** A dropped or chosen file, and its path inside the dropped folder: `Contos/01.mp3`. */
interface DroppedFile {
  path: string
  file: File
}

export interface DroppedFiles {
  files: DroppedFile[]
  /** Paths that could not be read. */
  unreadable: string[]
}

/** Whether a drag carries files, and not text or a picture of the page itself. */
export function holdsFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}

/** Reads the dropped files and, recursively, folders. */
export async function readDropped(transfer: DataTransfer): Promise<DroppedFiles> {
  const dropped: DroppedFiles = { files: [], unreadable: [] }
  // `DataTransfer` is emptied after the event, so take all items before awaiting.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const handles = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  for (const { entry, file } of handles) {
    if (entry) await readEntry(entry, dropped)
    // Some files are in no file system, such as an attachment dragged out of a mail.
    else if (file) dropped.files.push({ path: file.name, file })
  }
  return dropped
}

/** Reads the files of a file input, or of a folder input. */
export function readChosen(list: FileList | null): DroppedFiles {
  const files = [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  return { files, unreadable: [] }
}

async function readEntry(entry: FileSystemEntry, dropped: DroppedFiles): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  try {
    if (isFolder(entry)) {
      for (const child of await childrenOf(entry)) await readEntry(child, dropped)
    } else {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      dropped.files.push({ path, file })
    }
  } catch {
    dropped.unreadable.push(path)
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Lists a folder. `readEntries` returns at most a hundred entries a call, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return children
    children.push(...some)
  }
}
