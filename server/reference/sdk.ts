import { codePanel } from './code.ts'
import { readSnippet } from './embedding.ts'
import { type Html, html } from './html.ts'
import { inlineMarkup } from './prose.ts'

/** Renders the section on the SDK: how to install the package at `url`, and how both sides open the view. */
export async function sdkSection(url: string, baseUrl: string): Promise<Html> {
  return html`<section id="sdk" class="split">
    <div class="text">
      <h2><a class="anchor" href="#sdk">SDK</a></h2>
      <p>${inlineMarkup('Em JavaScript ou TypeScript, instale `@estante/sdk`: o cliente da API, para o backend (Node 20 ou mais novo), e a ponte, para a página que mostra a visão num iframe. Não tem dependências, e vem deste endereço: o npm não consulta nenhum registro.')}</p>
      <p>${inlineMarkup('`estanteClient` lê a credencial de `ESTANTE_CLIENT_ID` e `ESTANTE_CLIENT_SECRET`, repete as chamadas que vale repetir e lança `EstanteError`, com o `code`. `embedBooks` confere a origem das mensagens, troca a sessão que terminou e abre os links que saem do serviço. As outras chamadas estão no README do pacote.')}</p>
      <p><a class="download" href="${url}">Pacote do SDK (tgz)</a></p>
    </div>
    <div class="samples">
      ${codePanel('Instalar', 'bash', `npm install ${url}`)}
      ${codePanel('No backend', 'javascript', await readSnippet('sdk-backend.js', baseUrl))}
      ${codePanel('Na página', 'javascript', await readSnippet('sdk-page.js', baseUrl))}
    </div>
  </section>`
}
