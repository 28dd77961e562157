export const text = {
  title: 'Conta',
  through: (partner: string) => `Acesso por ${partner}`,
  statistics: {
    title: 'Sua semana',
    loading: 'Somando sua semana…',
    day(name: string, seconds: number) {
      const minutes = Math.round(seconds / 60)
      if (minutes === 0) return `${name}: ${seconds === 0 ? 'nada' : 'menos de 1 minuto'}`
      return `${name}: ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}`
    },
    noMinutes: '0 min',
    littleShort: '< 1 min',
    today: 'Hoje',
    week: (length: string) => `${length} nos últimos sete dias`,
    noWeek: 'Nada ouvido ou lido nos últimos sete dias. Um capítulo por dia já conta.',
    listened: 'Ouvindo, ao todo',
    read: 'Lendo, ao todo',
    finished: 'Livros concluídos',
    none: 'Nada ainda',
    little: 'Menos de 1 min',
    finishedOf: (audiobooks: number, ebooks: number) =>
      [
        audiobooks > 0 && (audiobooks === 1 ? '1 audiolivro' : `${audiobooks} audiolivros`),
        ebooks > 0 && (ebooks === 1 ? '1 e-book' : `${ebooks} e-books`),
      ]
        .filter(Boolean)
        .join(' e ') || 'Nenhum ainda',
    rule: 'Conta o tempo de relógio com o som tocando ou a página na tela; não contam pausas, nem uma página parada há mais de dez minutos, e ouvir mais rápido conta menos.',
    days: (timeZone: string) => `Os dias são contados no fuso do serviço: ${timeZone}.`,
    failed: 'As estatísticas não chegaram agora.',
  },
  listening: {
    title: 'Ouvir',
    startsNext: 'Começar o próximo livro sozinho',
    startsNextHelp:
      'Quando um audiolivro termina, o primeiro da fila, ou o próximo da série, começa em dez segundos, se você não cancelar. Desligado, ele só aparece para você escolher.',
  },
  keys: {
    title: 'Teclado',
    letters: 'Atalhos de uma letra',
    lettersHelp: 'Desligue se você dita com a voz.',
    letterActs: [
      ['K', 'tocar e pausar'],
      ['J, L', 'voltar e avançar'],
      ['P, N', 'capítulo anterior e seguinte'],
      ['<, >', 'mudar a velocidade'],
      ['+, −', 'ampliar e reduzir figuras e páginas fixas'],
    ],
    always: 'Sempre ligados',
    alwaysActs: [
      ['Espaço', 'tocar e pausar, ou virar a página'],
      ['← →', 'voltar e avançar, ou virar a página'],
      ['Shift + ↑ ↓', 'selecionar uma frase do livro'],
      ['Shift + ← →', 'selecionar uma palavra a mais ou a menos'],
      ['Ctrl + Shift + ← →', 'selecionar só a palavra anterior ou a seguinte'],
      ['Tab, Enter', 'ir aos destaques da página e abrir um deles'],
    ],
  },
  about: 'Seus dados',
  name: 'Nome',
  email: 'E-mail',
  partner: 'Aplicativo',
  unknown: 'Não informado',
  member: 'Leitor',
  entering: 'Entrar e sair',
  enteringHelp: (partner: string) =>
    `Aqui não há senha: você entra sempre pelo aplicativo ${partner}, e para sair basta fechar esta tela. Sua biblioteca e o ponto de cada livro ficam guardados na sua conta.`,
  limits: 'Bom saber',
  limitAudioTitle: 'Tela bloqueada',
  limitAudio: 'O áudio pode parar com a tela bloqueada ou em outro aplicativo, principalmente no iPhone.',
  limitControlsTitle: 'Fones e tela de bloqueio',
  limitControls: 'Os botões do fone e da tela de bloqueio podem não responder.',
  limitOfflineTitle: 'Internet',
  limitOffline: 'É preciso estar conectado: não há download de livros.',
  privacy: 'Privacidade',
  privacyStored: (partner: string) =>
    `Guardamos o que ${partner} informa de você, os livros que você abre, o ponto em que parou e quando ouviu ou leu. Serve para continuar de onde parou e para contar o uso.`,
  privacySeen: (partner: string, months: number) =>
    `A equipe de ${partner} vê esses dados, e fica registrado quem viu os seus livros. O detalhe de cada minuto some depois de ${months === 1 ? 'um mês' : `${months} meses`}.`,
  privacyAsk: (partner: string) => `Para ver, corrigir ou apagar seus dados, fale com ${partner}.`,
  privacyAskAt: 'Para ver, corrigir ou apagar seus dados, escreva para:',
  device: 'Neste aparelho',
  deviceHelp:
    'Ficam só as suas preferências, como a velocidade da voz e o tamanho da letra, e o ponto de um livro enquanto não há conexão para guardá-lo na sua conta.',
  erase: 'Apagar preferências',
  eraseTitle: 'Apagar as preferências?',
  eraseHelp:
    'Velocidade, letra, cores e as outras escolhas voltam ao início, em todos os seus aparelhos. Seus livros, o ponto em que parou em cada um e as anotações ficam.',
  eraseNow: 'Apagar',
  erased: 'Suas preferências foram apagadas em todos os aparelhos.',
}
