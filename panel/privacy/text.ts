/** Every sentence about members' data. */
export const text = {
  title: 'Privacidade',
  help: 'O que o serviço guarda dos seus clientes, quem da equipe vê, e a quem eles escrevem. Vale nos dois ambientes.',
  onlySee: 'Só quem é responsável muda o que está aqui.',

  titles: 'Quem vê os títulos de cada membro',
  titlesLabel: 'Quem vê',
  titlesHelp:
    'O que alguém lê pode dizer da fé, da saúde e da política de quem lê. Quem não vê os títulos continua vendo o tempo e os totais. Cada vez que alguém olha os títulos de um membro, fica na Auditoria, uma vez por dia.',
  seenBy: {
    owner: { label: 'Só responsáveis', detail: 'Desenvolvimento e análise veem o tempo, sem os títulos.' },
    developer: { label: 'Responsáveis e desenvolvimento', detail: 'Análise vê o tempo, sem os títulos.' },
    analyst: { label: 'Toda a equipe', detail: 'Análise também.' },
  },

  contact: 'Contato dos seus clientes',
  contactLabel: 'E-mail ou endereço https',
  contactHint: (partner: string) =>
    `Aparece em Conta, dentro da visão, para quem quer ver, corrigir ou apagar os próprios dados. Em branco, a visão diz para falar com ${partner}.`,
  contactPlaceholder: 'privacidade@seubanco.com.br',

  retention: 'Por quanto tempo',
  retentionHelp:
    'Quem opera o serviço define os prazos. O relatório de um mês e a biblioteca de cada membro ficam até o membro ser apagado.',
  detail: 'Minutos e capítulos por trás do uso',
  addresses: 'De onde a equipe agiu, na Auditoria',
  calls: 'Chamadas no Registro',
  launches: 'O que foi feito de cada link de entrada',
  months: (count: number) => (count === 1 ? '1 mês' : `${count} meses`),
  days: (count: number) => (count === 1 ? '1 dia' : `${count} dias`),
  service: 'Contato do serviço',
  serviceHelp: 'Para você: dúvidas sobre dados pessoais e incidentes.',
  noService: 'Quem opera o serviço não informou.',

  saved: 'Salvo: já vale.',
} as const
