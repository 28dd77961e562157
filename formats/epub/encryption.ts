import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { ZipArchive } from '../zip/zip-archive.ts'
import { resolveTarget } from './book-path.ts'
import { descendants, MAX_XML_BYTES, readXml } from './xml.ts'

const ENCRYPTION = 'META-INF/encryption.xml'

/** The most leading bytes of a font that any method obfuscates. */
export const HIDDEN_BYTES = 1040

/** Leading bytes of a font that each method obfuscates, and its key. */
const OBFUSCATIONS: Record<string, { bytes: number; key: (identifier: string) => Buffer }> = {
  // https://www.w3.org/TR/epub-33/#sec-font-obfuscation
  'http://www.idpf.org/2008/embedding': {
    bytes: HIDDEN_BYTES,
    key: (identifier) =>
      createHash('sha1')
        .update(identifier.replace(/[\x20\t\r\n]/g, ''))
        .digest(),
  },
  'http://ns.adobe.com/pdf/enc#RC': {
    bytes: 1024,
    key: (identifier) => Buffer.from(identifier.replace(/^urn:uuid:/i, '').replace(/-/g, ''), 'hex'),
  },
}

/**
 * Maps canonical entry paths to the obfuscation of the file. Throws `Refusal` for anything but obfuscated fonts, since
 * it is DRM.
 */
export async function readEncryption(zip: ZipArchive): Promise<Map<string, string>> {
  const hidden = new Map<string, string>()
  const entry = zip.find(ENCRYPTION)
  if (!entry) return hidden
  const encryption = readXml(await zip.read(entry, MAX_XML_BYTES), ENCRYPTION)
  for (const data of descendants(encryption, 'EncryptedData')) {
    const method = descendants(data, 'EncryptionMethod')[0]?.attributes.Algorithm ?? ''
    if (!Object.hasOwn(OBFUSCATIONS, method)) throw drm()
    for (const { attributes } of descendants(data, 'CipherReference')) {
      const target = resolveTarget('', attributes.URI ?? '')
      const file = target.kind === 'inside' ? zip.find(target.path) : undefined
      if (file) hidden.set(file.path, method)
    }
  }
  return hidden
}

/**
 * Reverses, in place, the obfuscation of a font's first bytes. The key derives from the package's unique identifier.
 */
export function revealFont(method: string, identifier: string, start: Uint8Array) {
  const { bytes, key } = OBFUSCATIONS[method]!
  const mask = key(identifier)
  if (mask.length === 0) return
  for (let index = 0; index < Math.min(bytes, start.length); index++) start[index]! ^= mask[index % mask.length]!
}

function drm() {
  return new Refusal('O livro está protegido por DRM.')
}
