import type { Removals } from '../removals.ts'
import type { BookFile, BookFiles } from './book-files.ts'
import { type PathTarget, relativeHref, resolveTarget } from './book-path.ts'
import type { MarkupReferences } from './sanitize-attributes.ts'

const BITMAP_DATA = /^data:image\/(png|jpeg|gif|webp|avif);base64,[a-z0-9+/=\s]+$/i
const FONT_DATA = /^data:(font|application)\/[a-z0-9.+-]+(;charset=[a-z0-9-]+)?;base64,[a-z0-9+/=\s]+$/i

export interface References extends MarkupReferences {
  /** Pages of the book linked so far. */
  linked: Set<BookFile>
  /** Pictures referenced so far, in order. */
  images: BookFile[]
}

/** Resolves the addresses in the file at `path`, relative to the address it is served at, `href`. */
export function referencesFrom(path: string, href: string, files: BookFiles, removals: Removals): References {
  const linked = new Set<BookFile>()
  const images: BookFile[] = []

  function insideFile(address: string, accepts: (file: BookFile) => boolean): string | undefined {
    const target = resolveTarget(path, address)
    if (target.kind !== 'inside') {
      removals.add('remote')
      return undefined
    }
    const forms = files.forms(target.path).filter(accepts)
    const file = forms.find(({ mediaType }) => mediaType !== 'image/jxl') ?? forms[0]
    if (!file) {
      const why = files.whyNotServed(target.path)
      if (why) removals.add(why)
      return undefined
    }
    if (file.mediaType.startsWith('image/')) images.push(file)
    return relativeHref(href, file.href) + fragmentOf(target)
  }

  return {
    linked,
    images,
    link(address) {
      const target = resolveTarget(path, address)
      if (target.kind === 'remote' && URL.canParse(target.url)) return target.url
      const forms = target.kind === 'inside' ? files.forms(target.path) : []
      const page = forms.find(({ pageHref }) => pageHref)
      if (page?.pageHref) {
        linked.add(page)
        return page.pageHref === href && fragmentOf(target)
          ? fragmentOf(target)
          : relativeHref(href, page.pageHref) + fragmentOf(target)
      }
      const image = forms.find(({ mediaType }) => mediaType.startsWith('image/'))
      if (image) return relativeHref(href, image.href)
      if (target.kind === 'other' && (target.scheme === 'mailto' || target.scheme === 'tel')) return target.url
      removals.add('link')
      return undefined
    },
    file(address, kind) {
      if (kind === 'image' && BITMAP_DATA.test(address)) return address
      return insideFile(address, (file) => KINDS[kind].test(file.mediaType))
    },
    inStyle(address, use) {
      if (use === 'import') return insideFile(address, (file) => file.kind === 'style')
      if (BITMAP_DATA.test(address) || FONT_DATA.test(address)) return address
      return insideFile(address, (file) => /^(image|font)\//.test(file.mediaType))
    },
  }
}

const KINDS = { image: /^image\//, media: /^(audio|video)\/|^text\/vtt$/, style: /^text\/css$/ }

function fragmentOf(target: PathTarget): string {
  return target.kind === 'inside' && target.fragment ? `#${encodeURI(target.fragment)}` : ''
}
