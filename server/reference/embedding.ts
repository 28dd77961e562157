import { readFile } from 'node:fs/promises'
import { BASELINE } from '@estante/contract/baseline.ts'
import type { BridgeEvent } from '@estante/contract/bridge.ts'
import { type Screen, screenPath } from '@estante/contract/screens.ts'
import { type CodeLanguage, codePanel } from './code.ts'
import { type Html, html } from './html.ts'
import { inlineMarkup } from './prose.ts'

/** Every event the page sends to its host (specification, section 6). */
const events: Record<BridgeEvent['type'], { data: string; when: string; action: string }> = {
  'service:ready': {
    data: '—',
    when: 'A página tem o que mostrar: a tela pedida, o aviso de link vencido (logo antes de `service:session-expired`) ou “Tentar novamente” numa falha de rede.',
    action: 'Esconda o indicador de carregamento.',
  },
  'service:session-expired': {
    data: '`reason`: `invalid_launch_token` ou `refresh_failed`',
    when: 'O link expirou, já foi usado ou não é válido (`invalid_launch_token`); uma sessão longa terminou ou o acesso foi revogado com a visão aberta (`refresh_failed`).',
    action:
      'Peça uma sessão nova ao seu backend e carregue o novo `launchUrl` na mesma visão. Se o backend receber `USER_REVOKED`, feche a visão e explique.',
  },
  'service:close': {
    data: '—',
    when: 'O membro tocou em Fechar. Só existe com `closable=1`.',
    action: 'Feche a visão.',
  },
  'service:open-external': {
    data: '`url`: texto',
    when: 'Um link sai do serviço. No modo embutido, a página nunca navega para fora sozinha.',
    action: 'Abra a URL no navegador do sistema.',
  },
  'service:define': {
    data: '`word`: texto; `language`: o idioma do livro, como `pt-BR`',
    when: 'O membro pediu a definição de uma palavra, e o serviço não tem dicionário, ou nenhum tem a palavra.',
    action:
      'Abra o dicionário do sistema, se houver: `UIReferenceLibraryViewController` no iOS, `ACTION_DEFINE` no Android.',
  },
  'service:translate': {
    data: '`text`: texto, de até mil letras; `language`: o idioma do livro, como `en`',
    when: 'O membro pediu a tradução de um trecho de um livro que não está em português.',
    action: 'Abra o tradutor do aparelho: `translationPresentation` no iOS, `ACTION_TRANSLATE` no Android.',
  },
  'service:share': {
    data: '`text`: o trecho, o título e a autoria do livro',
    when: 'O membro pediu para compartilhar um trecho, e o navegador não compartilha (o WebView do Android).',
    action: 'Abra o compartilhamento do sistema: `ACTION_SEND` no Android.',
  },
  'service:media': {
    data: '`media`: `title`, `author`, `chapter`, `artwork`, `playing`, `position`, `duration`, `rate`; ou `null`',
    when: 'Onde o navegador não tem Media Session (o WebView do Android): um audiolivro, ou a narração de um e-book, começou, parou, mudou de capítulo ou de velocidade, ou saltou. Enquanto `playing`, `position` avança sozinha a `rate` segundos por segundo; 0 diz que o som está a caminho. `null`: não há mais o que controlar.',
    action:
      'Mostre a notificação de mídia com um serviço em primeiro plano, e mande os toques com `host:media`. Com `null`, tire-a.',
  },
  'service:unsupported': {
    data: '—',
    when: 'O navegador é mais antigo do que as versões acima. A página diz ao membro que atualize o sistema ou o navegador, e não troca o link. Chega logo depois de `service:ready`.',
    action:
      'Deixe a visão como está, ou feche-a e ofereça outro caminho: no Android, a atualização do Android System WebView na Play Store.',
  },
}

/** The query parameters of the launch address. */
const parameters = {
  token: 'Já vem no `launchUrl`. É trocado por uma sessão e some da barra de endereço.',
  redirect: 'Já vem no `launchUrl` quando `redirectPath` foi enviado. Não o monte à mão.',
  embed: '`embed=1`: modo embutido. Eventos e links externos vão ao seu aplicativo. Envie sempre.',
  closable: '`closable=1`: mostra o botão Fechar, que envia `service:close`.',
}

const screens: { [Name in Screen['name']]: { screen: Extract<Screen, { name: Name }>; name: string } } = {
  home: { screen: { name: 'home' }, name: 'Início (padrão)' },
  explore: { screen: { name: 'explore' }, name: 'Explorar o acervo' },
  ebooks: { screen: { name: 'ebooks' }, name: 'E-books' },
  library: { screen: { name: 'library' }, name: 'Biblioteca do membro' },
  queue: { screen: { name: 'queue' }, name: 'A fila do membro' },
  lists: { screen: { name: 'lists' }, name: 'As listas do membro' },
  notebook: { screen: { name: 'notebook' }, name: 'As anotações do membro; `/notas/{id}`, as de um título' },
  profile: { screen: { name: 'profile' }, name: 'Conta' },
  title: { screen: { name: 'title', id: '{id}' }, name: 'Página de um título; `id` vem do catálogo' },
  player: { screen: { name: 'player', id: '{id}' }, name: 'Player do audiolivro; `id` vem do catálogo' },
  reader: { screen: { name: 'reader', id: '{id}' }, name: 'Leitor do e-book; `id` vem do catálogo' },
}

/** Platforms, each with its sample in `snippets/` and notes on it. */
export const hosts: { id: string; name: string; file: string; language: CodeLanguage; note: string }[] = [
  {
    id: 'iframe',
    name: 'Página web (iframe)',
    file: 'iframe.html',
    language: 'xml',
    note: 'Os eventos chegam como objetos, por `postMessage`. Confira sempre `event.origin`. Permita `autoplay` e `fullscreen`; `web-share` e `clipboard-write` deixam o membro compartilhar e copiar um trecho. Se a sua página tem uma `Content-Security-Policy`, ponha em `frame-src` o endereço da aplicação embutida.',
  },
  {
    id: 'android',
    name: 'Android (Kotlin)',
    file: 'android.kt',
    language: 'kotlin',
    note: '`addJavascriptInterface` já cria `window.WebViewBridge`; a mensagem é um texto JSON.',
  },
  {
    id: 'ios',
    name: 'iOS (Swift)',
    file: 'ios.swift',
    language: 'swift',
    note: 'Um script injetado antes da página cria `window.WebViewBridge` sobre o canal do WebKit.',
  },
  {
    id: 'react-native',
    name: 'React Native',
    file: 'react-native.jsx',
    language: 'javascript',
    note: 'Com `react-native-webview`.',
  },
  {
    id: 'flutter',
    name: 'Flutter',
    file: 'flutter.dart',
    language: 'dart',
    note: 'Com `webview_flutter`, `webview_flutter_android`, `webview_flutter_wkwebview`, `url_launcher` e `share_plus`; o canal JavaScript já se chama `WebViewBridge`.',
  },
]

/** Reads a sample, with an address of this service in place of the example's. */
export async function readSnippet(file: string, url: string): Promise<string> {
  const text = await readFile(new URL(`snippets/${file}`, import.meta.url), 'utf8')
  return text.replaceAll('https://livros.example.com', url)
}

/** Renders the sections on the embedded view: how to open it, its events, and the host's code on each platform. */
export async function embeddingSections(playUrl: string): Promise<Html> {
  const snippets = await Promise.all(
    hosts.map(async (host) => ({ ...host, text: await readSnippet(host.file, playUrl) })),
  )
  return html`
    <section id="abrir" class="text">
      <h3><a class="anchor" href="#abrir">Abrir a visão</a></h3>
      <p>${inlineMarkup('Seu backend identifica o membro pela sessão dele com você — nunca por um parâmetro vindo do aplicativo — e devolve só o `launchUrl`. Acrescente `&embed=1&closable=1` a ele, que sempre tem uma query, e carregue-o imediatamente. Peça uma sessão nova a cada abertura: sem lote, sem cache, sem reuso, sem envio por push ou e-mail.')}</p>
      ${table(
        ['Parâmetro', 'Efeito'],
        Object.entries(parameters).map(([name, effect]) => [`\`${name}\``, effect]),
      )}
      <p>${inlineMarkup('Na visão nativa, ligue JavaScript, armazenamento DOM, reprodução de mídia sem toque e vídeo e áudio na própria página. A visão só navega dentro de ')}<code>${playUrl}</code>; todo outro link abre no navegador do sistema.</p>
    </section>
    <section id="versoes" class="text">
      <h3><a class="anchor" href="#versoes">Sistemas e navegadores</a></h3>
      <p>${inlineMarkup('A visão funciona a partir destas versões. No Android conta a do Android System WebView, que se atualiza pela loja; no iPhone e no iPad, a do próprio sistema.')}</p>
      ${table(
        ['Onde', 'Versão mínima'],
        [
          ['Android (WebView e Chrome)', BASELINE.chrome],
          ['iPhone e iPad', `iOS e iPadOS ${BASELINE.ios}`],
          ['Firefox', BASELINE.firefox],
        ],
      )}
    </section>
    <section id="telas" class="text">
      <h3><a class="anchor" href="#telas">Telas</a></h3>
      <p>${inlineMarkup('Caminhos que `redirectPath` pode levar. Um caminho desconhecido leva à tela inicial.')}</p>
      ${table(
        ['Caminho', 'Tela'],
        Object.values(screens).map(({ screen, name }) => [`\`${screenPath(screen)}\``, name]),
      )}
    </section>
    <section id="eventos" class="text">
      <h3><a class="anchor" href="#eventos">Eventos</a></h3>
      <p>${inlineMarkup('Mensagens da página ao seu aplicativo; o seu backend não é chamado (não há webhooks). Numa visão nativa, a página chama `window.WebViewBridge.postMessage` com um texto JSON; num iframe, `window.parent.postMessage` com um objeto. Ignore os tipos que não conhece: novos podem surgir.')}</p>
      ${table(
        ['`type`', 'Dados', 'Quando', 'O que fazer'],
        Object.entries(events).map(([type, { data, when, action }]) => [`\`${type}\``, data, when, action]),
      )}
      <p>${inlineMarkup('O aplicativo responde com `postMessage` à janela da página, com um objeto ou um texto JSON: `{ "type": "host:media", "action": "pause" }`. As ações são `play`, `pause`, `forward`, `back`, `next`, `previous` e `seek`, esta com `position`, em segundos. Num WebView, por `evaluateJavascript`; num iframe, do documento que o contém.')}</p>
    </section>
    ${snippets.map(
      ({ id, name, note, language, text }) => html`<section id="${id}" class="split">
        <div class="text">
          <h3><a class="anchor" href="#${id}">${name}</a></h3>
          <p>${inlineMarkup(note)}</p>
        </div>
        <div class="samples">${codePanel(name, language, text)}</div>
      </section>`,
    )}
    <section id="limites-da-web" class="text">
      <h3><a class="anchor" href="#limites-da-web">Limites da versão web</a></h3>
      <ul class="plain">
        <li>Áudio em segundo plano e com a tela bloqueada é limitado, sobretudo no iOS; no Android varia com o fabricante e a economia de bateria. Os exemplos mostram o que o aplicativo faz para que ele continue.</li>
        <li>Não há download: é preciso estar conectado.</li>
        <li>Os controles da tela de bloqueio e do fone podem não aparecer ou não responder.</li>
      </ul>
    </section>`
}

function table(head: string[], rows: string[][]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Tabela"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${inlineMarkup(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => html`<td data-label="${head[index]?.replaceAll('`', '')}">${inlineMarkup(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`
}
