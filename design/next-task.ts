/**
 * Resolves in a new task: the page may draw and handle input before. Chromium handles a tap in the task that draws the
 * next frame, so the long work of a tap waits for the task after that frame.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
