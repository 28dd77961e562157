import type { AuditDetail, AuditEntry } from './panel/audit.ts'
import { roleNames } from './role-names.ts'
import { toVisibleText } from './visible-text.ts'

/** Writes a predicate that follows the actor's name: "criou a credencial …". */
type Describe = (subject: string, detail: AuditDetail) => string

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

/** The sentences of all audited acts, by their group. The panel shows an unknown one by its name. */
export const acts = {
  'sign-in': {
    'signed-in': () => 'entrou no painel',
    'sign-in-failed': (email) =>
      email ? `tentou entrar como ${email} e errou` : 'tentou entrar com um e-mail que não tem conta',
    'reauthentication-failed': () => 'errou a senha ou o código ao confirmar que é a mesma pessoa',
    'signed-out': () => 'saiu do painel',
    'sessions-ended': () => 'encerrou sessões em outros aparelhos',
    'password-changed': () => 'trocou a própria senha',
    'password-reset-requested': (email) => `pediu um link de nova senha para ${email}`,
    'password-reset': () => 'escolheu uma nova senha pelo link',
    'second-factor-enabled': () => 'ligou o segundo fator',
    'second-factor-disabled': (email) =>
      email ? `desligou o segundo fator de ${email}` : 'desligou o próprio segundo fator',
    'recovery-code-used': () => 'entrou com um código de recuperação',
    'recovery-codes-renewed': () => 'gerou novos códigos de recuperação',
    'name-changed': (_, { from, to }) => `mudou o próprio nome de ${from} para ${to}`,
  },
  team: {
    'second-factor-required': () => 'passou a exigir o segundo fator da equipe',
    'second-factor-optional': () => 'deixou de exigir o segundo fator da equipe',
    'admin-invited': (email, detail) => `convidou ${email}${roleOf(detail, 'como')}${linkOf(detail)}`,
    'invitation-link-shown': (email) =>
      `recebeu o link do convite de ${email} para entregar em mãos, porque o e-mail não saiu`,
    'invitation-withdrawn': (email) => `retirou o convite de ${email}`,
    'invitation-accepted': () => 'aceitou o convite e entrou na equipe',
    'role-changed': (email, detail) => `mudou o papel de ${email}${roleOf(detail, 'para')}`,
    'admin-removed': (email) => `tirou ${email} da equipe`,
  },
  credentials: {
    'credential-created': (id) => `criou a credencial ${id}`,
    'credential-rotated': (id) => `trocou o segredo de ${id}`,
    'credential-revoked': (id) => `revogou a credencial ${id}`,
    'credential-views-ended': (id) => `encerrou as visões abertas pela credencial ${id}`,
    'limit-changed': (id, { from, to }) => `mudou o limite de ${id} de ${number(from)} para ${number(to)} por minuto`,
  },
  members: {
    'member-blocked': (member) => `bloqueou o membro ${member}`,
    'member-restored': (member) => `devolveu o acesso do membro ${member}`,
    'member-exported': (member) => `baixou os dados do membro ${member}`,
    'member-erased': (pseudonym) => `apagou um membro, que nos relatórios passou a ser ${pseudonym}`,
    'member-titles-viewed': (member) => `viu os títulos do membro ${member}`,
  },
  appearance: {
    'privacy-contact-changed': (contact) =>
      contact ? `mudou o contato de privacidade para ${contact}` : 'retirou o contato de privacidade',
    'titles-disclosure-changed': (_, { from, to }) =>
      `mudou quem vê os títulos de cada membro: de ${seenBy(from)} para ${seenBy(to)}`,
    'appearance-changed': (_, detail) =>
      `mudou a aparência da visão${changesOf(detail, appearanceNames, defaultAppearance)}`,
    'sandbox-seeded': () => 'encheu o sandbox de exemplos',
  },
  partners: {
    'partner-created': (name) => `criou o parceiro ${name}`,
    'partner-renamed': (_, { from, to }) => `mudou o nome do parceiro de ${from} para ${to}`,
    'partner-suspended': (name) => `suspendeu o acesso de ${name}`,
    'partner-limit-changed': (_, { from, to }) =>
      `mudou de ${number(from)} para ${number(to)} o limite por minuto das credenciais juntas, em cada ambiente`,
    'partner-purged': (slug) => `apagou o parceiro ${slug} e tudo o que era dele`,
    'partner-resumed': (name) => `devolveu o acesso de ${name}`,
  },
  catalog: {
    'import-started': (name) => `começou a importação ${name}`.trim(),
    'import-forgotten': (name) => `apagou a importação ${name}`.trim(),
    'import-retried': (name) => `tentou importar de novo ${name}`.trim(),
    'import-discarded': (name) => `descartou da importação ${name}`.trim(),
    'publication-edited': (title, detail) =>
      `editou os dados de “${title}”${changesOf(detail, metadataNames, noMetadata)}`,
    'cover-changed': (title) => `trocou a capa de “${title}”`,
    'cover-removed': (title) => `voltou à capa original de “${title}”`,
    'publication-published': (title) => `publicou “${title}”`,
    'publication-drafted': (title) => `fez “${title}” voltar a rascunho`,
    'publication-withdrawn': (title) => `tirou “${title}” do ar`,
    'publication-partners-changed': (title) => `mudou quais parceiros têm “${title}”`,
    'publication-previewed': (title) => `abriu uma prévia de “${title}”`,
    'title-featured': (title) => `pôs “${title}” em destaque no início`,
    'title-unfeatured': (title) => `tirou “${title}” do destaque`,
    'chapters-paired': (title) => `confirmou os capítulos de “${title}” nas duas formas`,
    'chapters-unpaired': (title) => `fez “${title}” voltar ao pareamento automático`,
  },
} as const satisfies Record<string, Record<string, Describe>>
export type ActGroup = keyof typeof acts
export type AuditAct = { [Group in ActGroup]: keyof (typeof acts)[Group] }[ActGroup]

const descriptions = new Map<string, Describe>(Object.values(acts).flatMap((group) => Object.entries(group)))

/** Formats an entry's act as a predicate: "criou a credencial …". An unknown act is only named. */
export function describeAct({ act, subject, detail }: Pick<AuditEntry, 'act' | 'subject' | 'detail'>): string {
  const visibleSubject = toVisibleText(subject ?? '')
  const describe = descriptions.get(act)
  return describe ? describe(visibleSubject, detail ?? {}) : `fez “${act}” ${visibleSubject}`.trim()
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
