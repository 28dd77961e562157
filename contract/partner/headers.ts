export interface HeaderDescription {
  description: string
  /** A string by default. */
  type?: 'integer'
  example: string | number
}

/** Headers of the Partner API beyond the common HTTP ones, with description and example. */
export const partnerHeaders = {
  'X-Request-Id': {
    description: 'Identificador desta requisição. Guarde-o nos seus registros e informe-o ao suporte.',
    example: '01990f60-52b7-7f10-8a5e-3b6d2c41e0f9',
  },
  'RateLimit-Policy': {
    description:
      'Os limites que valem: `q` chamadas a cada janela de `w` segundos. `credential` é o da credencial; `partner`, o das credenciais do ambiente juntas, só onde elas podem passar dele.',
    example: '"credential";q=120;w=60, "partner";q=600;w=60',
  },
  RateLimit: {
    description:
      'O que resta de cada limite: `r` chamadas; `t` são os segundos até a janela esvaziar — ou, no limite que recusou com 429, até caber mais uma chamada.',
    example: '"credential";r=117;t=60, "partner";r=483;t=60',
  },
  'Retry-After': { description: 'Segundos a esperar antes de repetir.', type: 'integer', example: 7 },
  'WWW-Authenticate': {
    description: 'O esquema de autenticação esperado.',
    example: 'Basic realm="partner", charset="UTF-8"',
  },
  Allow: { description: 'Os métodos que o endereço aceita.', example: 'GET, HEAD' },
  ETag: {
    description: 'Versão do conteúdo desta resposta. Envie-a em `If-None-Match` ao pedir de novo.',
    example: '"4mTqZ0sJq8m2n1vXo9b7cQpLr5dYwK3eHfGuTiAzSxE"',
  },
} as const satisfies Record<string, HeaderDescription>

export type PartnerHeader = keyof typeof partnerHeaders
