import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { ATTACKS } from './fixtures/epub/attacks.ts'
import { packageDocument, page } from './fixtures/epub/build-epub.ts'
import { extractBook } from './fixtures/epub/extract.ts'
import { SANITIZER_VERSION } from './sanitizer-version.ts'

/** Digest of the output for all attacks. If it changes, increment `SANITIZER_VERSION` and update both values here. */
const KNOWN = { version: 10, digest: 'e92a15a637bb7462' }

it('SANITIZER_VERSION is raised when the output for the same book changes', async () => {
  const bodies = Object.values(ATTACKS)
  const chapters = bodies.map((body, index) => [`OEBPS/a${index}.xhtml`, /^<[!?]/.test(body) ? body : page(body)])
  const metadata = '<dc:publisher>\u202eCasa\u0085&#x2028;!</dc:publisher>'
  const manifest = bodies.map(
    (_, index) => `<item id="a${index}" href="a${index}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const spine = bodies.map((_, index) => `<itemref idref="a${index}"/>`)

  const { folder, ...extracted } = await extractBook({
    'OEBPS/livro.opf': packageDocument({ metadata, manifest: manifest.join(''), spine: spine.join('') }),
    ...Object.fromEntries(chapters),
  })
  after(() => rm(folder, { recursive: true }))

  const hash = createHash('sha256').update(JSON.stringify([extracted.manifest, extracted.removed]))
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths.sort()) hash.update(await readFile(path))
  assert.deepEqual({ version: SANITIZER_VERSION, digest: hash.digest('hex').slice(0, 16) }, KNOWN)
})
