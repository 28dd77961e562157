/** Texts of both applications for lists and searches, and for failed content. */
export const text = {
  retry: 'Tentar novamente',
  more: 'Mostrar mais',
  clearSearch: 'Limpar a busca',
  unreachableTitle: 'Sem resposta',
  unreachableHelp: 'Não conseguimos falar com o serviço. Confira sua internet e tente de novo.',
  failedTitle: 'Algo deu errado',
  failedHelp: 'O problema é nosso. Tente de novo em alguns instantes.',
}
