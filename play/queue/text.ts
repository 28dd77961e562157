import { isolate, quote } from '../portuguese.ts'

export const text = {
  title: 'Fila',
  add: 'Pôr na fila',
  added: 'Na fila',
  take: 'Tirar da fila',
  addedToast: (title: string) => `${quote(title)} está na fila`,
  removedToast: (title: string) => `${quote(title)} saiu da fila`,
  full: 'A fila já tem 100 títulos. Tire algum antes de pôr outro.',
  failed: 'Não deu para mudar a fila agora. Tente de novo.',
  help: 'Quando um audiolivro termina, o primeiro da fila começa.',
  count: (count: number) => (count === 1 ? '1 título' : `${count} títulos`),
  list: 'Títulos na fila',
  up: (title: string) => `Subir ${isolate(title)}`,
  down: (title: string) => `Descer ${isolate(title)}`,
  remove: (title: string) => `Tirar ${isolate(title)} da fila`,
  moved: (title: string, rank: number) => `${isolate(title)} agora é o ${rank}º da fila.`,
  removed: (title: string) => `${isolate(title)} saiu da fila.`,
  undo: 'Desfazer',
  emptyTitle: 'Nada na fila',
  emptyHelp:
    'Toque em “Pôr na fila” na página de um título, ou nos três pontos do cartão, para deixar pronto o que vem depois.',
}
