import assert from 'node:assert/strict'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Reads a list to its end, page by page. Returns the items of each page. */
export async function readPages<Item = { id: string }>(
  get: (url: string) => Promise<{ json(): Page<Item> }>,
  url: string,
): Promise<Item[][]> {
  const pages: Item[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const parameter = cursor && `${url.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
    const page: Page<Item> = (await get(url + parameter)).json()
    assert.ok(page.items, JSON.stringify(page))
    pages.push(page.items)
    cursor = page.nextCursor
  }
  return pages
}
