import { spokenTime } from './times.ts'

/** Every sentence of the player. */
export const text = {
  play: 'Reproduzir',
  pause: 'Pausar',
  back: 'Voltar 15 segundos',
  forward: 'Avançar 30 segundos',
  previousChapter: 'Capítulo anterior',
  nextChapter: 'Próximo capítulo',
  chapters: 'Capítulos',
  speed: 'Velocidade',
  timer: 'Temporizador',
  close: 'Fechar',
  leave: 'Voltar',
  read: 'Ler',
  readInstead: 'Ler este livro',
  placeKept: (time: string) => `Você parou em ${time}`,
  narratedBy: (narrator: string) => `Narração de ${narrator}`,
  loading: 'Abrindo o audiolivro…',
  waiting: 'Carregando o áudio…',
  retry: 'Tentar novamente',
  scale: 'O que a barra mostra',
  scaleNow: (scale: string) => `agora ${scale}`,
  scaleChapter: 'Capítulo',
  scaleBook: 'Livro inteiro',
  place: 'Posição',
  placeInChapter: 'Posição no capítulo',
  placeOf: (time: number, length: number) => `${spokenTime(time)} de ${spokenTime(length)}`,
  chapterOf: (number: number, count: number) => `Capítulo ${number} de ${count}`,
  untitledChapter: (number: number) => `Capítulo ${number}`,
  left(rounded: string, speed: string | undefined) {
    const verb = /^1 (min|s)$/.test(rounded) ? 'Falta' : 'Faltam'
    return speed ? `${verb} ${rounded} a ${speed}` : `${verb} ${rounded}`
  },
  finished: 'Você terminou este audiolivro',
  finishedHelp: 'Quando quiser, ouça de novo desde o começo.',
  fewerSpeed: 'Mais devagar',
  moreSpeed: 'Mais rápido',
  speedHelp: 'O tom da voz não muda. Cada livro lembra a sua velocidade.',
  minutes: (minutes: number) => `${minutes} min`,
  customMinutes: 'Outro tempo',
  customMinutesUnit: (minutes: number) => (minutes === 1 ? '1 minuto' : `${minutes} minutos`),
  start: 'Começar',
  endOfChapter: 'No fim deste capítulo',
  timerRuns: (rounded: string) => `O som para em ${rounded}`,
  timerHelp: 'O tempo só conta enquanto o som toca, e o volume baixa aos poucos no final.',
  timerHelpWithoutFade:
    'O tempo só conta enquanto o som toca. Depois, o som vai até uma pausa da voz ou até o fim do capítulo, se ele estiver acabando.',
  moreMinutes: 'Mais 5 minutos',
  cancelTimer: 'Desligar o temporizador',
  openPlayer: (title: string) => `Abrir o player: ${title}`,
  nowPlaying: 'Tocando agora',
  stop: 'Parar e fechar',
  problems: {
    offline: {
      title: 'Você está sem conexão',
      help: 'Guardamos a sua posição. O áudio volta sozinho quando a internet voltar.',
    },
    failed: {
      title: 'O áudio não carregou',
      help: 'Guardamos a sua posição. Confira a internet e tente de novo.',
    },
    gone: {
      title: 'Este título não está mais no acervo',
      help: 'Ele foi retirado ou o endereço mudou. Há muito mais para ouvir.',
    },
  },
  openingProblems: {
    offline: { title: 'Você está sem conexão', help: 'O audiolivro abre sozinho quando a internet voltar.' },
    failed: { title: 'Não foi possível abrir o audiolivro', help: 'Confira a internet e tente de novo.' },
    gone: {
      title: 'Este título não está no acervo',
      help: 'Ele foi retirado, ou o endereço mudou. Há muito mais para ouvir.',
    },
  },
  explore: 'Explorar o acervo',
}
