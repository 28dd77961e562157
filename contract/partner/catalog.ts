import type { Static } from 'typebox'
import { oneOf } from '../fields.ts'
import { partnerRoute } from '../route.ts'
import { Type } from '../schema.ts'

export const PublicationType = oneOf(['audiobook', 'ebook'], {
  description: '`audiobook` ou `ebook`.',
})
export type PublicationType = Static<typeof PublicationType>

export const CatalogItem = Type.Object(
  {
    id: Type.String({
      description: 'Identificador do título; serve em `redirectPath` como `/player/{id}` ou `/leitor/{id}`.',
    }),
    type: PublicationType,
    title: Type.String({ description: 'Título, para exibição.' }),
    author: Type.String({ description: 'Autoria, para exibição.' }),
    coverUrl: Type.String({
      format: 'uri',
      description: 'Imagem da capa. O endereço pode mudar: renove a sua cópia periodicamente.',
    }),
    durationSeconds: Type.Optional(Type.Integer({ description: 'Só audiolivros: duração total em segundos.' })),
    chapters: Type.Optional(Type.Integer({ description: 'Só e-books: número de capítulos.' })),
  },
  { title: 'CatalogItem', description: 'Um título do acervo.' },
)
export type CatalogItem = Static<typeof CatalogItem>

export const CatalogPage = Type.Object(
  {
    items: Type.Array(CatalogItem, { description: 'Títulos, em ordem de chegada ao acervo.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor da próxima página; null na última. Opaco: não interprete nem construa.',
    }),
  },
  { title: 'CatalogPage', description: 'Uma página do catálogo.' },
)
export type CatalogPage = Static<typeof CatalogPage>

/** A larger `limit` is served as this. */
export const CATALOG_LIMIT_MAX = 200
export const CATALOG_LIMIT_DEFAULT = 50

export const listCatalog = partnerRoute('GET', '/partner/v1/catalog', {
  access: 'client',
  operationId: 'listCatalog',
  summary: 'Lista o catálogo',
  description:
    'Audiolivros e e-books, em páginas. Repita a chamada com o `nextCursor` recebido até ele vir null. O catálogo muda pouco: sincronize uma vez por dia, mandando em `If-None-Match` o `ETag` que cada página teve na última vez — sem mudança, a resposta é 304, sem corpo.',
  query: Type.Object({
    type: Type.Optional(PublicationType),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: CATALOG_LIMIT_DEFAULT,
        description: `Itens por página. Acima de ${CATALOG_LIMIT_MAX}, a página vem com ${CATALOG_LIMIT_MAX}.`,
      }),
    ),
    cursor: Type.Optional(Type.String({ description: 'O `nextCursor` da página anterior; omita na primeira.' })),
  }),
  answer: CatalogPage,
  response: {
    description: 'Uma página.',
    example: {
      items: [
        {
          id: 'pub_01990f60-3b1e-7aa0-8c1d-5f0a77d1c2e4',
          type: 'audiobook',
          title: 'O farol de Itapuã',
          author: 'Marina Duarte',
          coverUrl:
            'https://livros.example.com/capas/pub_01990f60-3b1e-7aa0-8c1d-5f0a77d1c2e4/9f2c41d07a3b58e6/640.webp',
          durationSeconds: 5412,
        },
        {
          id: 'pub_01990f60-41aa-7c02-b6a1-0c2d9be3f871',
          type: 'ebook',
          title: 'Pequeno atlas das águas',
          author: 'Tomás Rezende',
          coverUrl:
            'https://livros.example.com/capas/pub_01990f60-41aa-7c02-b6a1-0c2d9be3f871/03bd7e55f1c9a240/640.webp',
          chapters: 12,
        },
      ],
      nextCursor: null,
    },
  },
  errors: ['VALIDATION'],
  faults: [
    'O campo "type" deve ser "audiobook" ou "ebook".',
    'O campo "limit" deve ser no mínimo 1.',
    'O campo "cursor" não é um nextCursor deste serviço. Recomece a lista sem cursor.',
  ],
  conditional: true,
})
