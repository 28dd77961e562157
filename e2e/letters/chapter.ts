import { createRandom, type Random } from '@estante/server/test/random.ts'
import { CONSTRUCTS, OTHER_CONSTRUCTS, PAGE_RULES } from './constructs.ts'

type Direction = 'left-to-right' | 'right-to-left' | 'vertical'

/** A chapter as a tree, so that it can be shrunk. */
export interface Chapter {
  writing: Direction
  pageRules: string[]
  blocks: Block[]
}

export type Block = Paragraphs | Layout

interface Paragraphs {
  /** Length of each, in letters. */
  letters: number[]
  /** Start in the vocabulary. */
  from: number
}

interface Layout {
  construct: string
  /** Where the style is declared, and whether with `!important`. */
  declared: 'in a sheet' | 'in a sheet, important' | 'on the element' | 'on the element, important'
  inside: Block[]
}

const WRITINGS: Direction[] = ['left-to-right', 'left-to-right', 'right-to-left', 'vertical']
const DECLARED: Layout['declared'][] = [
  'in a sheet',
  'in a sheet',
  'in a sheet, important',
  'on the element',
  'on the element, important',
]
const NAMES = Object.keys(CONSTRUCTS)

/** Generates constructs nested two levels deep, around text that is sometimes longer than `pageLetters`. */
export function drawChapter(seed: number, pageLetters: number): Chapter {
  const random = createRandom(seed)
  const blocks: Block[] = [drawParagraphs(random, pageLetters)]
  const count = 2 + random.below(3)
  for (let index = 0; index < count; index++) {
    blocks.push(drawLayout(random, pageLetters, 2), drawParagraphs(random, pageLetters))
  }
  return {
    writing: random.pick(WRITINGS),
    pageRules: random.chance(0.4) ? [random.pick(PAGE_RULES)] : [],
    blocks,
  }
}

function drawLayout(random: Random, pageLetters: number, depth: number): Layout {
  const inside: Block[] = [drawParagraphs(random, pageLetters)]
  if (depth > 1) inside.push(drawLayout(random, pageLetters, depth - 1))
  if (random.chance(0.4)) inside.push(drawParagraphs(random, pageLetters))
  return { construct: random.pick(NAMES), declared: random.pick(DECLARED), inside }
}

function drawParagraphs(random: Random, pageLetters: number): Paragraphs {
  const lengths = [20, 90, 90, 400, 400, Math.round(pageLetters * 1.4)]
  const from = random.below(1000)
  return { letters: Array.from({ length: 1 + random.below(2) }, () => random.pick(lengths)), from }
}

/** Serializes the chapter as a book would contain it. */
export function writeChapter({ writing, pageRules, blocks }: Chapter): string {
  const sheet = [...pageRules]
  const body = blocks.map((block) => writeBlock(block, writing, sheet)).join('')
  const language = { 'left-to-right': 'pt', 'right-to-left': 'he', vertical: 'ja' }[writing]
  const direction = writing === 'right-to-left' ? ' dir="rtl"' : ''
  if (writing === 'vertical') sheet.unshift('html { writing-mode: vertical-rl }')
  return `<html xmlns="http://www.w3.org/1999/xhtml" lang="${language}"${direction}><head><title>Um capítulo</title>
<style>${sheet.join('\n')}</style></head>
<body>${body}</body></html>`
}

function writeBlock(block: Block, writing: Direction, sheet: string[]): string {
  if ('letters' in block) {
    return block.letters.map((letters, index) => `<p>${wordsOf(letters, block.from + index, writing)}</p>`).join('')
  }
  const { css = '', html } = (CONSTRUCTS[block.construct] ?? OTHER_CONSTRUCTS[block.construct])!
  const isImportant = block.declared.endsWith('important')
  const declarations = isImportant ? css.replace(/(;|$)/g, css ? ' !important$1' : '$1') : css
  let attributes = ''
  if (css && block.declared.startsWith('on the element')) attributes = ` style="${declarations}"`
  else if (css) {
    const name = `c${sheet.length}`
    sheet.push(`.${name} { ${declarations} }`)
    attributes = ` class="${name}"`
  }
  const inside = block.inside.map((one) => writeBlock(one, writing, sheet)).join('')
  return html ? html(inside, attributes) : `<div${attributes}>${inside}</div>`
}

const VOCABULARY: Record<Direction, string[]> = {
  'left-to-right':
    'toda manhã antes da chuva a barca atravessava a baía com os professores da ilha e um menino que vendia broas quentes no convés ninguém perguntava as horas porque o apito da fábrica de redes contava por nós quando a maré baixava demais descíamos na areia de sapatos na mão cantando alto para espantar os caranguejos e a diretora que fingia severidade anotava nosso atraso num caderno azul que nunca mostrou a ninguém até que um dia o vento levou-lhe todas as folhas sobre a água'.split(
      ' ',
    ),
  'right-to-left':
    'בראשית היה הדבר והאיש הלך אל העיר הגדולה ושם מצא את הספר אשר כתב אביו בימים ההם כאשר עוד היה צעיר ולא ידע דבר על העולם הרחב'.split(
      ' ',
    ),
  vertical: [
    '朝ごとに、雨の来る前、小さな舟が入り江を渡った。島の先生たちは肩を寄せ、少年は温かい餅を売り歩く。時を尋ねる者はいない。工場の笛が代わりに数えてくれたからだ。潮が引けば靴を手に、歌いながら浜を歩いた。',
  ],
}

function wordsOf(letters: number, from: number, writing: Direction): string {
  const words = VOCABULARY[writing]
  const separator = writing === 'vertical' ? '' : ' '
  let text = ''
  for (let index = from; text.length < letters; index++) text += (text && separator) + words[index % words.length]
  return writing === 'vertical' ? text.slice(0, letters) : text
}

/** Lists chapters with one part removed, largest parts first. */
export function smallerChapters(chapter: Chapter): Chapter[] {
  return [
    ...(chapter.pageRules.length > 0 ? [{ ...chapter, pageRules: [] }] : []),
    ...smallerLists(chapter.blocks).map((blocks) => ({ ...chapter, blocks })),
  ]
}

function smallerLists(blocks: Block[]): Block[][] {
  return blocks.flatMap((block, index) => {
    const others = (...replacement: Block[]) => [...blocks.slice(0, index), ...replacement, ...blocks.slice(index + 1)]
    if ('letters' in block) {
      const shorter = block.letters.map((letters) => Math.ceil(letters / 2))
      return [
        others(),
        ...(block.letters.length > 1 ? [others({ ...block, letters: block.letters.slice(1) })] : []),
        ...(Math.max(...shorter) > 10 ? [others({ ...block, letters: shorter })] : []),
      ]
    }
    return [
      others(),
      others(...block.inside),
      ...(block.construct === 'plain' ? [] : [others({ ...block, construct: 'plain' })]),
      ...smallerLists(block.inside).map((inside) => others({ ...block, inside })),
    ]
  })
}
