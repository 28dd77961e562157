import type { Static } from 'typebox'
import { Instant, oneOf, orNull, usageFigures } from '../fields.ts'
import { partnerRoute } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

export const ExternalUserId = storableText({
  // Excludes `.` and `..`, which clients remove from paths, so no call would reach the member.
  pattern: '^(?!\\.{1,2}$)[^\\u0000\\p{Cs}]*$',
  patternMessage:
    'não pode ser "." nem "..", nem ter o caractere nulo (U+0000) ou metade de um par UTF-16 (U+D800 a U+DFFF)',
  minLength: 1,
  maxLength: 128,
  description:
    'Identificador estável do membro no sistema do parceiro. Não pode ser `.` nem `..`, nem ter o caractere nulo (U+0000). Evite e-mail e CPF: mudam, e vazam em registros.',
  examples: ['cliente-48213'],
})

const EMAIL = 'E-mail do membro. Identifica a pessoa no atendimento e permite vincular uma conta já existente.'

export const Email = storableText({
  format: 'email',
  maxLength: 254,
  description: EMAIL,
  examples: ['ana.souza@example.com'],
})

const NAME = 'Nome de exibição. Guardado numa linha só, sem caracteres de controle nem de mudança de direção do texto.'

export const DisplayName = storableText({ maxLength: 256, oneLine: true, description: NAME, examples: ['Ana Souza'] })

export const MemberStatus = oneOf(['ACTIVE', 'BLOCKED'], {
  description: '`ACTIVE`: com acesso. `BLOCKED`: bloqueado ou revogado.',
})
export type MemberStatus = Static<typeof MemberStatus>

const memberFields = {
  id: Type.String({ description: 'Identificador do membro no serviço.' }),
  externalUserId: Type.String({ description: 'Identificador do membro no sistema do parceiro.' }),
  email: Type.Union([Type.String(), Type.Null()], { description: 'E-mail, ou null.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Nome de exibição, ou null.' }),
  status: MemberStatus,
}

export const PartnerUser = Type.Object(memberFields, { title: 'PartnerUser', description: 'Um membro.' })
export type PartnerUser = Static<typeof PartnerUser>

const PartnerUserWithActivity = Type.Object(
  {
    ...memberFields,
    lastActivityAt: Type.Union([Instant, Type.Null()], {
      description: 'Última vez que o membro ouviu ou leu; null se nunca ouviu nem leu.',
    }),
  },
  { title: 'PartnerUserWithActivity', description: 'Um membro e a sua última atividade.' },
)

export const UpsertUserRequest = Type.Object(
  {
    email: Type.Optional(
      Type.Union([Email, Type.Null()], { description: `${EMAIL} \`null\` apaga o e-mail guardado.` }),
    ),
    name: Type.Optional(
      Type.Union([DisplayName, Type.Null()], { description: `${NAME} \`null\` apaga o nome guardado.` }),
    ),
    status: Type.Optional(MemberStatus),
  },
  {
    title: 'UpsertUserRequest',
    description: 'Campos a alterar. Os omitidos ficam como estão; `null` apaga `email` e `name`.',
  },
)
export type UpsertUserRequest = Static<typeof UpsertUserRequest>

/** Reading and revoking answer 404 to any unused identifier, of any length: only writing validates it. */
const AnyUserPath = Type.Object({
  externalUserId: Type.String({
    description: 'Identificador do membro no sistema do parceiro, codificado para URL.',
    examples: ['cliente-48213'],
  }),
})

// A `%` without two hexadecimal digits.
const BAD_PATH = 'O caminho tem um caractere mal codificado para URL.'

export const exampleUser = {
  id: 'mbr_01990f5e-7d9c-7c3a-9d54-2f6c8f1f0a11',
  externalUserId: 'cliente-48213',
  email: 'ana.souza@example.com',
  name: 'Ana Souza',
  status: 'ACTIVE',
} as const

export const upsertUser = partnerRoute('PUT', '/partner/v1/users/:externalUserId', {
  access: 'client',
  operationId: 'upsertUser',
  summary: 'Cria ou atualiza um membro',
  description:
    'Cria o membro se ele ainda não existe no ambiente da credencial; senão, altera só os campos enviados: `null` apaga `email` ou `name`, e um campo omitido fica como está. Só o caminho diz de quem se fala. Idempotente. `status: BLOCKED` encerra na hora as visões abertas; `status: ACTIVE` devolve o acesso, inclusive depois de um DELETE, com conta, biblioteca e progresso preservados. O `externalUserId` vai no caminho codificado para URL (`@` e `/` são aceitos).',
  params: Type.Object({ externalUserId: ExternalUserId }),
  body: UpsertUserRequest,
  bodyExamples: {
    'Atualizar o cadastro': { email: 'ana.souza@example.com', name: 'Ana Souza' },
    'Apagar e-mail e nome': { email: null, name: null },
    Bloquear: { status: 'BLOCKED' },
    'Devolver o acesso': { status: 'ACTIVE' },
  },
  answer: PartnerUser,
  response: { description: 'O membro, já atualizado.', example: exampleUser },
  errors: ['VALIDATION', 'EMAIL_CONFLICT'],
  faults: [
    'O campo "externalUserId" deve ter no máximo 128 caracteres.',
    'O campo "email" deve ser um texto.',
    'O campo "status" deve ser "ACTIVE" ou "BLOCKED".',
  ],
})

export const getUser = partnerRoute('GET', '/partner/v1/users/:externalUserId', {
  access: 'client',
  operationId: 'getUser',
  summary: 'Consulta um membro',
  description: 'O membro e a data da sua última atividade (ouvir ou ler).',
  params: AnyUserPath,
  answer: PartnerUserWithActivity,
  response: { description: 'O membro.', example: { ...exampleUser, lastActivityAt: '2026-11-03T21:14:07.000Z' } },
  errors: ['VALIDATION', 'USER_NOT_FOUND'],
  faults: [BAD_PATH],
})

export const revokeUser = partnerRoute('DELETE', '/partner/v1/users/:externalUserId', {
  access: 'client',
  operationId: 'revokeUser',
  summary: 'Revoga o acesso de um membro',
  description:
    'Revoga o acesso imediatamente e encerra as sessões ativas: uma visão aberta recebe `service:session-expired`. O membro continua nos relatórios dos meses em que houve uso. Idempotente: pode ser repetida; em falha de rede, 429 ou 5xx, enfileire e repita.',
  params: AnyUserPath,
  status: 204,
  response: { description: 'Acesso revogado.' },
  errors: ['VALIDATION', 'USER_NOT_FOUND'],
  faults: [BAD_PATH],
})

export const eraseUser = partnerRoute('DELETE', '/partner/v1/users/:externalUserId/data', {
  access: 'client',
  operationId: 'eraseUser',
  summary: 'Apaga os dados de um membro',
  description:
    'Apaga de vez a pessoa: identificador, e-mail, nome, biblioteca, fila e listas, lugares nos livros, anotações, preferências, minutos, capítulos, sessões e links. Encerra na hora as visões abertas, como a revogação, e vale também depois dela. Nos relatórios dos meses em que houve uso, inclusive fechados, os números ficam sob um pseudônimo (`apagado-…`), sem a data da última atividade: as somas não mudam. Não há volta; uma sessão com o mesmo `externalUserId` cria outro membro, sem nada do anterior. Idempotente: como o identificador não é guardado, um membro já apagado e um que nunca existiu recebem o mesmo 204.',
  params: AnyUserPath,
  status: 204,
  response: { description: 'Nada mais é guardado desta pessoa.' },
  errors: ['VALIDATION'],
  faults: [BAD_PATH],
})

export const PartnerUserData = Type.Object(
  {
    exportedAt: Instant,
    environment: oneOf(['production', 'sandbox']),
    user: Type.Object(
      {
        ...memberFields,
        externalUserId: Type.Union([Type.String(), Type.Null()], {
          description: 'Identificador do membro; null numa conta importada que nenhuma sessão vinculou.',
        }),
        createdAt: Instant,
        revokedAt: orNull(Instant),
        lastActivityAt: orNull(Instant),
      },
      { description: 'O cadastro.' },
    ),
    months: Type.Array(
      Type.Object({
        month: Type.String(),
        ...usageFigures,
        readingSeconds: Type.Integer(),
        lastActivityAt: orNull(Instant),
      }),
      { description: 'O que foi contado em cada mês.' },
    ),
    titles: Type.Array(
      Type.Object({
        publicationId: Type.String(),
        type: Type.String(),
        title: Type.String(),
        author: Type.String(),
        savedAt: orNull(Instant),
        startedAt: orNull(Instant),
        finishedAt: orNull(Instant),
        updatedAt: Instant,
        totalProgression: Type.Number(),
        activeSeconds: Type.Integer(),
        contentSeconds: Type.Integer(),
        locator: orNull(Type.Object({}, { additionalProperties: true })),
        device: orNull(Type.String()),
        speed: orNull(Type.Number()),
      }),
      {
        description:
          'A biblioteca e o lugar em cada título (`locator` é um Locator do Readium), com o tipo de aparelho em que a pessoa parou e a velocidade em que ouve, quando escolheu uma para o título.',
      },
    ),
    formerPlaces: Type.Array(
      Type.Object({
        publicationId: Type.String(),
        leftAt: Instant,
        device: Type.String(),
        locator: Type.Object({}, { additionalProperties: true }),
      }),
      { description: 'Os últimos dez lugares de cada título em que a pessoa esteve, para poder voltar a eles.' },
    ),
    queue: Type.Array(Type.Object({ publicationId: Type.String(), addedAt: Instant }), {
      description: 'O que a pessoa quer ouvir ou ler a seguir, na ordem que escolheu.',
    }),
    lists: Type.Array(
      Type.Object({
        name: Type.String(),
        createdAt: Instant,
        titles: Type.Array(Type.Object({ publicationId: Type.String(), addedAt: Instant })),
      }),
      { description: 'As listas que a pessoa fez, com os títulos de cada uma.' },
    ),
    preferences: Type.Union(
      [Type.Object({ updatedAt: Instant, document: Type.Object({}, { additionalProperties: true }) }), Type.Null()],
      { description: 'Como a pessoa prefere ler e ouvir, em todos os aparelhos.' },
    ),
    minutes: Type.Array(
      Type.Object({
        at: Instant,
        publicationId: Type.String(),
        listeningMs: Type.Integer(),
        readingMs: Type.Integer(),
        contentMs: Type.Integer(),
      }),
      { description: 'Cada minuto ouvido ou lido.' },
    ),
    annotations: Type.Array(
      Type.Object({
        id: Type.String(),
        publicationId: Type.String(),
        motivation: Type.String(),
        color: orNull(Type.String()),
        note: orNull(Type.String()),
        locator: Type.Object({}, { additionalProperties: true }),
        start: Type.Integer(),
        end: Type.Integer(),
        createdAt: Instant,
        updatedAt: Instant,
        deletedAt: orNull(Instant),
      }),
      {
        description:
          'Marcadores, destaques, notas e trechos de áudio. De um que a pessoa apagou ficam só os identificadores e as datas, por 30 dias.',
      },
    ),
    chapters: Type.Array(
      Type.Object({ month: Type.String(), publicationId: Type.String(), chapter: Type.Integer(), readAt: Instant }),
      { description: 'Cada capítulo lido em cada mês.' },
    ),
    leases: Type.Array(Type.Object({ publicationId: Type.String(), openedAt: Instant, settledUntil: Instant }), {
      description: 'Trechos recentes de escuta ou leitura, enquanto ainda podem contar tempo.',
    }),
    sessions: Type.Array(
      Type.Object({ openedAt: Instant, lastSeenAt: Instant, expiresAt: Instant, endedAt: orNull(Instant) }),
      { description: 'As entradas no serviço.' },
    ),
    launches: Type.Array(
      Type.Object({
        createdAt: Instant,
        expiresAt: Instant,
        openedAt: orNull(Instant),
        refusedAt: orNull(Instant),
        refusedReason: orNull(Type.String()),
      }),
      { description: 'Os links de entrada.' },
    ),
    accessEvents: Type.Array(Type.Object({ at: Instant, kind: Type.String(), omitted: Type.Integer() }), {
      description: 'O que decidiu se a pessoa entrava: recusas, bloqueios e devoluções do acesso.',
    }),
    anomalies: Type.Array(
      Type.Object({ month: Type.String(), kind: Type.String(), at: Instant, value: Type.Integer() }),
      { description: 'Avisos de uso incomum.' },
    ),
    audit: Type.Array(Type.Object({ at: Instant, act: Type.String() }), {
      description: 'O que a equipe fez no painel com este membro; sem o nome de quem fez.',
    }),
  },
  { title: 'PartnerUserData', description: 'Tudo o que é guardado de uma pessoa.' },
)
export type PartnerUserData = Static<typeof PartnerUserData>

export const exportUser = partnerRoute('GET', '/partner/v1/users/:externalUserId/data', {
  access: 'client',
  operationId: 'exportUser',
  summary: 'Exporta os dados de um membro',
  description:
    'Tudo o que é guardado de uma pessoa, numa resposta só, para atender a um pedido de acesso ou de portabilidade. Listas vazias vêm vazias. Segredos, que nada dizem da pessoa, não vêm. Fica na auditoria do painel.',
  params: AnyUserPath,
  answer: PartnerUserData,
  response: {
    description: 'Os dados.',
    example: {
      exportedAt: '2026-11-22T12:00:00.000Z',
      environment: 'production',
      user: {
        ...exampleUser,
        createdAt: '2026-10-02T13:20:00.000Z',
        revokedAt: null,
        lastActivityAt: '2026-11-03T21:14:07.000Z',
      },
      months: [
        {
          month: '2026-11',
          titlesStarted: 1,
          listeningSeconds: 60,
          readingChapters: 0,
          readingSeconds: 0,
          lastActivityAt: '2026-11-03T21:14:07.000Z',
        },
      ],
      titles: [
        {
          publicationId: 'pub_01990f5e-7d9c-7c3a-9d54-2f6c8f1f0b22',
          type: 'audiobook',
          title: 'O farol de sal',
          author: 'Marina Duarte',
          savedAt: null,
          startedAt: '2026-11-03T21:13:22.000Z',
          finishedAt: null,
          updatedAt: '2026-11-03T21:14:07.000Z',
          totalProgression: 0.02,
          activeSeconds: 60,
          contentSeconds: 60,
          locator: { href: 'audio.m4a', locations: { time: 60, totalProgression: 0.02 } },
          device: 'android-phone',
          speed: null,
        },
      ],
      formerPlaces: [],
      queue: [],
      lists: [],
      preferences: null,
      minutes: [
        {
          at: '2026-11-03T21:13:00.000Z',
          publicationId: 'pub_01990f5e-7d9c-7c3a-9d54-2f6c8f1f0b22',
          listeningMs: 53_000,
          readingMs: 0,
          contentMs: 53_000,
        },
        {
          at: '2026-11-03T21:14:00.000Z',
          publicationId: 'pub_01990f5e-7d9c-7c3a-9d54-2f6c8f1f0b22',
          listeningMs: 7000,
          readingMs: 0,
          contentMs: 7000,
        },
      ],
      annotations: [],
      chapters: [],
      leases: [],
      sessions: [
        {
          openedAt: '2026-11-03T21:12:58.000Z',
          lastSeenAt: '2026-11-03T21:12:58.000Z',
          expiresAt: '2026-12-03T21:12:58.000Z',
          endedAt: null,
        },
      ],
      launches: [
        {
          createdAt: '2026-11-03T21:12:57.000Z',
          expiresAt: '2026-11-03T21:13:57.000Z',
          openedAt: '2026-11-03T21:12:58.000Z',
          refusedAt: null,
          refusedReason: null,
        },
      ],
      accessEvents: [],
      anomalies: [],
      audit: [{ at: '2026-11-22T12:00:00.000Z', act: 'member-exported' }],
    },
  },
  errors: ['VALIDATION', 'USER_NOT_FOUND'],
  faults: [BAD_PATH],
})
