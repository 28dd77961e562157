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
  /** Undefined for an endpoint without one in its path. */
  externalUserId: string | undefined
  body: unknown
  /** Undefined: read from the environment, like the secret. */
  clientId: string | undefined
  /** Whether the endpoint has pages. */
  isPaged: boolean
  hasAnswer: boolean
  /** Whether a 404 counts as success: the resource to be removed does not exist. */
  isDoneAt404: boolean
}

/** Writes the same call in each language: the credential from the environment, the values from the examples. */
export function samplesOf(endpoint: Endpoint, baseUrl: string, own?: OwnValues): CodeSample[] {
  const { method, parameters = [], requestBody, responses } = endpoint
  const inPath = parameters.find((parameter) => parameter.in === 'path')
  const externalUserId = inPath && (own?.externalUserId ?? String(inPath.example))
  const call: Call = {
    endpoint,
    url: urlWriter(endpoint, baseUrl, externalUserId ?? ''),
    externalUserId,
    body: requestBody && (own?.body ?? exampleBody(endpoint)),
    clientId: own?.clientId,
    isPaged: parameters.some(({ name }) => name === 'cursor'),
    hasAnswer: !('204' in responses),
    isDoneAt404: method === 'DELETE' && '404' in responses,
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

function exampleBody({ requestBody }: Endpoint): unknown {
  return Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value
}

/** Joins lines of code, without those that the call has no use for. */
function lines(...all: (string | false | undefined)[]): string {
  return all.filter((line) => typeof line === 'string').join('\n')
}

function curl({ endpoint, url, body, isPaged, clientId = '$ESTANTE_CLIENT_ID' }: Call): string {
  const parts = [
    `curl --max-time 10${endpoint.method === 'GET' ? '' : ` --request ${endpoint.method}`}`,
    `  '${url(encodeURIComponent)}'`,
    `  --user "${clientId}:$ESTANTE_CLIENT_SECRET"`,
  ]
  if (body !== undefined) {
    parts.push(
      `  --header 'Content-Type: application/json'`,
      `  --data '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`,
    )
  }
  return parts.join(' \\\n') + (isPaged ? `\n\n# ${NEXT_PAGE}` : '')
}

const NEXT_PAGE = 'Repita com ?cursor=<nextCursor da resposta> até ele vir null.'
const NO_MEMBER = '404: o membro não existe, e não há o que fazer.'

function typescript({ endpoint, url, externalUserId, body, clientId, isPaged, hasAnswer, isDoneAt404 }: Call): string {
  const address =
    externalUserId === undefined
      ? `'${url(encodeURIComponent)}'`
      : `\`${url(() => `\${encodeURIComponent(externalUserId)}`)}\``
  const type = body === undefined ? '' : `, 'Content-Type': 'application/json'`
  const headers = `{ Authorization: \`Basic \${credential}\`${type} }`
  const fields = body !== undefined && literal(body, ['{', '}'], '  ', (name, value) => `${name}: '${value}'`)
  const start = lines(
    `const { ${clientId === undefined ? 'ESTANTE_CLIENT_ID, ' : ''}ESTANTE_CLIENT_SECRET } = process.env`,
    `const credential = Buffer.from(\`${clientId ?? `\${ESTANTE_CLIENT_ID}`}:\${ESTANTE_CLIENT_SECRET}\`).toString('base64')`,
    externalUserId !== undefined && `const externalUserId = '${externalUserId}'`,
    '',
  )
  if (isPaged) {
    return lines(
      start,
      `const url = new URL(${address})`,
      'const items = []',
      'let cursor',
      'do {',
      `  const response = await fetch(url, { headers: ${headers}, signal: AbortSignal.timeout(10_000) })`,
      `  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)`,
      '  const page = await response.json()',
      '  items.push(...page.items)',
      '  cursor = page.nextCursor',
      `  url.searchParams.set('cursor', cursor ?? '')`,
      '} while (cursor !== null)',
    )
  }
  return lines(
    start,
    `const response = await fetch(${address}, {`,
    endpoint.method !== 'GET' && `  method: '${endpoint.method}',`,
    `  headers: ${headers},`,
    '  signal: AbortSignal.timeout(10_000),',
    fields && `  body: JSON.stringify(${fields}),`,
    '})',
    isDoneAt404 && `// ${NO_MEMBER}`,
    `if (!response.ok${isDoneAt404 ? ' && response.status !== 404' : ''}) throw new Error(\`\${response.status} \${await response.text()}\`)`,
    hasAnswer && 'const answer = await response.json()',
  )
}

function php({ endpoint, url, externalUserId, body, clientId, isPaged, hasAnswer, isDoneAt404 }: Call): string {
  const address =
    externalUserId === undefined
      ? `'${url(encodeURIComponent)}'`
      : `'${url(() => `' . rawurlencode('${externalUserId}') . '`)}'`.replace(/ \. ''$/, '')
  const id = clientId === undefined ? `getenv('ESTANTE_CLIENT_ID') . ':'` : `'${clientId}:'`
  const fields = body !== undefined && literal(body, ['[', ']'], '    ', (name, value) => `'${name}' => '${value}'`)
  if (isPaged) {
    return lines(
      '$items = [];',
      '$cursor = null;',
      'do {',
      `    $query = $cursor === null ? '' : '?cursor=' . rawurlencode($cursor);`,
      `    $request = curl_init(${address} . $query);`,
      '    curl_setopt_array($request, [',
      `        CURLOPT_USERPWD => ${id} . getenv('ESTANTE_CLIENT_SECRET'),`,
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
    )
  }
  return lines(
    `$request = curl_init(${address});`,
    'curl_setopt_array($request, [',
    endpoint.method !== 'GET' && `    CURLOPT_CUSTOMREQUEST => '${endpoint.method}',`,
    `    CURLOPT_USERPWD => ${id} . getenv('ESTANTE_CLIENT_SECRET'),`,
    fields && `    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],`,
    fields && `    CURLOPT_POSTFIELDS => json_encode(${fields}),`,
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 10,',
    ']);',
    '$body = curl_exec($request);',
    'if ($body === false) throw new RuntimeException(curl_error($request));',
    '$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);',
    isDoneAt404 && `// ${NO_MEMBER}`,
    `if ($status >= 400${isDoneAt404 ? ' && $status !== 404' : ''}) throw new RuntimeException("$status $body");`,
    hasAnswer && '$answer = json_decode($body, true);',
  )
}

function python({ endpoint, url, externalUserId, body, clientId, isPaged, hasAnswer, isDoneAt404 }: Call): string {
  const address =
    externalUserId === undefined
      ? `"${url(encodeURIComponent)}"`
      : `f"${url(() => `{quote(external_user_id, safe='')}`)}"`
  const id = clientId === undefined ? 'os.environ["ESTANTE_CLIENT_ID"]' : `"${clientId}"`
  const auth = `(${id}, os.environ["ESTANTE_CLIENT_SECRET"])`
  const fields = body !== undefined && literal(body, ['{', '}'], '    ', (name, value) => `"${name}": "${value}"`)
  if (isPaged) {
    return lines(
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
    )
  }
  return lines(
    'import os',
    externalUserId !== undefined && 'from urllib.parse import quote',
    '',
    'import requests',
    '',
    externalUserId !== undefined && `external_user_id = "${externalUserId}"`,
    `response = requests.${endpoint.method.toLowerCase()}(`,
    `    ${address},`,
    `    auth=${auth},`,
    fields && `    json=${fields},`,
    '    timeout=10,',
    ')',
    isDoneAt404 && 'if response.status_code != 404:  # 404: o membro não existe',
    `${isDoneAt404 ? '    ' : ''}response.raise_for_status()`,
    hasAnswer && 'answer = response.json()',
  )
}

/** Java 17. Its library reads no JSON: the answer is left as text. */
function java({ endpoint, url, externalUserId, body, clientId, isPaged, isDoneAt404 }: Call): string {
  const address = `"${url(() => '" + externalUserId + "')}"`.replace(/ \+ ""$/, '')
  const id = clientId === undefined ? 'System.getenv("ESTANTE_CLIENT_ID") + ":"' : `"${clientId}:"`
  const content = JSON.stringify(body, null, 2)?.replaceAll('\n', '\n        ')
  const publisher = content ? `BodyPublishers.ofString("""\n        ${content}""")` : 'BodyPublishers.noBody()'
  return lines(
    'import java.net.*;',
    'import java.net.http.*;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    'import java.time.Duration;',
    'import java.util.Base64;',
    'import static java.nio.charset.StandardCharsets.UTF_8;',
    '',
    `var credential = ${id} + System.getenv("ESTANTE_CLIENT_SECRET");`,
    externalUserId !== undefined && '// URLEncoder escreve um espaço como +, que num caminho é outro caractere.',
    externalUserId !== undefined &&
      `var externalUserId = URLEncoder.encode("${externalUserId}", UTF_8).replace("+", "%20");`,
    `var request = HttpRequest.newBuilder(URI.create(${address}))`,
    '    .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credential.getBytes(UTF_8)))',
    content && '    .header("Content-Type", "application/json")',
    `    .method("${endpoint.method}", ${publisher})`,
    '    .timeout(Duration.ofSeconds(10))',
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    isDoneAt404 && `// ${NO_MEMBER}`,
    `if (response.statusCode() >= 400${isDoneAt404 ? ' && response.statusCode() != 404' : ''}) {`,
    '    throw new IllegalStateException(response.statusCode() + " " + response.body());',
    '}',
    isPaged && `// ${NEXT_PAGE}`,
  )
}

/** C# 9, whose top-level statements make it a whole program. The answer is left as text, as in Java. */
function csharp({ endpoint, url, externalUserId, body, clientId, isPaged, isDoneAt404 }: Call): string {
  const address = `"${url(() => `" + Uri.EscapeDataString("${externalUserId}") + "`)}"`.replace(/ \+ ""$/, '')
  const id = clientId === undefined ? 'Environment.GetEnvironmentVariable("ESTANTE_CLIENT_ID") + ":"' : `"${clientId}:"`
  const content = JSON.stringify(body, null, 4)?.replaceAll('"', '""')
  const method = endpoint.method[0] + endpoint.method.slice(1).toLowerCase()
  return lines(
    'using System;',
    'using System.Net.Http;',
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    `var credential = ${id} + Environment.GetEnvironmentVariable("ESTANTE_CLIENT_SECRET");`,
    `var request = new HttpRequestMessage(HttpMethod.${method}, ${address});`,
    'request.Headers.Authorization =',
    '    new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(credential)));',
    content && `request.Content = new StringContent(@"${content}", Encoding.UTF8, "application/json");`,
    '',
    'var client = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };',
    'var response = await client.SendAsync(request);',
    'var answer = await response.Content.ReadAsStringAsync();',
    isDoneAt404 && `// ${NO_MEMBER}`,
    `if ((int)response.StatusCode >= 400${isDoneAt404 ? ' && (int)response.StatusCode != 404' : ''})`,
    '    throw new HttpRequestException($"{(int)response.StatusCode} {answer}");',
    isPaged && `// ${NEXT_PAGE}`,
  )
}

function go({ endpoint, url, externalUserId, body, clientId, isPaged, isDoneAt404 }: Call): string {
  const address = `"${url(() => `"+url.PathEscape("${externalUserId}")+"`)}"`.replace(/\+""$/, '')
  const id = clientId === undefined ? 'os.Getenv("ESTANTE_CLIENT_ID")' : `"${clientId}"`
  const content = JSON.stringify(body, null, 2)
  return lines(
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    externalUserId !== undefined && '\t"net/url"',
    '\t"os"',
    content && '\t"strings"',
    '\t"time"',
    ')',
    '',
    `func ${endpoint.operationId}() ([]byte, error) {`,
    content && `\tbody := strings.NewReader(\`${content}\`)`,
    `\trequest, err := http.NewRequest("${endpoint.method}", ${address}, ${content ? 'body' : 'nil'})`,
    '\tif err != nil {',
    '\t\treturn nil, err',
    '\t}',
    `\trequest.SetBasicAuth(${id}, os.Getenv("ESTANTE_CLIENT_SECRET"))`,
    content && '\trequest.Header.Set("Content-Type", "application/json")',
    '\tclient := http.Client{Timeout: 10 * time.Second}',
    '\tresponse, err := client.Do(request)',
    '\tif err != nil {',
    '\t\treturn nil, err',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    isDoneAt404 && `\t// ${NO_MEMBER}`,
    `\tif err == nil && response.StatusCode >= 400${isDoneAt404 ? ' && response.StatusCode != 404' : ''} {`,
    '\t\terr = fmt.Errorf("%s %s", response.Status, answer)',
    '\t}',
    '\treturn answer, err',
    '}',
    isPaged && `// ${NEXT_PAGE}`,
  )
}

/** Writes a flat object of texts, which all bodies of the API are, in a call whose arguments are indented by `tab`. */
function literal(
  body: unknown,
  [open, close]: [string, string],
  tab: string,
  field: (name: string, value: string) => string,
): string {
  const fields = Object.entries(body as Record<string, string>).map(([name, value]) => tab + tab + field(name, value))
  return `${open}\n${fields.map((one) => `${one},\n`).join('')}${tab}${close}`
}
