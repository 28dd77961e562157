import { code, codePanel, copyButton } from './code.ts'
import { parameterFields, schemaFields, schemaLink } from './fields.ts'
import { type Html, html } from './html.ts'
import { type Endpoint, type OpenApi, type Response, refName, resolveResponse } from './openapi.ts'
import { inlineMarkup, prose } from './prose.ts'
import { samplesOf } from './samples.ts'

/** Renders an endpoint: description, parameters and answers, and beside them sample calls with their answers. */
export function endpointSection(api: OpenApi, endpoint: Endpoint, baseUrl: string): Html {
  const body = endpoint.requestBody?.content['application/json'].schema
  return html`<section class="split endpoint" id="${endpointId(endpoint)}" aria-labelledby="${endpointId(endpoint)}-titulo">
    <div class="text">
      <h3 id="${endpointId(endpoint)}-titulo"><a class="anchor" href="#${endpointId(endpoint)}">${endpoint.summary}</a></h3>
      <p class="address">${methodBadge(endpoint.method)} <code>${endpoint.path}</code></p>
      ${prose(endpoint.description)}
      ${endpoint.parameters && html`<h4>Parâmetros</h4>${parameterFields(endpoint.parameters)}`}
      ${body && html`<h4>Corpo ${body.$ref && schemaLink(refName(body.$ref))}</h4>${schemaFields(api, body)}`}
      <h4>Respostas</h4>
      <ul class="answers">${answersOf(api, endpoint).map((answer) => answerLine(answer))}</ul>
    </div>
    <div class="samples">${sampleTabs(endpoint, baseUrl)}${exampleAnswers(api, endpoint)}</div>
  </section>`
}

export function endpointId({ operationId }: { operationId: string }): string {
  return `endpoint-${operationId}`
}

export function methodBadge(method: string): Html {
  return html`<span class="method" data-method="${method}">${method}</span>`
}

interface Answer {
  status: string
  /** Undefined for a success. */
  errorCode: string | undefined
  response: Response
}

function answersOf(api: OpenApi, endpoint: Endpoint): Answer[] {
  return Object.entries(endpoint.responses).flatMap(([status, one]): Answer[] => {
    const response = resolveResponse(api, one)
    if (!response) return []
    const codes = Object.keys(response.content?.['application/json'].examples ?? {})
    return codes.length > 0
      ? codes.map((errorCode) => ({ status, errorCode, response }))
      : [{ status, errorCode: undefined, response }]
  })
}

function answerLine({ status, errorCode, response }: Answer): Html {
  const schema = response.content?.['application/json'].schema
  const description = errorCode
    ? html`<a href="#erro-${errorCode}"><code>${errorCode}</code></a>`
    : html`${inlineMarkup(response.description)} ${schema?.$ref && schemaLink(refName(schema.$ref))}`
  return html`<li><span class="status" data-status="${status[0]}">${status}</span> <span>${description}</span></li>`
}

function sampleTabs(endpoint: Endpoint, baseUrl: string): Html {
  const samples = samplesOf(endpoint, baseUrl)
  return html`<figure class="panel">
    <figcaption class="panel-bar">
      <span class="languages" role="group" aria-label="Linguagem do exemplo">
        ${samples.map(
          ({ name }, index) =>
            html`<button type="button" data-language="${name}" aria-pressed="${index === 0 ? 'true' : 'false'}" hidden>${name}</button>`,
        )}
      </span>
      ${copyButton()}
    </figcaption>
    ${samples.map(
      ({ name, language, text }, index) =>
        html`<div class="sample" data-language="${name}" ${index > 0 && 'hidden'}>${code(language, text, `${endpoint.summary}: exemplo em ${name}`)}</div>`,
    )}
  </figure>`
}

function exampleAnswers(api: OpenApi, endpoint: Endpoint): Html {
  const answers = answersOf(api, endpoint)
  const errors = answers.filter((answer) => answer.errorCode !== undefined)
  return html`${answers
    .filter((answer) => answer.errorCode === undefined)
    .map(({ status, response }) => {
      const example = response.content?.['application/json'].example
      return example === undefined
        ? html`<p class="panel no-body"><span class="status" data-status="${status[0]}">${status}</span> ${inlineMarkup(response.description.replace(/ Sem corpo\.$/, ''))} Sem corpo.</p>`
        : codePanel(`Resposta ${status}`, 'json', JSON.stringify(example, null, 2))
    })}
    <details class="panel">
      <summary class="panel-bar">Respostas de erro <span class="count">${errors.length}</span></summary>
      ${errors.map(({ status, errorCode = '', response }) => {
        const value = response.content?.['application/json'].examples?.[errorCode]?.value
        return html`<p class="panel-label">${status} ${errorCode}</p>
          ${code('json', JSON.stringify(value, null, 2), `Resposta ${status} ${errorCode}`)}`
      })}
    </details>`
}
