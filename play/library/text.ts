import { quote } from '../portuguese.ts'

export const text = {
  show: 'Mostrar',
  started: 'Em andamento',
  saved: 'Salvos',
  finished: 'Concluídos',
  startedEmptyTitle: 'Nada em andamento',
  startedEmptyHelp: 'O que você começar a ouvir ou ler fica aqui, no ponto em que parou.',
  savedEmptyTitle: 'Nada salvo ainda',
  savedEmptyHelp: 'Toque em “Salvar na biblioteca” nos detalhes de um título para guardá-lo aqui.',
  finishedEmptyTitle: 'Nenhum título concluído',
  finishedEmptyHelp: 'Os livros que você terminar ficam nesta prateleira.',
  finish: 'Marcar como concluído',
  unfinish: 'Voltar para “Em andamento”',
  finishedToast: (title: string) => `${quote(title)} está em “Concluídos”`,
  unfinishedToast: (title: string) => `${quote(title)} está em “Em andamento”`,
  finishFailed: 'Não deu para mudar agora. Tente de novo.',
}
