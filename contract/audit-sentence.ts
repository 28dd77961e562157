import type { AuditDetail, AuditEntry } from './panel/audit.ts'
import { roleNames } from './role-names.ts'
import { toVisibleText } from './visible-text.ts'

export type ActGroup = 'sign-in' | 'team' | 'credentials' | 'members' | 'partners' | 'catalog' | 'appearance'

interface Act {
  group: ActGroup
  /** A predicate that follows the actor's name: "criou a credencial …". */
  describe: (subject: string, detail: AuditDetail) => string
}

const roleOf = ({ role }: AuditDetail, preposition: 'como' | 'para') => {
  const name = roleNames[role as keyof typeof roleNames]
  return name ? ` ${preposition} ${name}` : ''
}
const linkOf = ({ link }: AuditDetail) => (link === 'by-hand' ? ', com o link para entregar em mãos' : '')
const format = new Intl.NumberFormat('pt-BR')
const number = (value: string | number | undefined) => format.format(Number(value ?? 0))

const seenByText = {
  owner: 'só responsáveis',
  developer: 'responsáveis e desenvolvimento',
  analyst: 'toda a equipe',
}
const seenBy = (role: string | number | undefined) => seenByText[role as keyof typeof seenByText] ?? ''

/** Lists the changed fields after a colon, with their values before and after where the detail has them. */
function changesOf(detail: AuditDetail, names: Record<string, string>, empty: { from: string; to: string }): string {
  const quoted = (value: string | number) => `“${toVisibleText(String(value))}”`
  const changes = String(detail.fields ?? '')
    .split(', ')
    .filter((field) => field !== '')
    .map((field) => {
      const { [`${field}.from`]: from, [`${field}.to`]: to } = detail
      const name = names[field] ?? field
      if (from === undefined || to === undefined) return name
      return `${name} ${from === '' ? empty.from : `de ${quoted(from)}`} ${to === '' ? empty.to : `para ${quoted(to)}`}`
    })
  return changes.length > 0 ? `: ${changes.join('; ')}` : ''
}

const metadataNames = {
  title: 'título',
  subtitle: 'subtítulo',
  author: 'autor',
  narrator: 'narrador',
  description: 'sinopse',
  language: 'idioma',
  publisher: 'editora',
}
const noMetadata = { from: 'de vazio', to: 'para vazio' }
const appearanceNames = {
  displayName: 'nome',
  accentColor: 'cor',
  frameOrigins: 'páginas que podem mostrá-la',
  logo: 'logotipo',
}
const defaultAppearance = { from: 'do padrão', to: 'para o padrão' }

/** All audited acts, with their group and sentence. The panel shows an unknown one by its name. */
export const acts = {
  'signed-in': { group: 'sign-in', describe: () => 'entrou no painel' },
  'sign-in-failed': {
    group: 'sign-in',
    describe: (email) =>
      email ? `tentou entrar como ${email} e errou` : 'tentou entrar com um e-mail que não tem conta',
  },
  'reauthentication-failed': {
    group: 'sign-in',
    describe: () => 'errou a senha ou o código ao confirmar que é a mesma pessoa',
  },
  'signed-out': { group: 'sign-in', describe: () => 'saiu do painel' },
  'sessions-ended': { group: 'sign-in', describe: () => 'encerrou sessões em outros aparelhos' },
  'password-changed': { group: 'sign-in', describe: () => 'trocou a própria senha' },
  'password-reset-requested': { group: 'sign-in', describe: (email) => `pediu um link de nova senha para ${email}` },
  'password-reset': { group: 'sign-in', describe: () => 'escolheu uma nova senha pelo link' },
  'second-factor-enabled': { group: 'sign-in', describe: () => 'ligou o segundo fator' },
  'second-factor-disabled': {
    group: 'sign-in',
    describe: (email) => (email ? `desligou o segundo fator de ${email}` : 'desligou o próprio segundo fator'),
  },
  'second-factor-required': { group: 'team', describe: () => 'passou a exigir o segundo fator da equipe' },
  'second-factor-optional': { group: 'team', describe: () => 'deixou de exigir o segundo fator da equipe' },
  'recovery-code-used': { group: 'sign-in', describe: () => 'entrou com um código de recuperação' },
  'recovery-codes-renewed': { group: 'sign-in', describe: () => 'gerou novos códigos de recuperação' },
  'name-changed': { group: 'sign-in', describe: (_, { from, to }) => `mudou o próprio nome de ${from} para ${to}` },
  'admin-invited': {
    group: 'team',
    describe: (email, detail) => `convidou ${email}${roleOf(detail, 'como')}${linkOf(detail)}`,
  },
  'invitation-link-shown': {
    group: 'team',
    describe: (email) => `recebeu o link do convite de ${email} para entregar em mãos, porque o e-mail não saiu`,
  },
  'invitation-withdrawn': { group: 'team', describe: (email) => `retirou o convite de ${email}` },
  'invitation-accepted': { group: 'team', describe: () => 'aceitou o convite e entrou na equipe' },
  'role-changed': {
    group: 'team',
    describe: (email, detail) => `mudou o papel de ${email}${roleOf(detail, 'para')}`,
  },
  'admin-removed': { group: 'team', describe: (email) => `tirou ${email} da equipe` },
  'credential-created': { group: 'credentials', describe: (id) => `criou a credencial ${id}` },
  'credential-rotated': { group: 'credentials', describe: (id) => `trocou o segredo de ${id}` },
  'credential-revoked': { group: 'credentials', describe: (id) => `revogou a credencial ${id}` },
  'credential-views-ended': {
    group: 'credentials',
    describe: (id) => `encerrou as visões abertas pela credencial ${id}`,
  },
  'limit-changed': {
    group: 'credentials',
    describe: (id, { from, to }) => `mudou o limite de ${id} de ${number(from)} para ${number(to)} por minuto`,
  },
  'member-blocked': { group: 'members', describe: (member) => `bloqueou o membro ${member}` },
  'member-restored': { group: 'members', describe: (member) => `devolveu o acesso do membro ${member}` },
  'member-exported': { group: 'members', describe: (member) => `baixou os dados do membro ${member}` },
  'member-erased': {
    group: 'members',
    describe: (pseudonym) => `apagou um membro, que nos relatórios passou a ser ${pseudonym}`,
  },
  'member-titles-viewed': { group: 'members', describe: (member) => `viu os títulos do membro ${member}` },
  'privacy-contact-changed': {
    group: 'appearance',
    describe: (contact) =>
      contact ? `mudou o contato de privacidade para ${contact}` : 'retirou o contato de privacidade',
  },
  'titles-disclosure-changed': {
    group: 'appearance',
    describe: (_, { from, to }) => `mudou quem vê os títulos de cada membro: de ${seenBy(from)} para ${seenBy(to)}`,
  },
  'partner-created': { group: 'partners', describe: (name) => `criou o parceiro ${name}` },
  'partner-renamed': {
    group: 'partners',
    describe: (_, { from, to }) => `mudou o nome do parceiro de ${from} para ${to}`,
  },
  'partner-suspended': { group: 'partners', describe: (name) => `suspendeu o acesso de ${name}` },
  'partner-limit-changed': {
    group: 'partners',
    describe: (_, { from, to }) =>
      `mudou de ${number(from)} para ${number(to)} o limite por minuto das credenciais juntas, em cada ambiente`,
  },
  'partner-purged': { group: 'partners', describe: (slug) => `apagou o parceiro ${slug} e tudo o que era dele` },
  'partner-resumed': { group: 'partners', describe: (name) => `devolveu o acesso de ${name}` },
  'import-started': { group: 'catalog', describe: (name) => `começou a importação ${name}`.trim() },
  'import-forgotten': { group: 'catalog', describe: (name) => `apagou a importação ${name}`.trim() },
  'import-retried': { group: 'catalog', describe: (name) => `tentou importar de novo ${name}`.trim() },
  'import-discarded': { group: 'catalog', describe: (name) => `descartou da importação ${name}`.trim() },
  'publication-edited': {
    group: 'catalog',
    describe: (title, detail) => `editou os dados de “${title}”${changesOf(detail, metadataNames, noMetadata)}`,
  },
  'cover-changed': { group: 'catalog', describe: (title) => `trocou a capa de “${title}”` },
  'cover-removed': { group: 'catalog', describe: (title) => `voltou à capa original de “${title}”` },
  'publication-published': { group: 'catalog', describe: (title) => `publicou “${title}”` },
  'publication-drafted': { group: 'catalog', describe: (title) => `fez “${title}” voltar a rascunho` },
  'publication-withdrawn': { group: 'catalog', describe: (title) => `tirou “${title}” do ar` },
  'publication-partners-changed': { group: 'catalog', describe: (title) => `mudou quais parceiros têm “${title}”` },
  'publication-previewed': { group: 'catalog', describe: (title) => `abriu uma prévia de “${title}”` },
  'title-featured': { group: 'catalog', describe: (title) => `pôs “${title}” em destaque no início` },
  'title-unfeatured': { group: 'catalog', describe: (title) => `tirou “${title}” do destaque` },
  'chapters-paired': { group: 'catalog', describe: (title) => `confirmou os capítulos de “${title}” nas duas formas` },
  'chapters-unpaired': { group: 'catalog', describe: (title) => `fez “${title}” voltar ao pareamento automático` },
  'appearance-changed': {
    group: 'appearance',
    describe: (_, detail) => `mudou a aparência da visão${changesOf(detail, appearanceNames, defaultAppearance)}`,
  },
  'sandbox-seeded': { group: 'appearance', describe: () => 'encheu o sandbox de exemplos' },
} as const satisfies Record<string, Act>
export type AuditAct = keyof typeof acts

/** Formats an entry's act as a predicate: "criou a credencial …". An unknown act is only named. */
export function describeAct({ act, subject, detail }: Pick<AuditEntry, 'act' | 'subject' | 'detail'>): string {
  const visibleSubject = toVisibleText(subject ?? '')
  const known: Act | undefined = Object.hasOwn(acts, act) ? acts[act as AuditAct] : undefined
  return known ? known.describe(visibleSubject, detail ?? {}) : `fez “${act}” ${visibleSubject}`.trim()
}

/**
 * Names the actor of an entry. Without an account, it is the command line, whose entries have no address, or somebody
 * who failed to sign in.
 */
export function actorName({ actor, isByOperator, address }: AuditEntry): string {
  if (actor !== null) return actor
  if (isByOperator) return 'Operação do serviço'
  return address === null ? 'Linha de comando' : 'Alguém'
}
