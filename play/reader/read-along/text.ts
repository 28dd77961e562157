import { formatNumber } from '../../portuguese.ts'

export const text = {
  begin: 'Ouvir junto',
  bar: 'Leitura em voz alta',
  play: 'Reproduzir',
  pause: 'Pausar',
  previous: 'Frase anterior',
  next: 'Próxima frase',
  // In two lines where there is no room for one.
  follow: 'Ir\u00a0para a\u00a0voz',
  leaveStructure: { table: 'Sair\u00a0da tabela', list: 'Sair\u00a0da lista', figure: 'Sair\u00a0da figura' },
  options: (speed: number) => `${text.speedOf(speed)} · Opções da leitura em voz alta`,
  optionsTitle: 'Ouvir junto',
  stop: 'Parar de ouvir',
  failed: 'A narração não carregou.',
  ended: 'A narração terminou. Continue lendo.',
  waitsLong: 'A narração está demorando.',
  help: 'Toque numa frase para ouvir a partir dela. As páginas viram sozinhas.',
  speed: 'Velocidade',
  speedOf: (speed: number) => `${formatNumber(speed)}×`,
  skips: 'Pular notas e números de página',
  levels: 'Volume nivelado',
  sleep: 'Temporizador',
  sleepChoices: { never: 'Desligado', chapter: 'Capítulo', 15: '15 min', 30: '30 min' },
  left: (seconds: number) => {
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    return minutes === 1 ? 'Para em menos de 1 minuto' : `Para em ${minutes} minutos`
  },
}
