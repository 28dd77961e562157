/** Resolves in a new task: the page may draw and handle input before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
