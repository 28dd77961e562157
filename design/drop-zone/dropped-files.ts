/** A file that somebody brought, and where it lay in what they brought: `Contos/01.mp3`. */
interface BroughtFile {
  path: string
  file: File
}

export interface DroppedFiles {
  files: BroughtFile[]
  /** Paths of what was there and could not be read. */
  unreadable: string[]
}

/** Whether something dragged over the page is files, and not a piece of text or a picture of the page itself. */
export function holdsFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}

/** What was dropped: files, and the files of folders, folders within folders too. */
export async function readDropped(transfer: DataTransfer): Promise<DroppedFiles> {
  const brought: DroppedFiles = { files: [], unreadable: [] }
  // What was dropped is out of reach once the event is over, so everything is taken before anything is waited for.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const handles = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  for (const { entry, file } of handles) {
    if (entry) await readEntry(entry, brought)
    // Some have no place in a file system: an attachment dragged out of a mail.
    else if (file) brought.files.push({ path: file.name, file })
  }
  return brought
}

/** What was chosen by a file input, or by one of folders. */
export function readChosen(list: FileList | null): DroppedFiles {
  const files = [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  return { files, unreadable: [] }
}

async function readEntry(entry: FileSystemEntry, brought: DroppedFiles): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  try {
    if (isFolder(entry)) {
      for (const child of await childrenOf(entry)) await readEntry(child, brought)
    } else {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      brought.files.push({ path, file })
    }
  } catch {
    brought.unreadable.push(path)
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** A browser tells a hundred at a time, and nothing once it told them all. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return children
    children.push(...some)
  }
}
