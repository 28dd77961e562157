import { partnerHeaders } from '@estante/contract/partner/headers.ts'
import { code, codePanel } from './code.ts'
import { embeddingSections, hosts } from './embedding.ts'
import { endpointId, endpointSection, methodBadge } from './endpoint.ts'
import { schemaFields } from './fields.ts'
import { readGuide } from './guide.ts'
import { GUIDE_PAGES, type GuidePage, guidePath } from './guide-pages.ts'
import { type Html, html, raw } from './html.ts'
import { launchDiagram } from './launch-diagram.ts'
import { endpointsOf, type OpenApi } from './openapi.ts'
import { inlineMarkup, prose } from './prose.ts'
import { sdkSection } from './sdk.ts'
import { sectionId } from './section-id.ts'

/** Renders the reference as one page, from the OpenAPI description. */
export async function renderReference(
  api: OpenApi,
  { baseUrl, playUrl, sdkTarball }: { baseUrl: string; playUrl: string; sdkTarball: string | undefined },
): Promise<string> {
  const endpoints = endpointsOf(api)
  const embedding = await embeddingSections(playUrl)
  return renderPage({
    api,
    name: 'referência',
    description: 'Referência da API do parceiro: endereços, campos, erros, eventos e exemplos.',
    index: indexOf(api, sdkTarball !== undefined),
    content: html`<section id="inicio" class="split intro">
      <div class="text">
        <h1>${api.info.title}</h1>
        ${prose(api.info.description)}
        <p><a class="download" href="/partner/v1/openapi.json">Descrição OpenAPI 3.1 (JSON)</a></p>
      </div>
      <div class="samples">
        ${codePanel('Endereço', 'bash', baseUrl)}
        ${codePanel('Primeira chamada', 'bash', `export ESTANTE_CLIENT_ID='…'\nexport ESTANTE_CLIENT_SECRET='…'\n\ncurl --max-time 10 \\\n  '${baseUrl}/partner/v1/catalog?limit=1' \\\n  --user "$ESTANTE_CLIENT_ID:$ESTANTE_CLIENT_SECRET"`)}
      </div>
    </section>
    <section id="fluxo" class="text wide">
      <h2><a class="anchor" href="#fluxo">Fluxo de entrada</a></h2>
      <p>${inlineMarkup('Seu backend pede um link de uso único e o aplicativo o abre na hora. A credencial nunca sai do seu backend; o aplicativo só recebe o `launchUrl`.')}</p>
      ${launchDiagram()}
      <p>${inlineMarkup('Se a troca falhar por rede, o token continua valendo e a tela oferece tentar de novo. Um link vencido, usado ou inválido mostra “Este link expirou” e envia `service:session-expired` com `reason: invalid_launch_token`.')}</p>
    </section>
    ${sdkTarball && (await sdkSection(`${baseUrl}/docs/${sdkTarball}`, baseUrl))}
    ${api.tags.map(
      ({ name, description }) => html`<section class="chapter" id="${sectionId(name)}">
        <div class="text"><h2><a class="anchor" href="#${sectionId(name)}">${name}</a></h2><p>${inlineMarkup(description)}</p></div>
        ${endpoints.filter(({ tags }) => tags[0] === name).map((endpoint) => endpointSection(api, endpoint, baseUrl))}
      </section>`,
    )}
    <section class="chapter" id="visao-embutida">
      <div class="text"><h2><a class="anchor" href="#visao-embutida">Visão embutida</a></h2>
        <p>O que o seu aplicativo faz para abrir o serviço dentro dele, e o que ouve de volta.</p></div>
      ${embedding}
    </section>
    <section class="chapter" id="objetos">
      <div class="text"><h2><a class="anchor" href="#objetos">Objetos</a></h2>
        <p>Podem ganhar campos novos sem aviso: ignore os que não conhece.</p></div>
      ${objects(api)}
    </section>
    <section class="chapter" id="erros">
      <div class="text"><h2><a class="anchor" href="#erros">Erros</a></h2>
        <p>${inlineMarkup('Decida pelo `code`, nunca pelo texto de `message`. Num 429 ou 5xx, espere o `Retry-After`; sem ele, 1 s, 2 s, 4 s… Códigos novos podem surgir: trate o que não conhece pelo status.')}</p></div>
      ${errorCodes(api)}
    </section>
    <section class="chapter" id="cabecalhos">
      <div class="text"><h2><a class="anchor" href="#cabecalhos">Cabeçalhos</a></h2>
        <ul class="fields">${Object.entries(partnerHeaders).map(
          ([name, { description, example }]) => html`<li><div class="field-name"><code>${name}</code></div>
            <p>${inlineMarkup(description)}</p><p class="rules"><code>${example}</code></p></li>`,
        )}</ul></div>
    </section>`,
  })
}

/** Renders a page of the integration guide. */
export async function renderGuide(
  api: OpenApi,
  page: GuidePage,
  addresses: { baseUrl: string; playUrl: string },
): Promise<string> {
  const { content, chapters } = await readGuide(page, addresses)
  return renderPage({
    api,
    name: page.name,
    description: 'Guia de integração, da credencial à entrada em produção.',
    index: html`${guideGroup(page)}${navGroup(
      'Nesta página',
      chapters.map(([id, name]): [string, Html] => [id, inlineMarkup(name)]),
    )}`,
    content: html`<article class="guide">${content}</article>`,
  })
}

interface PageParts {
  api: OpenApi
  name: string
  description: string
  /** The left column; on a narrow screen, a panel that the Índice button opens. */
  index: Html
  content: Html
}

function renderPage({ api, name, description, index, content }: PageParts): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${api.info.title} · ${name}</title>
  <meta name="description" content="${description}">
  <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/docs/reference.css">
  <script src="/docs/reference.js" type="module"></script>
</head>
<body>
  <a class="skip" href="#conteudo">Ir para o conteúdo</a>
  <header class="top">
    <a class="brand" href="/docs">${api.info.title} <span class="version">v${api.info.version}</span></a>
    <button type="button" class="open-nav" popovertarget="indice">Índice</button>
  </header>
  <nav id="indice" class="nav" popover aria-label="Índice">${index}</nav>
  <main id="conteudo">${content}</main>
</body>
</html>
`.markup
}

function indexOf(api: OpenApi, hasSdk: boolean): Html {
  const endpoints = endpointsOf(api)
  const { schemas } = api.components
  return html`${guideGroup()}
    ${navGroup('Comece aqui', [
      ['inicio', html`Introdução`],
      ['fluxo', html`Fluxo de entrada`],
      ...(hasSdk ? [['sdk', html`SDK`] satisfies [string, Html]] : []),
    ])}
    ${api.tags.map(({ name }) =>
      navGroup(
        name,
        endpoints
          .filter(({ tags }) => tags[0] === name)
          .map((endpoint) => [
            endpointId(endpoint),
            html`<span>${endpoint.summary}</span> ${methodBadge(endpoint.method)}`,
          ]),
      ),
    )}
    ${navGroup('Visão embutida', [
      ['abrir', html`Abrir a visão`],
      ['versoes', html`Sistemas e navegadores`],
      ['telas', html`Telas`],
      ['eventos', html`Eventos`],
      ...hosts.map(({ id, name }): [string, Html] => [id, html`${name}`]),
      ['limites-da-web', html`Limites da versão web`],
    ])}
    ${navGroup(
      'Objetos',
      Object.keys(schemas).map((name) => [`objeto-${name}`, html`<code>${name}</code>`]),
    )}
    ${navGroup(
      'Erros',
      api['x-errors'].map(({ code }) => [`erro-${code}`, html`<code>${code}</code>`]),
    )}
    ${navGroup('Mais', [['cabecalhos', html`Cabeçalhos`]])}`
}

/** Links the pages of the guide and, on one of them, the reference. */
function guideGroup(current?: GuidePage): Html {
  return html`<h2>Guia</h2><ul>
    ${GUIDE_PAGES.map(
      (page) =>
        html`<li><a href="${guidePath(page)}"${page === current && raw(' aria-current="page"')}>${page.name}</a></li>`,
    )}
    ${current && html`<li><a href="/docs">Referência da API</a></li>`}
  </ul>`
}

function navGroup(title: string, links: [id: string, label: Html][]): Html {
  return html`<h2>${title}</h2><ul>${links.map(([id, label]) => html`<li><a href="#${id}">${label}</a></li>`)}</ul>`
}

function objects(api: OpenApi): Html[] {
  return Object.entries(api.components.schemas).map(
    ([name, schema]) => html`<section id="objeto-${name}" class="text object">
      <h3><a class="anchor" href="#objeto-${name}"><code>${name}</code></a></h3>
      <p>${inlineMarkup(schema.description ?? '')}</p>
      ${schemaFields(api, schema)}
    </section>`,
  )
}

function errorCodes(api: OpenApi): Html[] {
  return api['x-errors'].map(
    ({
      code: name,
      statusCode,
      description,
      example,
    }) => html`<section id="erro-${name}" class="split error" aria-labelledby="erro-${name}-titulo">
      <div class="text">
        <h3 id="erro-${name}-titulo"><a class="anchor" href="#erro-${name}"><span class="status" data-status="${String(statusCode)[0]}">${statusCode}</span> <code>${name}</code></a></h3>
        <p>${inlineMarkup(description)}</p>
      </div>
      <div class="samples"><div class="panel">${code('json', JSON.stringify(example, null, 2), `Corpo de ${name}`)}</div></div>
    </section>`,
  )
}
