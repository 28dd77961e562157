/** Saves a file on the device, by the browser's download. */
export function download(file: File) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // Some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
