import type { CodeLanguage } from './code.ts'
import type { Endpoint } from './openapi.ts'

/** A call of an endpoint, ready to be copied. */
export interface CodeSample {
  name: string
  language: CodeLanguage
  text: string
}

/** A partner's own values instead of the examples'. Never a secret. */
export interface OwnValues {
  clientId: string
  externalUserId: string
  /** Replaces the example's identifier, where the endpoint takes one. */
  body?: Record<string, string>
}

interface Call {
  endpoint: Endpoint
  /** The address with its parameters, as each language writes them. */
  url: (writeId: (id: string) => string) => string
  externalUserId: string
  body: unknown
  /** Undefined: read from the environment, like the secret. */
  clientId: string | undefined
}

/** Writes the same call in each language: the credential from the environment, the values from the examples. */
export function samplesOf(endpoint: Endpoint, baseUrl: string, own?: OwnValues): CodeSample[] {
  const externalUserId = own?.externalUserId ?? exampleId(endpoint)
  const call = {
    endpoint,
    url: urlWriter(endpoint, baseUrl, externalUserId),
    externalUserId,
    body: endpoint.requestBody && (own?.body ?? exampleBody(endpoint)),
    clientId: own?.clientId,
  }
  return [
    { name: 'curl', language: 'bash', text: curl(call) },
    { name: 'TypeScript', language: 'typescript', text: typescript(call) },
    { name: 'PHP', language: 'php', text: php(call) },
    { name: 'Python', language: 'python', text: python(call) },
    { name: 'Java', language: 'java', text: java(call) },
    { name: 'C#', language: 'csharp', text: csharp(call) },
    { name: 'Go', language: 'go', text: go(call) },
  ]
}

function urlWriter({ path, parameters = [] }: Endpoint, baseUrl: string, id: string): Call['url'] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return (writeId) =>
    baseUrl + path.replace(/\{\w+\}/, () => writeId(id)) + (query.length > 0 ? `?${query.join('&')}` : '')
}

function exampleId({ parameters = [] }: Endpoint): string {
  return String(parameters.find((parameter) => parameter.in === 'path')?.example ?? '')
}

function exampleBody({ requestBody }: Endpoint): unknown {
  return Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value
}

function takesCursor({ parameters = [] }: Endpoint): boolean {
  return parameters.some(({ name }) => name === 'cursor')
}

function curl({ endpoint, url, body, clientId = '$ESTANTE_CLIENT_ID' }: Call): string {
  const lines = [
    `curl --max-time 10${endpoint.method === 'GET' ? '' : ` --request ${endpoint.method}`}`,
    `  '${url(encodeURIComponent)}'`,
    `  --user "${clientId}:$ESTANTE_CLIENT_SECRET"`,
  ]
  if (body !== undefined) {
    lines.push(
      `  --header 'Content-Type: application/json'`,
      `  --data '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`,
    )
  }
  return lines.join(' \\\n') + (takesCursor(endpoint) ? `\n\n# ${NEXT_PAGE}` : '')
}

const NEXT_PAGE = 'Repita com ?cursor=<nextCursor da resposta> até ele vir null.'
const NO_MEMBER = '404: o membro não existe, e não há o que fazer.'

function typescript({ endpoint, url, externalUserId, body, clientId }: Call): string {
  const address = endpoint.path.includes('{')
    ? `\`${url(() => `\${encodeURIComponent(externalUserId)}`)}\``
    : `'${url(encodeURIComponent)}'`
  const headers = [
    `Authorization: \`Basic \${credential}\``,
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ]
  return [
    `const { ${clientId === undefined ? 'ESTANTE_CLIENT_ID, ' : ''}ESTANTE_CLIENT_SECRET } = process.env`,
    `const credential = Buffer.from(\`${clientId ?? `\${ESTANTE_CLIENT_ID}`}:\${ESTANTE_CLIENT_SECRET}\`).toString('base64')`,
    ...(endpoint.path.includes('{') ? [`const externalUserId = '${externalUserId}'`] : []),
    '',
    ...(takesCursor(endpoint)
      ? [
          `const url = new URL(${address})`,
          'const items = []',
          'let cursor',
          'do {',
          `  const response = await fetch(url, { headers: { ${headers.join(', ')} }, signal: AbortSignal.timeout(10_000) })`,
          `  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)`,
          '  const page = await response.json()',
          '  items.push(...page.items)',
          '  cursor = page.nextCursor',
          `  url.searchParams.set('cursor', cursor ?? '')`,
          '} while (cursor !== null)',
        ]
      : [
          `const response = await fetch(${address}, {`,
          ...(endpoint.method === 'GET' ? [] : [`  method: '${endpoint.method}',`]),
          `  headers: { ${headers.join(', ')} },`,
          '  signal: AbortSignal.timeout(10_000),',
          ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(literal(body, javascriptSyntax), '  ')}),`]),
          '})',
          ...(isDoneAt404(endpoint) ? [`// ${NO_MEMBER}`] : []),
          `if (!response.ok${isDoneAt404(endpoint) ? ' && response.status !== 404' : ''}) throw new Error(\`\${response.status} \${await response.text()}\`)`,
          ...(hasAnswer(endpoint) ? ['const answer = await response.json()'] : []),
        ]),
  ].join('\n')
}

function php({ endpoint, url, externalUserId, body, clientId }: Call): string {
  const address = endpoint.path.includes('{')
    ? `'${url(() => `' . rawurlencode('${externalUserId}') . '`)}'`.replace(/ \. ''$/, '')
    : `'${url(encodeURIComponent)}'`
  if (takesCursor(endpoint)) {
    return [
      '$items = [];',
      '$cursor = null;',
      'do {',
      `    $query = $cursor === null ? '' : '?cursor=' . rawurlencode($cursor);`,
      `    $request = curl_init(${address} . $query);`,
      '    curl_setopt_array($request, [',
      `        CURLOPT_USERPWD => ${clientId === undefined ? `getenv('ESTANTE_CLIENT_ID') . ':'` : `'${clientId}:'`} . getenv('ESTANTE_CLIENT_SECRET'),`,
      '        CURLOPT_RETURNTRANSFER => true,',
      '        CURLOPT_FAILONERROR => true,',
      '        CURLOPT_TIMEOUT => 10,',
      '    ]);',
      '    $body = curl_exec($request);',
      '    if ($body === false) throw new RuntimeException(curl_error($request));',
      '    $page = json_decode($body, true);',
      `    array_push($items, ...$page['items']);`,
      `    $cursor = $page['nextCursor'];`,
      '} while ($cursor !== null);',
    ].join('\n')
  }
  return [
    `$request = curl_init(${address});`,
    'curl_setopt_array($request, [',
    ...(endpoint.method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${endpoint.method}',`]),
    `    CURLOPT_USERPWD => ${clientId === undefined ? `getenv('ESTANTE_CLIENT_ID') . ':'` : `'${clientId}:'`} . getenv('ESTANTE_CLIENT_SECRET'),`,
    ...(body === undefined
      ? []
      : [
          `    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],`,
          `    CURLOPT_POSTFIELDS => json_encode(${indent(literal(body, phpSyntax), '    ')}),`,
        ]),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 10,',
    ']);',
    '$body = curl_exec($request);',
    'if ($body === false) throw new RuntimeException(curl_error($request));',
    '$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);',
    ...(isDoneAt404(endpoint) ? [`// ${NO_MEMBER}`] : []),
    `if ($status >= 400${isDoneAt404(endpoint) ? ' && $status !== 404' : ''}) throw new RuntimeException("$status $body");`,
    ...(hasAnswer(endpoint) ? ['$answer = json_decode($body, true);'] : []),
  ].join('\n')
}

function python({ endpoint, url, externalUserId, body, clientId }: Call): string {
  const hasId = endpoint.path.includes('{')
  const address = hasId
    ? `f"${url(() => '{quote(external_user_id, safe="")}')}"`.replace('safe=""', "safe=''")
    : `"${url(encodeURIComponent)}"`
  const auth = `(${clientId === undefined ? 'os.environ["ESTANTE_CLIENT_ID"]' : `"${clientId}"`}, os.environ["ESTANTE_CLIENT_SECRET"])`
  if (takesCursor(endpoint)) {
    return [
      'import os',
      '',
      'import requests',
      '',
      'items, cursor, parameters = [], "", {}',
      'while cursor is not None:',
      '    response = requests.get(',
      `        ${address},`,
      '        params=parameters,',
      `        auth=${auth},`,
      '        timeout=10,',
      '    )',
      '    response.raise_for_status()',
      '    page = response.json()',
      '    items += page["items"]',
      '    cursor = page["nextCursor"]',
      '    parameters = {"cursor": cursor}',
    ].join('\n')
  }
  return [
    'import os',
    ...(hasId ? ['from urllib.parse import quote'] : []),
    '',
    'import requests',
    '',
    ...(hasId ? [`external_user_id = "${externalUserId}"`] : []),
    `response = requests.${endpoint.method.toLowerCase()}(`,
    `    ${address},`,
    `    auth=${auth},`,
    ...(body === undefined ? [] : [`    json=${indent(literal(body, pythonSyntax), '    ')},`]),
    '    timeout=10,',
    ')',
    ...(isDoneAt404(endpoint)
      ? ['if response.status_code != 404:  # 404: o membro não existe', '    response.raise_for_status()']
      : ['response.raise_for_status()']),
    ...(hasAnswer(endpoint) ? ['answer = response.json()'] : []),
  ].join('\n')
}

/** Java 17. Its library reads no JSON: the answer is left as text. */
function java({ endpoint, url, externalUserId, body, clientId }: Call): string {
  const hasId = endpoint.path.includes('{')
  const address = `"${url(() => '" + externalUserId + "')}"`.replace(/ \+ ""$/, '')
  const id = clientId === undefined ? 'System.getenv("ESTANTE_CLIENT_ID") + ":"' : `"${clientId}:"`
  const content = JSON.stringify(body, null, 2)?.replaceAll('\n', '\n        ')
  const publisher = content ? `BodyPublishers.ofString("""\n        ${content}""")` : 'BodyPublishers.noBody()'
  return [
    'import java.net.*;',
    'import java.net.http.*;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    'import java.time.Duration;',
    'import java.util.Base64;',
    'import static java.nio.charset.StandardCharsets.UTF_8;',
    '',
    `var credential = ${id} + System.getenv("ESTANTE_CLIENT_SECRET");`,
    ...(hasId
      ? [
          '// URLEncoder escreve um espaço como +, que num caminho é outro caractere.',
          `var externalUserId = URLEncoder.encode("${externalUserId}", UTF_8).replace("+", "%20");`,
        ]
      : []),
    `var request = HttpRequest.newBuilder(URI.create(${address}))`,
    '    .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credential.getBytes(UTF_8)))',
    ...(content ? ['    .header("Content-Type", "application/json")'] : []),
    `    .method("${endpoint.method}", ${publisher})`,
    '    .timeout(Duration.ofSeconds(10))',
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    ...(isDoneAt404(endpoint) ? [`// ${NO_MEMBER}`] : []),
    `if (response.statusCode() >= 400${isDoneAt404(endpoint) ? ' && response.statusCode() != 404' : ''}) {`,
    '    throw new IllegalStateException(response.statusCode() + " " + response.body());',
    '}',
    ...(takesCursor(endpoint) ? [`// ${NEXT_PAGE}`] : []),
  ].join('\n')
}

/** C# 9, whose top-level statements make it a whole program. The answer is left as text, as in Java. */
function csharp({ endpoint, url, externalUserId, body, clientId }: Call): string {
  const address = `"${url(() => `" + Uri.EscapeDataString("${externalUserId}") + "`)}"`.replace(/ \+ ""$/, '')
  const id = clientId === undefined ? 'Environment.GetEnvironmentVariable("ESTANTE_CLIENT_ID") + ":"' : `"${clientId}:"`
  const content = JSON.stringify(body, null, 4)?.replaceAll('"', '""')
  const method = endpoint.method[0] + endpoint.method.slice(1).toLowerCase()
  return [
    'using System;',
    'using System.Net.Http;',
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    `var credential = ${id} + Environment.GetEnvironmentVariable("ESTANTE_CLIENT_SECRET");`,
    `var request = new HttpRequestMessage(HttpMethod.${method}, ${address});`,
    'request.Headers.Authorization =',
    '    new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(credential)));',
    ...(content ? [`request.Content = new StringContent(@"${content}", Encoding.UTF8, "application/json");`] : []),
    '',
    'var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };',
    'var response = await client.SendAsync(request);',
    'var answer = await response.Content.ReadAsStringAsync();',
    ...(isDoneAt404(endpoint) ? [`// ${NO_MEMBER}`] : []),
    `if ((int)response.StatusCode >= 400${isDoneAt404(endpoint) ? ' && (int)response.StatusCode != 404' : ''})`,
    '    throw new HttpRequestException($"{(int)response.StatusCode} {answer}");',
    ...(takesCursor(endpoint) ? [`// ${NEXT_PAGE}`] : []),
  ].join('\n')
}

function go({ endpoint, url, externalUserId, body, clientId }: Call): string {
  const hasId = endpoint.path.includes('{')
  const address = `"${url(() => `"+url.PathEscape("${externalUserId}")+"`)}"`.replace(/\+""$/, '')
  const id = clientId === undefined ? 'os.Getenv("ESTANTE_CLIENT_ID")' : `"${clientId}"`
  const content = JSON.stringify(body, null, 2)
  const packages = [
    'fmt',
    'io',
    'net/http',
    ...(hasId ? ['net/url'] : []),
    'os',
    ...(content ? ['strings'] : []),
    'time',
  ]
  return [
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    `func ${endpoint.operationId}() ([]byte, error) {`,
    ...(content ? [`\tbody := strings.NewReader(\`${content}\`)`] : []),
    `\trequest, err := http.NewRequest("${endpoint.method}", ${address}, ${content ? 'body' : 'nil'})`,
    '\tif err != nil {',
    '\t\treturn nil, err',
    '\t}',
    `\trequest.SetBasicAuth(${id}, os.Getenv("ESTANTE_CLIENT_SECRET"))`,
    ...(content ? ['\trequest.Header.Set("Content-Type", "application/json")'] : []),
    '\tclient := http.Client{Timeout: 10 * time.Second}',
    '\tresponse, err := client.Do(request)',
    '\tif err != nil {',
    '\t\treturn nil, err',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...(isDoneAt404(endpoint) ? [`\t// ${NO_MEMBER}`] : []),
    `\tif err == nil && response.StatusCode >= 400${isDoneAt404(endpoint) ? ' && response.StatusCode != 404' : ''} {`,
    '\t\terr = fmt.Errorf("%s %s", response.Status, answer)',
    '\t}',
    '\treturn answer, err',
    '}',
    ...(takesCursor(endpoint) ? [`// ${NEXT_PAGE}`] : []),
  ].join('\n')
}

/** Whether a 404 counts as success: the resource to be removed does not exist. */
function isDoneAt404({ method, responses }: Endpoint): boolean {
  return method === 'DELETE' && '404' in responses
}

function hasAnswer({ responses }: Endpoint): boolean {
  return !('204' in responses)
}

interface Syntax {
  open: string
  close: string
  field: (name: string, value: string) => string
  quote: string
  tab: string
}

const javascriptSyntax: Syntax = {
  open: '{',
  close: '}',
  field: (name, value) => `${name}: ${value}`,
  quote: "'",
  tab: '  ',
}
const phpSyntax: Syntax = {
  open: '[',
  close: ']',
  field: (name, value) => `'${name}' => ${value}`,
  quote: "'",
  tab: '    ',
}
const pythonSyntax: Syntax = {
  open: '{',
  close: '}',
  field: (name, value) => `"${name}": ${value}`,
  quote: '"',
  tab: '    ',
}

/** Writes a flat object of texts, which all bodies of the API are, in each language. */
function literal(body: unknown, { open, close, field, quote, tab }: Syntax): string {
  const fields = Object.entries(body as Record<string, string>).map(([name, value]) =>
    field(name, quote + value + quote),
  )
  return [open, ...fields.map((one) => `${tab}${one},`), close].join('\n')
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`)
}
