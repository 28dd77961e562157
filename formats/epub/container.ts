import { Refusal } from '../refusal.ts'
import type { ZipArchive } from '../zip/zip-archive.ts'
import { descendants, MAX_XML_BYTES, readXml } from './xml.ts'

const CONTAINER = 'META-INF/container.xml'

/** Finds the path of the first package document: https://www.w3.org/TR/epub-33/#sec-container-metainf-container.xml */
export async function readContainer(zip: ZipArchive): Promise<string> {
  const entry = zip.find(CONTAINER)
  if (!entry) throw new Refusal(`O EPUB não tem “${CONTAINER}”.`)
  const container = readXml(await zip.read(entry, MAX_XML_BYTES), CONTAINER)
  const rootfiles = descendants(container, 'rootfile').map(({ attributes }) => attributes)
  const rootfile =
    rootfiles.find((attributes) => attributes['media-type'] === 'application/oebps-package+xml') ?? rootfiles[0]
  const path = rootfile?.['full-path']
  if (!path) throw new Refusal(`“${CONTAINER}” não diz onde está o pacote do livro.`)
  if (!zip.find(path)) throw new Refusal(`O pacote do livro, “${path}”, não está no arquivo.`)
  return path
}
