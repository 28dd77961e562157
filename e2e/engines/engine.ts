/** A point of the viewport, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** The page, or the first frame in it. */
export type BrowsingContext = 'page' | 'frame'

/** A window of a browser engine, independent of the protocol that controls it. */
export interface Engine {
  /** Opens an address. Resolves when the page before it is gone. */
  open(url: string): Promise<void>
  /** Evaluates an expression with a JSON-serializable value. */
  evaluate(expression: string, context: BrowsingContext): Promise<unknown>
  /** Clicks as a user gesture, which allows audio to play. */
  press(at: Point, context: BrowsingContext): Promise<void>
  /** Moves the pointer with its button down, which selects the text between. */
  drag(from: Point, to: Point, context: BrowsingContext): Promise<void>
  /** Sends keys to the focused element. */
  type(letters: string, context: BrowsingContext): Promise<void>
  /** Resizes the viewport, as when a phone is rotated. */
  resize(viewport: Viewport): Promise<void>
  /** Refuses cookies and storage in documents that are opened from now on, as a member may choose. Only in Firefox. */
  refuseStorage?(): Promise<void>
  close(): Promise<void>
}

export interface Viewport {
  width: number
  height: number
}

/** Size of a phone, in CSS pixels. */
export const VIEWPORT = { width: 412, height: 840 }
