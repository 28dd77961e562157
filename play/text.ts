/** Every sentence of the app's shell, by screen. The player and the reader have their own. */
export const text = {
  shell: {
    navigation: 'Principal',
    skipToContent: 'Ir para o conteúdo',
    home: 'Início',
    explore: 'Explorar',
    ebooks: 'E-books',
    library: 'Biblioteca',
    profile: 'Conta',
    close: 'Fechar',
    back: 'Voltar',
    retry: 'Tentar novamente',
    loading: 'Carregando…',
    sandbox: 'Ambiente de testes',
    offline: 'Você está sem conexão. O que já abriu continua na tela.',
    updateNeeded: 'Não foi possível abrir esta tela',
    updateNeededHelp: 'A conexão falhou no meio do caminho. Tente de novo.',
  },
}
