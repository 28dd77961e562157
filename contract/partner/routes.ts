import type { PartnerRoute } from '../route.ts'
import { listCatalog } from './catalog.ts'
import { createSession } from './sessions.ts'
import { getUsage } from './usage.ts'
import { eraseUser, exportUser, getUser, revokeUser, upsertUser } from './users.ts'

/** Title, version and introductory texts of the Partner API, for its OpenAPI description and its reference. */
export const partnerApi = {
  title: 'API do parceiro',
  /** A new route or field raises the minor number; removing or redefining one needs another path. */
  version: '1.0.0',
  description: `API HTTP/JSON, de servidor para servidor, para oferecer audiolivros e e-books dentro do seu aplicativo.

Chame-a só do seu backend: a credencial dá acesso a todos os membros e nunca deve chegar a um aplicativo ou a uma página. O ambiente (produção ou sandbox) é o da credencial; o endereço é o mesmo.

**Autenticação.** HTTP Basic em toda chamada, com \`client_id\` e \`client_secret\`. Credencial ausente, malformada, errada ou revogada recebe sempre o mesmo 401 \`INVALID_CLIENT\`.

**Limite.** 120 chamadas em quaisquer 60 segundos, por credencial, somados todos os endereços; e 600 por ambiente, somadas as credenciais do parceiro. Toda resposta a uma chamada autenticada traz \`RateLimit-Policy\` e \`RateLimit\`; o excesso recebe 429 \`RATE_LIMITED\` com \`Retry-After\` e não conta para o limite.

**Erros.** Todo erro tem o mesmo corpo: \`statusCode\`, \`code\` e \`message\`. Uma requisição cujo endereço e cabeçalhos passam de 16 KiB, ou com \`Authorization\` ou \`Host\` repetidos, recebe 400 \`VALIDATION\`. Um endereço que não existe recebe 404 \`NOT_FOUND\`; um método que o endereço não tem, 405 \`METHOD_NOT_ALLOWED\` com \`Allow\`.

**Versões.** Podem surgir, sem aviso, endereços, campos opcionais de requisição, campos de resposta, eventos e códigos de erro novos: ignore o que não conhece. O que remove, renomeia ou muda de sentido ganha uma versão nova no caminho.`,
  sections: [
    {
      name: 'Sessões',
      description: 'O link de uso único que abre o serviço dentro do seu aplicativo, com o membro já dentro.',
      routes: [createSession],
    },
    {
      name: 'Membros',
      description:
        'Cadastro, consulta, bloqueio, revogação, exportação e apagamento. Um membro também nasce sozinho, na sua primeira sessão.',
      routes: [upsertUser, getUser, revokeUser, exportUser, eraseUser],
    },
    { name: 'Catálogo', description: 'Os audiolivros e e-books que seus membros podem abrir.', routes: [listCatalog] },
    { name: 'Uso', description: 'O que seus membros ouviram e leram em cada mês.', routes: [getUsage] },
  ],
} as const

/** Every route under `/partner/v1`. */
export const partnerRoutes: readonly PartnerRoute[] = partnerApi.sections.flatMap((section): PartnerRoute[] => [
  ...section.routes,
])
