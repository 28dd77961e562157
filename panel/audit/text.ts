import type { AuditAct, AuditDetail } from '@estante/contract/panel/audit.ts'
import { formatNumber } from '../format-number.ts'
import { text as panelText } from '../text.ts'

/** Groups of actions. */
export type ActGroup = 'entry' | 'team' | 'credentials' | 'members' | 'partners' | 'catalog' | 'appearance'

interface Act {
  group: ActGroup
  /** A predicate that follows the actor's name: "criou a credencial …". */
  say: (subject: string, detail: AuditDetail) => string
}

const roleOf = (detail: AuditDetail) => {
  const role = panelText.roles[detail.role as keyof typeof panelText.roles]
  return role ? ` como ${role}` : ''
}
const number = (value: string | number | undefined) => formatNumber(Number(value ?? 0))

const seenByWords = {
  owner: 'só responsáveis',
  developer: 'responsáveis e desenvolvimento',
  analyst: 'toda a equipe',
}
const seenBy = (role: string | number | undefined) => seenByWords[role as keyof typeof seenByWords] ?? ''

/** All actions, with their group and text. */
export const acts: Record<AuditAct, Act> = {
  'signed-in': { group: 'entry', say: () => 'entrou no painel' },
  'sign-in-failed': {
    group: 'entry',
    say: (email) => (email ? `tentou entrar como ${email} e errou` : 'tentou entrar com um e-mail que não tem conta'),
  },
  'signed-out': { group: 'entry', say: () => 'saiu do painel' },
  'sessions-ended': { group: 'entry', say: () => 'encerrou sessões em outros aparelhos' },
  'password-changed': { group: 'entry', say: () => 'trocou a própria senha' },
  'password-reset-requested': { group: 'entry', say: (email) => `pediu um link de nova senha para ${email}` },
  'password-reset': { group: 'entry', say: () => 'escolheu uma nova senha pelo link' },
  'second-factor-enabled': { group: 'entry', say: () => 'ligou o segundo fator' },
  'second-factor-disabled': {
    group: 'entry',
    say: (email) => (email ? `desligou o segundo fator de ${email}` : 'desligou o próprio segundo fator'),
  },
  'second-factor-required': { group: 'team', say: () => 'passou a exigir o segundo fator da equipe' },
  'second-factor-optional': { group: 'team', say: () => 'deixou de exigir o segundo fator da equipe' },
  'recovery-code-used': { group: 'entry', say: () => 'entrou com um código de recuperação' },
  'recovery-codes-renewed': { group: 'entry', say: () => 'gerou novos códigos de recuperação' },
  'name-changed': { group: 'entry', say: (_, { from, to }) => `mudou o próprio nome de ${from} para ${to}` },
  'admin-invited': { group: 'team', say: (email, detail) => `convidou ${email}${roleOf(detail)}` },
  'invitation-withdrawn': { group: 'team', say: (email) => `retirou o convite de ${email}` },
  'invitation-accepted': { group: 'team', say: () => 'aceitou o convite e entrou na equipe' },
  'role-changed': {
    group: 'team',
    say: (email, detail) => `mudou o papel de ${email}${roleOf(detail).replace(' como ', ' para ')}`,
  },
  'admin-removed': { group: 'team', say: (email) => `tirou ${email} da equipe` },
  'credential-created': { group: 'credentials', say: (id) => `criou a credencial ${id}` },
  'credential-rotated': { group: 'credentials', say: (id) => `girou o segredo de ${id}` },
  'credential-revoked': { group: 'credentials', say: (id) => `revogou a credencial ${id}` },
  'limit-changed': {
    group: 'credentials',
    say: (id, { from, to }) => `mudou o limite de ${id} de ${number(from)} para ${number(to)} por minuto`,
  },
  'member-blocked': { group: 'members', say: (member) => `bloqueou o membro ${member}` },
  'member-restored': { group: 'members', say: (member) => `devolveu o acesso do membro ${member}` },
  'member-exported': { group: 'members', say: (member) => `baixou os dados do membro ${member}` },
  'member-erased': {
    group: 'members',
    say: (pseudonym) => `apagou um membro, que nos relatórios passou a ser ${pseudonym}`,
  },
  'member-titles-viewed': { group: 'members', say: (member) => `viu os títulos do membro ${member}` },
  'privacy-contact-changed': {
    group: 'appearance',
    say: (contact) => (contact ? `mudou o contato de privacidade para ${contact}` : 'retirou o contato de privacidade'),
  },
  'titles-visibility-changed': {
    group: 'appearance',
    say: (_, { from, to }) => `mudou quem vê os títulos de cada membro: de ${seenBy(from)} para ${seenBy(to)}`,
  },
  'partner-created': { group: 'partners', say: (name) => `criou o parceiro ${name}` },
  'partner-renamed': { group: 'partners', say: (_, { from, to }) => `mudou o nome do parceiro de ${from} para ${to}` },
  'partner-suspended': { group: 'partners', say: (name) => `suspendeu o acesso de ${name}` },
  'partner-limit-changed': {
    group: 'partners',
    say: (_, { from, to }) =>
      `mudou de ${number(from)} para ${number(to)} o limite por minuto das credenciais juntas, em cada ambiente`,
  },
  'partner-purged': { group: 'partners', say: (slug) => `apagou o parceiro ${slug} e tudo o que era dele` },
  'partner-resumed': { group: 'partners', say: (name) => `devolveu o acesso de ${name}` },
  'import-started': { group: 'catalog', say: (name) => `começou a importação ${name}`.trim() },
  'import-forgotten': { group: 'catalog', say: (name) => `desistiu da importação ${name}`.trim() },
  'import-retried': { group: 'catalog', say: (name) => `tentou importar de novo ${name}`.trim() },
  'import-discarded': { group: 'catalog', say: (name) => `descartou da importação ${name}`.trim() },
  'publication-edited': { group: 'catalog', say: (title) => `editou os dados de “${title}”` },
  'cover-changed': { group: 'catalog', say: (title) => `trocou a capa de “${title}”` },
  'cover-removed': { group: 'catalog', say: (title) => `voltou à capa original de “${title}”` },
  'publication-published': { group: 'catalog', say: (title) => `publicou “${title}”` },
  'publication-drafted': { group: 'catalog', say: (title) => `voltou “${title}” a rascunho` },
  'publication-withdrawn': { group: 'catalog', say: (title) => `tirou “${title}” do acervo` },
  'availability-changed': { group: 'catalog', say: (title) => `mudou quais parceiros têm “${title}”` },
  'publication-previewed': { group: 'catalog', say: (title) => `abriu uma prévia de “${title}”` },
  'title-featured': { group: 'catalog', say: (title) => `pôs “${title}” em destaque no início` },
  'title-unfeatured': { group: 'catalog', say: (title) => `tirou “${title}” do destaque` },
  'chapters-paired': { group: 'catalog', say: (title) => `confirmou os capítulos de “${title}” nas duas formas` },
  'chapters-unpaired': { group: 'catalog', say: (title) => `voltou “${title}” ao pareamento automático` },
  'appearance-changed': { group: 'appearance', say: () => 'mudou a aparência da visão' },
  'sandbox-seeded': { group: 'appearance', say: () => 'encheu o sandbox de exemplos' },
}

export const text = {
  title: 'Auditoria',
  help: (partner: string) => `O que foi feito em ${partner}: quem, quando e de onde. Nada aqui pode ser mudado.`,
  operatorHelp:
    'Tudo o que foi feito no painel e na linha de comando, em todos os parceiros. Nada aqui pode ser mudado.',
  search: { label: 'Pessoa, credencial ou membro', placeholder: 'E-mail, client_id…', clear: 'Limpar a busca' },
  groups: {
    label: 'O que mostrar',
    all: 'Tudo',
    entry: 'Entradas',
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
  clear: 'Limpar filtros',
  commandLine: 'Linha de comando',
  somebody: 'Alguém',
  operator: 'Operação do serviço',
  unknownAct: (act: string, subject: string) => `fez “${act}” ${subject}`.trim(),
  emptyTitle: 'Nada por aqui ainda',
  emptyHelp: 'O que a equipe fizer no painel aparece aqui.',
  noneTitle: 'Nada com estes filtros',
  noneHelp: 'Experimente outras datas, ou menos filtros.',
  found: (count: number, isMore: boolean) =>
    `${count === 1 ? '1 registro' : `${count} registros`}${isMore ? ', e há mais' : ''}`,
} as const
