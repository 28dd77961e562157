import type { Static } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import type { PartnerRoute } from '../route.ts'
import { Type } from '../schema.ts'

/** For each error that a partner may receive: its cause, and how the backend should react. */
export const partnerErrors = {
  VALIDATION: {
    when: 'A requisição tem campos ausentes ou inválidos; `message` traz uma frase para cada falha.',
    remedy: 'Corrija a requisição. Repetir a mesma chamada dá a mesma resposta.',
  },
  INVALID_CLIENT: {
    when: 'A credencial falta, está malformada, errada ou revogada, ou o acesso do parceiro foi suspenso (o painel diz). A resposta não distingue os casos, de propósito.',
    remedy:
      'Confira o par `client_id:client_secret` e o ambiente. Depois de uma rotação, use o segredo novo. Não repita em laço.',
  },
  INVALID_LAUNCH_TOKEN: {
    when: 'O link de entrada expirou, já foi usado ou não é válido. Quem recebe é a página embutida, nunca o seu backend.',
    remedy:
      'Ao receber `service:session-expired` com `reason: invalid_launch_token`, peça uma sessão nova e carregue o novo `launchUrl` na mesma visão.',
  },
  USER_REVOKED: {
    when: 'O membro foi revogado (DELETE) ou bloqueado (`status: BLOCKED`).',
    remedy:
      'Mostre ao membro que o acesso não está disponível. Para devolver o acesso, envie PUT com `status: ACTIVE` e peça a sessão de novo.',
  },
  USER_NOT_FOUND: {
    when: 'Nenhum membro tem este `externalUserId` no ambiente da credencial.',
    remedy:
      'Confira o identificador e o ambiente: membros de produção e de sandbox são separados. Num DELETE, trate como concluído.',
  },
  NOT_FOUND: {
    when: 'O endereço não existe.',
    remedy: 'Confira o caminho: todos começam com `/partner/v1`, e o `externalUserId` vai codificado para URL.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'O endereço existe, mas não com este método.',
    remedy: 'Use um dos métodos do cabeçalho `Allow`.',
  },
  REQUEST_TIMEOUT: {
    when: 'A requisição não chegou inteira em 30 segundos.',
    remedy: 'Repita a chamada.',
  },
  EMAIL_CONFLICT: {
    when: 'O e-mail enviado já pertence a outro membro do mesmo ambiente. Nada foi criado nem alterado.',
    remedy: 'Repita a chamada sem `email` — o membro entra normalmente — e corrija a duplicidade no seu cadastro.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'O corpo passa de 64 KiB.',
    remedy: 'Envie só os campos documentados.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'O corpo não veio em JSON, ou veio comprimido.',
    remedy: 'Envie `Content-Type: application/json`, sem `Content-Encoding` e, em `Transfer-Encoding`, só `chunked`.',
  },
  RATE_LIMITED: {
    when: 'A credencial passou do seu limite (120 chamadas em 60 segundos, se não houver outro combinado), ou as credenciais do ambiente passaram juntas do limite do parceiro (600). `RateLimit` diz qual: o que tem `r=0`.',
    remedy: 'Espere os segundos de `Retry-After` e repita; sem o cabeçalho, espere 1 s, 2 s, 4 s…',
  },
  INTERNAL: {
    when: 'Falha nossa.',
    remedy: 'Repita com espera crescente. Se persistir, informe o `X-Request-Id` ao suporte.',
  },
  UNAVAILABLE: {
    when: 'O serviço não pode responder agora.',
    remedy: 'Espere os segundos de `Retry-After` e repita.',
  },
} as const satisfies Partial<Record<ErrorCode, { when: string; remedy: string }>>

export type PartnerErrorCode = keyof typeof partnerErrors

/** Returns the errors that a route of the Partner API may answer: its own and the common ones. */
export function partnerErrorsOf(route: PartnerRoute): ErrorCode[] {
  const ofBodies: ErrorCode[] = route.method === 'GET' ? [] : ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
  return [...route.errors, 'INVALID_CLIENT', 'REQUEST_TIMEOUT', ...ofBodies, 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
}

/** The one shape of every error under `/partner/v1` and `/play/v1` (specification, section 2). */
export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'O status HTTP.' }),
    code: Type.String({
      description: 'Código estável. Códigos novos podem surgir: ignore os que não conhece.',
      examples: Object.keys(partnerErrors),
    }),
    message: Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'Lista de frases em `VALIDATION`; uma frase nos demais. Escrita para pessoas: decida pelo `code`.',
    }),
  },
  { title: 'Error', description: 'O corpo de todo erro.' },
)
export type ErrorBody = Static<typeof ErrorBody>
