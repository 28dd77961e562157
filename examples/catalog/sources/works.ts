import type { Motif } from '../authoring/motif.ts'

export interface Work {
  /** Names its text, cover and files. */
  slug: string
  title: string
  subtitle: string
  author: string
  description: string
  subjects: string[]
  /** Whether it is a poem, whose line breaks are kept. */
  verse?: boolean
  /** Whether to generate an e-book. */
  ebook: boolean
  /** How to generate an audiobook; none without it. */
  narration?: Narration
}

export interface Narration {
  form: 'm4b' | 'mp3'
  narrator: string
  /** An eSpeak NG voice. */
  voice: string
  wordsPerMinute: number
  /** eSpeak NG's scale, 0 to 99. */
  pitch: number
  motif: Motif
}

/** The sample catalog. Authors and narrators are fictional; texts, pictures and music were created for it. */
export const works: Work[] = [
  {
    slug: 'o-farol-de-sal',
    title: 'O farol de sal',
    subtitle: 'Um conto do litoral potiguar',
    author: 'Helena Ibarra',
    description:
      'Numa costa onde quase nunca chove, um homem ergue um farol com blocos de sal. A neta conta a noite em que a chuva veio, com doze barcos ainda no mar.',
    subjects: ['Contos', 'Ficção brasileira', 'Mar'],
    ebook: true,
    narration: {
      form: 'm4b',
      narrator: 'Aurora (voz sintética)',
      voice: 'pt-br+Annie',
      wordsPerMinute: 170,
      pitch: 46,
      motif: { notes: [57, 64, 69, 71, 73, null, 69, 64], beat: 0.34 },
    },
  },
  {
    slug: 'a-padaria-das-quatro',
    title: 'A padaria das quatro',
    subtitle: 'Uma história de madrugada',
    author: 'Caetano Moura',
    description:
      'Há uma padaria dentro da padaria: abre às quatro da manhã, pela porta dos fundos, para quem não consegue dormir. Uma história sobre fermento, vizinhança e pão de ontem.',
    subjects: ['Contos', 'Ficção brasileira', 'Cidade'],
    ebook: true,
    narration: {
      form: 'mp3',
      narrator: 'Jacinto (voz sintética)',
      voice: 'pt-br',
      wordsPerMinute: 172,
      pitch: 40,
      motif: { notes: [60, 64, 67, 69, 67, 64, null, 60], beat: 0.3 },
    },
  },
  {
    slug: 'como-ouvir-uma-cidade',
    title: 'Como ouvir uma cidade',
    subtitle: 'Ensaio em cinco exercícios',
    author: 'Rui Candeias',
    description:
      'Um banco de praça, quinze minutos e um par de orelhas: cinco exercícios para descobrir as camadas, os pregões e os silêncios de qualquer cidade, a começar pela sua rua.',
    subjects: ['Ensaios', 'Cidade', 'Som'],
    ebook: false,
    narration: {
      form: 'm4b',
      narrator: 'Jacinto (voz sintética)',
      voice: 'pt-br',
      wordsPerMinute: 164,
      pitch: 36,
      motif: { notes: [50, 57, 62, 65, 69, 65, null, 62], beat: 0.26 },
    },
  },
  {
    slug: 'o-relojoeiro-que-guardava-minutos',
    title: 'O relojoeiro que guardava minutos',
    subtitle: 'Um conto para todas as idades',
    author: 'Marina Quaresma',
    description:
      'Quando se conserta um relógio atrasado, os minutos que faltavam caem no chão. Anselmo varre, guarda e empresta. Um conto para ouvir sem pressa.',
    subjects: ['Contos', 'Infantojuvenil', 'Fantasia'],
    ebook: false,
    narration: {
      form: 'm4b',
      narrator: 'Aurora (voz sintética)',
      voice: 'pt-br+Annie',
      wordsPerMinute: 166,
      pitch: 50,
      motif: { notes: [72, 76, 79, 84, null, 79, 76, 72], beat: 0.28 },
    },
  },
  {
    slug: 'pequeno-atlas-dos-ventos',
    title: 'Pequeno atlas dos ventos',
    subtitle: 'Sete maneiras de o Brasil respirar',
    author: 'Inês Tavares Coelho',
    description:
      'Do minuano ao aracati, um passeio ilustrado pelos ventos que têm nome no Brasil: de onde vêm, o que trazem e o que as pessoas fazem quando eles chegam.',
    subjects: ['Ensaios', 'Natureza', 'Geografia'],
    ebook: true,
  },
  {
    slug: 'notas-ao-pe-da-mangueira',
    title: 'Notas ao pé da mangueira',
    subtitle: 'Crônica com rodapé',
    author: 'Benedita Sá',
    description:
      'A história de uma mangueira, de uma rua e de três gerações que discutiram de quem era a sombra. Com notas de rodapé que não se contentam em ficar embaixo.',
    subjects: ['Crônicas', 'Humor', 'Natureza'],
    ebook: true,
  },
  {
    slug: 'quintal-de-dentro',
    title: 'Quintal de dentro',
    subtitle: 'Poemas',
    author: 'Lia Monteverde',
    description:
      'Seis poemas sobre o que cresce em casa quando ninguém está olhando: samambaias, goteiras, avós, a luz das cinco da tarde.',
    subjects: ['Poesia', 'Poesia brasileira'],
    verse: true,
    ebook: true,
  },
]
