import type { Device } from '@estante/contract/play/places.ts'
import { quote } from '../portuguese.ts'

export const text = {
  /** `there`: which device, and when. */
  stopped: (where: string, there: string) => `Você parou ${where}, em outro aparelho (${there}).`,
  go: 'Ir para lá',
  stay: 'Ficar aqui',
  /** A chapter that is only a number is written as one; other titles are quoted. */
  inChapter: (title: string) =>
    /^([ivxlcdm]+|\d+)\.?$/i.test(title) ? `no capítulo ${title.replace('.', '')}` : `em ${quote(title)}`,
  atPart: (part: number) => (part < 0.01 ? 'no início do livro' : `em ${Math.floor(part * 100)}% do livro`),
  atTime: (time: string, title: string | undefined) => (title ? `em ${time}, ${text.inChapter(title)}` : `em ${time}`),
  link: 'Lugares em que você esteve',
  title: 'Lugares',
  /** The depth of an entry of the contents, which its indent shows. */
  nested: (depth: number) => (depth > 0 ? `, nível ${depth + 1}` : ''),
  none: 'Quando você pular para longe, ou for adiante em outro aparelho, o lugar de antes fica aqui, para poder voltar.',
  failed: 'Os lugares não vieram.',
  loading: 'Carregando…',
  openingOtherForm: 'Abrindo a outra versão…',
  otherFormUnplaced: 'Não achamos este ponto na outra versão: ela abre onde você parou.',
  devices: {
    iphone: 'iPhone',
    ipad: 'iPad',
    'android-phone': 'celular Android',
    'android-tablet': 'tablet Android',
    computer: 'computador',
  } satisfies Record<Device, string>,
}
