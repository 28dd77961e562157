/** The page on show, or the first frame in it. */
export type Place = 'page' | 'frame'

/** One window of an engine, as far as the walks need one: whatever protocol it is driven by. */
export interface Engine {
  open(url: string): Promise<void>
  /** The value of an expression, which JSON can carry. */
  evaluate(expression: string, place: Place): Promise<unknown>
  /** A press of the left button, as of a hand: the engine lets sound begin after it. */
  press(at: { x: number; y: number }, place: Place): Promise<void>
  /** Keys, to whatever has the focus. */
  type(letters: string, place: Place): Promise<void>
  /** Another size of the view, as when a phone is turned. */
  resize(viewport: Viewport): Promise<void>
  close(): Promise<void>
}

export interface Viewport {
  width: number
  height: number
}

/** Of a phone, in CSS pixels. */
export const VIEWPORT = { width: 412, height: 840 }
