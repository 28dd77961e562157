/** A page as it is sent. */
export interface Page {
  body: Buffer
  etag: string
}

/** What an entry takes beside its body. */
const ENTRY_BYTES = 1024

/** Pages by what was asked for; once they would take more than so many bytes, the oldest make way. */
export class KeptPages {
  readonly #pages = new Map<string, Page>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Page | undefined {
    return this.#pages.get(key)
  }

  keep(key: string, page: Page): void {
    if (this.#pages.has(key)) return
    this.#pages.set(key, page)
    this.#bytes += sizeOf(page)
    for (const [oldest, page] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break
      this.#pages.delete(oldest)
      this.#bytes -= sizeOf(page)
    }
  }
}

function sizeOf({ body }: Page): number {
  return body.length + ENTRY_BYTES
}
