import { type Html, html } from './html.ts'
import { type OpenApi, type Parameter, refName, resolveSchema, type Schema } from './openapi.ts'
import { inlineMarkup } from './prose.ts'

/** Renders the fields of an object: type, rules and description of each. */
export function schemaFields(api: OpenApi, schema: Schema): Html {
  const { properties = {}, required = [] } = resolveSchema(api, schema)
  return html`<ul class="fields">
    ${Object.entries(properties).map(([name, property]) =>
      field(name, property, required.includes(name) ? 'obrigatório' : undefined),
    )}
  </ul>`
}

/** Renders the parameters of a call in the path, the query and the headers. */
export function parameterFields(parameters: Parameter[]): Html {
  const locations = { path: 'no caminho', query: 'na query', header: 'cabeçalho' }
  return html`<ul class="fields">
    ${parameters.map(({ name, schema, description, required, in: within }) =>
      field(
        name,
        { ...schema, ...(description && { description }) },
        required ? 'obrigatório' : undefined,
        locations[within],
      ),
    )}
  </ul>`
}

function field(name: string, schema: Schema, requirement: string | undefined, within?: string): Html {
  return html`<li>
    <div class="field-name">
      <code>${name}</code> <span class="type">${typeOf(schema)}${within && ` · ${within}`}</span>
      ${requirement && html`<span class="badge">${requirement}</span>`}
    </div>
    ${schema.description && html`<p>${inlineMarkup(schema.description)}</p>`}
    ${rulesOf(schema)}
  </li>`
}

function typeOf(schema: Schema, plural: '' | 's' = ''): Html {
  if (schema.$ref) return schemaLink(refName(schema.$ref))
  if (schema.items) return html`lista de ${typeOf(schema.items, 's')}`
  const types =
    schema.anyOf?.map((one) => typeOf(one)) ??
    [schema.type].flat().map((type) => html`${typeNames[type ?? ''] ?? type}${plural}`)
  return html`${types.map((type, index) => html`${index > 0 && ' ou '}${type}`)}`
}

/** Renders a link to the object of that name. */
export function schemaLink(name: string): Html {
  return html`<a href="#objeto-${name}"><code>${name}</code></a>`
}

const typeNames: Record<string, string> = { string: 'texto', integer: 'inteiro', null: 'null', object: 'objeto' }
const formatNames: Record<string, string> = { email: 'e-mail', 'date-time': 'data ISO 8601', uri: 'URL completa' }

function rulesOf(schema: Schema): Html | undefined {
  const rules = [
    schema.enum && `valores: ${schema.enum.map((value) => `\`${value}\``).join(', ')}`,
    schema.format && (formatNames[schema.format] ?? schema.format),
    schema.minLength === 1 && 'não pode ser vazio',
    schema.maxLength !== undefined && `até ${schema.maxLength.toLocaleString('pt-BR')} caracteres`,
    schema.minimum !== undefined && `mínimo ${schema.minimum}`,
    schema.default !== undefined && `padrão ${schema.default}`,
  ].filter((rule) => typeof rule === 'string')
  return rules.length > 0 ? html`<p class="rules">${inlineMarkup(rules.join(' · '))}</p>` : undefined
}
