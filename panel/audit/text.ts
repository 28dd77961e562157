import type { ActGroup } from '@estante/contract/audit-sentence.ts'
import { formatCount } from '../format-number.ts'

export const text = {
  title: 'Auditoria',
  help: (partner: string) => `O que foi feito em ${partner}: quem, quando e de onde. Nada aqui pode ser mudado.`,
  operatorHelp:
    'Tudo o que foi feito no painel e na linha de comando, em todos os parceiros. Nada aqui pode ser mudado.',
  search: { label: 'Pessoa, credencial ou membro', placeholder: 'E-mail, client_id…' },
  groups: {
    label: 'O que mostrar',
    all: 'Tudo',
    'sign-in': 'Entradas',
    team: 'Equipe',
    credentials: 'Credenciais',
    members: 'Membros',
    partners: 'Parceiros',
    access: 'Acesso',
    catalog: 'Acervo',
    appearance: 'Aparência e testes',
  } satisfies Record<ActGroup | 'label' | 'all' | 'access', string>,
  download: 'Baixar CSV',
  from: 'De',
  until: 'Até',
  ofPartner: (name: string) => `Só ${name}`,
  everyPartner: 'Ver todos os parceiros',
  emptyTitle: 'Nada por aqui ainda',
  emptyHelp: 'O que a equipe fizer no painel aparece aqui.',
  noneTitle: 'Nada com estes filtros',
  noneHelp: 'Experimente outras datas, ou menos filtros.',
  found: (count: number, isMore: boolean) =>
    `${formatCount(count, 'registro', 'registros')}${isMore ? ', e há mais' : ''}`,
} as const
