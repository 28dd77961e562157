export const text = {
  title: 'E-books',
  reading: 'Lendo agora',
  all: 'Todos os e-books',
  emptyTitle: 'Nenhum e-book ainda',
  emptyHelp: 'Quando os e-books chegarem ao acervo, eles aparecem aqui.',
}
