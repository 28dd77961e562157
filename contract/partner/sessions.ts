import type { Static } from 'typebox'
import { partnerRoute } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { DisplayName, Email, ExternalUserId, exampleUser, PartnerUser } from './users.ts'

export const CreateSessionRequest = Type.Object(
  {
    externalUserId: ExternalUserId,
    email: Type.Optional(Email),
    name: Type.Optional(DisplayName),
    redirectPath: Type.Optional(
      storableText({
        // A single leading slash: `//` and `/\` would leave the service's own address. No control characters.
        pattern: '^/(?![/\\\\])[^\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]*$',
        patternMessage: 'deve começar com uma única "/" e não ter caracteres de controle',
        publishedPattern: '^/([^\\/\\\\]|$)',
        // Each may be twelve once it is in the link, which a browser and a proxy must still carry.
        maxLength: 512,
        description:
          'Tela a abrir, começando com uma única `/`, sem caracteres de controle. Rotas: `/`, `/explorar`, `/ler`, `/biblioteca`, `/a-seguir`, `/listas`, `/notas`, `/perfil`, `/titulo/{id}`, `/player/{id}`, `/leitor/{id}`. Um caminho desconhecido leva à tela inicial.',
        examples: ['/explorar'],
      }),
    ),
  },
  { title: 'CreateSessionRequest', description: 'Quem vai entrar e onde.' },
)
export type CreateSessionRequest = Static<typeof CreateSessionRequest>

const SessionResponse = Type.Object(
  {
    launchUrl: Type.String({
      format: 'uri',
      description:
        'Link de entrada, válido por 60 segundos e para uma única abertura. Acrescente `&embed=1&closable=1` ao abrir.',
    }),
    launchToken: Type.String({ description: 'O token que já está em `launchUrl`; normalmente ignorado.' }),
    expiresAt: Type.String({ format: 'date-time', description: '60 segundos depois da criação.' }),
    user: PartnerUser,
  },
  { title: 'SessionResponse', description: 'Um link de entrada de uso único.' },
)

export const createSession = partnerRoute('POST', '/partner/v1/sessions', {
  access: 'client',
  operationId: 'createSession',
  summary: 'Cria um link de entrada',
  description:
    'Cria ou encontra o membro pelo `externalUserId` e devolve um link de uso único, válido por 60 segundos. Peça um link novo imediatamente antes de cada abertura: sem lote, sem cache, sem reuso. Quando vier `EMAIL_CONFLICT`, repita a chamada sem `email` e corrija a duplicidade no seu cadastro.',
  body: CreateSessionRequest,
  bodyExamples: {
    'Com dados do membro e tela de destino': {
      externalUserId: 'cliente-48213',
      email: 'ana.souza@example.com',
      name: 'Ana Souza',
      redirectPath: '/explorar',
    },
    'Só o identificador': { externalUserId: 'cliente-48213' },
  },
  status: 201,
  answer: SessionResponse,
  response: {
    description: 'Link criado.',
    example: {
      launchUrl:
        'https://livros.example.com/launch?token=lt_01990f60-1c4e-7b21-9a3d-4e5f60718293.9vG1bqk0mS3pYQm2Z7l1f0x8w6c4a2eBdTnRuHiJkLo&redirect=%2Fexplorar',
      launchToken: 'lt_01990f60-1c4e-7b21-9a3d-4e5f60718293.9vG1bqk0mS3pYQm2Z7l1f0x8w6c4a2eBdTnRuHiJkLo',
      expiresAt: '2026-11-03T21:15:07.000Z',
      user: exampleUser,
    },
  },
  errors: ['VALIDATION', 'USER_REVOKED', 'EMAIL_CONFLICT'],
  faults: [
    'O campo "externalUserId" é obrigatório.',
    'O campo "email" deve ser um e-mail válido, como ana@example.com.',
    'O campo "redirectPath" deve começar com uma única "/" e não ter caracteres de controle.',
  ],
})
