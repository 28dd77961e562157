/** Every sentence of the first steps. */
export const text = {
  title: 'Primeiros passos',
  help: {
    sandbox: 'Do primeiro pedido à visão aberta no seu aplicativo. Cada passo se marca sozinho quando acontece.',
    production:
      'O que conferir antes de abrir os livros aos seus clientes. Cada item se marca sozinho quando acontece.',
  },
  progress: (done: number, of: number) => `${done} de ${of} passos`,
  done: 'Feito',
  stepDone: (title: string) => `Passo concluído: ${title}.`,
  waiting: 'Esperando acontecer…',
  optional: 'Opcional',

  sandboxDoneTitle: 'Integração completa no sandbox',
  sandboxDoneHelp:
    'Seu servidor cria links, a visão abre e avisa que está pronta, e o acesso acaba quando você o revoga. Falta só repetir em produção.',
  goToProduction: 'Ver o que falta em produção',
  productionDoneTitle: 'Tudo pronto em produção',
  productionDoneHelp: 'Seus clientes já podem ouvir e ler pelo seu aplicativo.',
  seeSteps: 'Rever os passos',

  credential: {
    title: 'Crie uma credencial de sandbox',
    now: 'Ela identifica o seu servidor. O segredo aparece uma vez: guarde-o em ESTANTE_CLIENT_SECRET.',
    onlyOthers: 'Peça a quem é desenvolvedor ou responsável na sua equipe.',
    action: 'Criar a credencial',
    done: (name: string) => `${name} é a mais nova.`,
  },
  'first-call': {
    title: 'Faça a primeira chamada',
    now: 'Peça o catálogo. Com o segredo em ESTANTE_CLIENT_SECRET, é só colar no terminal do seu servidor:',
  },
  'launch-opened': {
    title: 'Abra a visão com um link de entrada',
    now: 'Seu servidor pede um link para um membro; seu aplicativo o abre na hora, com &embed=1&closable=1 no fim. O link vale 60 segundos e uma única vez.',
  },
  'ready-seen': {
    title: 'Espere o service:ready',
    now: 'Quando a primeira tela está desenhada, a visão manda service:ready. É a hora de tirar o seu indicador de carregamento. Se a visão já abriu e este passo não se marcou, ela ainda está carregando.',
    action: 'Ver os eventos e o código de cada plataforma',
  },
  'revoke-tested': {
    title: 'Revogue o acesso de um membro',
    now: 'Deixe a visão de teste aberta e rode isto: ela se encerra na hora e manda service:session-expired. Para devolver o acesso, envie PUT com status ACTIVE.',
  },
  samples: 'Linguagem do exemplo',
  sampleOf: (step: string) => `o exemplo: ${step}`,
  reference: 'Abrir a referência da API',

  production: {
    credential: {
      title: 'Credencial de produção',
      now: 'Crie uma só para o seu servidor de produção.',
      action: 'Criar em Integrações',
    },
    'first-call': { title: 'Primeira chamada', now: 'Publique o seu servidor com a credencial de produção.' },
    'launch-opened': {
      title: 'Primeira visão aberta',
      now: 'Entre no seu aplicativo como um cliente e abra os livros.',
    },
    'ready-seen': { title: 'service:ready recebido', now: 'Chega sozinho quando a visão termina de abrir.' },
    'second-factor': {
      title: 'Segundo fator de quem é responsável',
      now(missing: number, owners: number) {
        if (owners === 0) return 'Ninguém da equipe é responsável ainda.'
        if (owners === 1) return 'A pessoa responsável ainda entra só com a senha.'
        return `${missing} de ${owners} pessoas responsáveis ainda entram só com a senha.`
      },
      action: 'Ver a equipe',
    },
    'frame-origins': {
      title: 'Páginas que podem mostrar a visão',
      now: 'Se você usa iframe na web, liste os endereços do seu site: nenhum outro poderá mostrar a visão.',
      action: 'Listar em Aparência',
    },
  },

  examples: {
    title: 'Sandbox com exemplos',
    help: 'Treze membros fictícios, com um mês de escuta e leitura contado como o de verdade. Bom para ver Membros e Uso preenchidos e testar o relatório.',
    action: 'Preencher com exemplos',
    busy: 'Criando os exemplos…',
    filled: 'Sandbox preenchido: treze membros e um mês de uso.',
    wasFull: 'O sandbox já tinha os exemplos.',
    since: 'Preenchido',
    seeMembers: 'Ver os membros',
    seeUsage: 'Ver o uso',
  },

  trial: {
    title: 'Experimente',
    help: (name: string) => `A visão de verdade, no sandbox, para um membro só seu: ${name}.`,
    open: 'Abrir a visão',
    frame: 'Visão do membro',
    idle: 'O que o seu cliente veria ao tocar em “Livros” no seu aplicativo.',
    loading: 'Seu indicador de carregamento ficaria aqui, até o service:ready.',
    closed: 'O membro tocou em Fechar: seu aplicativo fecharia a visão.',
    blocked: 'O acesso deste membro está revogado: pedir um link devolve 403 USER_REVOKED.',
    again: 'Pedir outro link',
    expired: 'Abrir link usado',
    revoke: 'Revogar acesso',
    restore: 'Devolver acesso',
    revoked: 'Acesso revogado.',
    restored: 'Acesso devolvido.',
    onlySee: 'Experimentar a visão é de quem é desenvolvedor ou responsável.',
    eventsTitle: 'Eventos',
    eventsHelp: 'O que a visão mandou ao aplicativo, e o que ele deve fazer.',
    noEvents: 'Nada ainda. Abra a visão: o primeiro é service:ready.',
    clear: 'Limpar',
    todo: {
      'service:ready': 'Tire o indicador de carregamento.',
      'service:close': 'Feche a visão.',
      'service:open-external': 'Abra o endereço no navegador do sistema.',
      'service:define': 'Abra o dicionário do sistema, se houver.',
      'service:translate': 'Abra o tradutor do aparelho, com o trecho.',
      'service:share': 'Abra o compartilhamento do sistema, com o texto.',
      'service:media': 'O que toca, onde o navegador não tem controles seus. Mostre-os no seu aplicativo.',
      'service:unsupported': 'O navegador é antigo demais. Ofereça a atualização, ou outro caminho.',
      invalid_launch_token:
        'O link venceu, já foi usado ou não vale. Peça outro ao seu servidor e abra-o na mesma visão.',
      refresh_failed: 'A sessão terminou ou o acesso foi revogado. Peça outro link; se vier 403, avise o cliente.',
      unknown: 'Seu aplicativo deve ignorar os tipos que não conhece.',
    },
  },
}
