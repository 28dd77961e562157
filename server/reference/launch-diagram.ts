import { type Html, html } from './html.ts'

const ACTORS = ['Visão embutida', 'Seu aplicativo', 'Seu backend', 'Serviço']
const [VIEW, APP, BACKEND, SERVICE] = [0, 1, 2, 3]

/** The launch, message by message (specification, section 1). A dashed line is an answer. */
const MESSAGES: { from: number; to: number; text: string; isAnswer?: true }[] = [
  { from: APP, to: BACKEND, text: 'o membro abre a área de livros' },
  { from: BACKEND, to: SERVICE, text: 'POST /partner/v1/sessions' },
  { from: SERVICE, to: BACKEND, text: '201 launchUrl', isAnswer: true },
  { from: BACKEND, to: APP, text: 'só o launchUrl', isAnswer: true },
  { from: APP, to: VIEW, text: 'launchUrl&embed=1&closable=1' },
  {
    from: VIEW,
    to: SERVICE,
    text: 'tira o token da barra de endereço e o troca por uma sessão — uma única vez, em até 60 s',
  },
  { from: SERVICE, to: VIEW, text: 'membro dentro', isAnswer: true },
  { from: VIEW, to: APP, text: 'service:ready', isAnswer: true },
]

const WIDTH = 860
const LANE = 240
const LEFT = 70
const TOP = 40
const STEP = 46
const HEIGHT = TOP + STEP * (MESSAGES.length + 1)

export function launchDiagram(): Html {
  return html`<div class="diagram" tabindex="0" role="region" aria-label="Fluxo de entrada, em diagrama">
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="fluxo-descricao">
    <title id="fluxo-descricao">Fluxo de entrada: o aplicativo pede uma sessão ao seu backend, que a pede ao serviço; o aplicativo abre o link na visão embutida, que troca o token por uma sessão e avisa service:ready.</title>
    <defs>
      <marker id="seta" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" /></marker>
    </defs>
    ${ACTORS.map(
      (name, index) => html`<g>
        <line class="lane" x1="${laneX(index)}" x2="${laneX(index)}" y1="${TOP}" y2="${HEIGHT - 6}" />
        <rect class="actor" x="${laneX(index) - 66}" y="6" width="132" height="32" rx="8" />
        <text class="actor-name" x="${laneX(index)}" y="27">${name}</text>
      </g>`,
    )}
    ${MESSAGES.map(({ from, to, text, isAnswer }, index) => {
      const y = TOP + STEP * (index + 1)
      const direction = Math.sign(to - from)
      return html`<g>
        <line class="message ${isAnswer && 'answer'}" x1="${laneX(from)}" x2="${laneX(to) - direction * 3}" y1="${y}" y2="${y}" marker-end="url(#seta)" />
        <text class="message-text" x="${(laneX(from) + laneX(to)) / 2}" y="${y - 9}"><tspan class="number">${index + 1}</tspan> ${text}</text>
      </g>`
    })}
  </svg></div>`
}

function laneX(index: number): number {
  return LEFT + LANE * index
}
