import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BUILD_TARGET } from '@estante/contract/baseline.ts'
import { APPLICATION, applicationBuild } from '@estante/design/application-build.ts'
import { inlineCall } from '@estante/design/reloadable-files.ts'
import subsetFont from 'subset-font'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { PORTUGUESE_CHARACTERS } from './reader/layout/portuguese-characters.ts'
import { text as readerText } from './reader/text.ts'
import { text } from './text.ts'

/** The bytes that a phone on 1.6 Mbit/s downloads in an eighth of a second. */
const FIRST_SCRIPT_BYTES = 25_000
const FIRST_STYLE_BYTES = 8_000
/** Over HTTP/1.1 a browser opens six connections to a host, and the exchange of the launch token needs one at once. */
const MAX_FIRST_FILES = 5
const BROWSING = '/play/browsing-screens.ts'
/** Lazily loaded screens, by the first segment of their addresses. */
const LAZY_SCREENS = {
  player: '/player/player-screen.tsx',
  leitor: '/reader/reader-screen.tsx',
  notas: '/notebook/notebook-screen.tsx',
  explorar: BROWSING,
  ler: BROWSING,
  biblioteca: BROWSING,
  perfil: BROWSING,
  titulo: BROWSING,
  listas: BROWSING,
  'a-seguir': BROWSING,
}

export default defineConfig(
  applicationBuild({
    root: import.meta.dirname,
    base: '/',
    target: BUILD_TARGET,
    unsupported: text.shell.unsupported,
    reload: { title: text.launch.unreachableTitle, help: text.launch.unreachableHelp, retry: text.shell.retry },
    plugins: [plainPatterns(), smallFonts(), fewRoundTrips()],
    groups: [
      { name: 'player', test: /play\/player\// },
      {
        name: 'titles',
        test: /play\/(?:ending\/|places\/(?!moved-elsewhere)|(?:activity|playback)\/|annotations\/|preferences\/|portuguese|open-publication|device-memory|library\/save-button|reader\/note-reference|shell\/(?:explore-link|sheet))|session\/retry|contract\/date-format|@oxc-project|design\/(?:back-link\/|sheet\/|tool\/|copy-text|next-task|long-list\/|slider\/|notice\/|segmented\/|filter\/|icons\/title-icons|field\/(?:text-|search-field|checkbox))|client\/(?:pages|search-box|show-more|use-debounced)/,
      },
    ],
  }),
)

/** Loads the hyphenation patterns as plain JSON: the helpers of their CommonJS wrapper would become a chunk. */
function plainPatterns(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'plain-patterns',
    load: (id) =>
      /\/hyphen\/patterns\/\w+\.js$/.test(id) ? `export default ${JSON.stringify(require(id))}` : undefined,
  }
}

/**
 * Builds `font.woff2?portuguese` with the characters of Portuguese texts only, in a quarter fewer bytes,
 * `font.woff2?name` with the characters of typefaces' names, in one or two kilobytes, and `font.woff2?acute` with the
 * accent of “ó” in its place.
 */
function smallFonts(): Plugin {
  const characters = new Map([
    ['portuguese', PORTUGUESE_CHARACTERS],
    ['name', Object.values(readerText.families).join('')],
    // Every character: those that a font lacks do not matter.
    ['acute', String.fromCodePoint(...Array.from({ length: 0x3000 }, (_, codePoint) => codePoint))],
  ])
  return {
    name: 'small-fonts',
    enforce: 'pre',
    async load(id) {
      const [file, query = ''] = id.split('?')
      const subset = characters.get(query)
      if (!subset || !file!.endsWith('.woff2')) return undefined
      const original = readFileSync(file!)
      const font =
        query === 'acute' ? moveAcute(await subsetFont(original, subset, { targetFormat: 'sfnt' })) : original
      const source = await subsetFont(font, subset, { targetFormat: 'woff2' })
      const name = basename(file!).replace('.woff2', `-${query}.woff2`)
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`
    },
  }
}

/**
 * Moves the accent of “ó” above the letter: the regular OpenDyslexic draws it to the right. In the charstring of the
 * glyph, the accent starts at 341, 692 instead of 751, 439, and the move from there to the letter changes with it.
 * https://adobe-type-tools.github.io/font-tech-notes/pdfs/5177.Type2.pdf
 */
function moveAcute(font: Buffer): Buffer {
  const [beside, above] = ['f983f84b341dfc46fd1d15', 'f7e91c02b4341d73fe1a15'].map((hex) => Buffer.from(hex, 'hex'))
  const at = font.indexOf(beside!)
  if (at === -1) throw new Error('OpenDyslexic draws another “ó”: drop this function if its accent is above the letter')
  above!.copy(font, at)
  return font
}

/**
 * Inlines into the page the styles and the first script, which would each cost the first screen another round trip.
 * Emits `first-files.json`: the files of each screen, by the first segment of its address.
 */
function fewRoundTrips(): Plugin {
  return {
    name: 'few-round-trips',
    generateBundle: {
      // After Vite has removed the chunks that contain only styles.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const { code } = chunks.find(({ name }) => name === APPLICATION)!
        const bytes = gzipSync(code, { level: 9 }).length
        if (bytes > FIRST_SCRIPT_BYTES) {
          this.error(`The first screen's script has ${bytes} bytes with gzip, and may have ${FIRST_SCRIPT_BYTES}`)
        }
        const style = Object.values(bundle).find(({ fileName }) => /application-.*\.css$/.test(fileName))
        const styleBytes = gzipSync((style as Rolldown.OutputAsset).source, { level: 9 }).length
        if (styleBytes > FIRST_STYLE_BYTES) {
          this.error(`The first screen's style has ${styleBytes} bytes with gzip, and may have ${FIRST_STYLE_BYTES}`)
        }
        const files: [string, string[]][] = [
          ['', filesOf(bundle)],
          ...Object.entries(LAZY_SCREENS).map(
            ([name, path]) => [name, filesOf(bundle, path)] satisfies [string, string[]],
          ),
        ]
        for (const [name, { length }] of files) {
          if (length > MAX_FIRST_FILES)
            this.error(`The first screen “${name}” is ${length} files, and may be ${MAX_FIRST_FILES}`)
        }
        this.emitFile({
          type: 'asset',
          fileName: 'first-files.json',
          source: JSON.stringify(Object.fromEntries(files)),
        })
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const call = `beginLaunch(window, '', ${JSON.stringify(typefaceOf(bundle))})`
        const beginLaunch = await inlineCall(new URL('launch/begin-launch.ts', import.meta.url), call, BUILD_TARGET)
        return html
          .replace(/<script type="module"[^>]*><\/script>/, '__FIRST_FILES__')
          .replace('/* first script */', () => beginLaunch)
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/, (_, file: string) => {
            // Tells Vite's preload helper that the style is there. No engine loads the link: Firefox since it is
            // disabled, older Chromiums for its type.
            const link = `<link rel="stylesheet" disabled type="text/plain" href="/${file}">`
            return `${link}<style>${(bundle[file] as Rolldown.OutputAsset).source}</style>`
          })
      },
    },
  }
}

/**
 * Returns the addresses of the reader's default typeface (`play/reader/layout/typefaces.ts`): for text, then for
 * headings.
 */
function typefaceOf(bundle: Rolldown.OutputBundle): string[] {
  const files = Object.keys(bundle).filter((file) => /literata.+-portuguese.+\.woff2$/.test(file))
  return files.sort().map((file) => `/${file}`)
}

/** Lists the files of the application, and of a lazy screen. */
function filesOf(bundle: Rolldown.OutputBundle, screen?: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const application = chunks.filter(({ name }) => name === APPLICATION)
  const found = new Set(application)
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  if (screen) add(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(screen))))
  // The application's styles are inlined into the page.
  const styles = [...found].flatMap((chunk) =>
    chunk.name === APPLICATION ? [] : [...(chunk.viteMetadata?.importedCss ?? [])],
  )
  return [...[...found].map(({ fileName }) => fileName), ...styles].map((file) => `/${file}`)
}
