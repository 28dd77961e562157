import { embedBooks } from './host.js'

const $ = (id) => document.getElementById(id)
const SLOW_OPENING_MS = 20_000
const CLOSING_MS = 1_500

let customers = []
/** The open view: its path, the timer of a slow opening, and a function that closes it. */
let view
let lastLaunchUrl

start()

async function start() {
  customers = await ask('GET', 'customers')
  $('customer').replaceChildren(
    new Option('Escolha uma pessoa', ''),
    ...customers.map(({ externalUserId, name }) => new Option(name, externalUserId)),
  )
  $('people').replaceChildren(
    ...customers.map(({ externalUserId, name }) => {
      const enter = element(
        'button',
        { type: 'button' },
        element('span', { className: 'avatar' }, initials(name)),
        name,
      )
      enter.addEventListener('click', () => signIn(externalUserId))
      return element('li', {}, enter)
    }),
  )
  $('customer').addEventListener('change', ({ target }) => target.value && signIn(target.value))
  $('change-person').addEventListener('click', () => showOnly('signin'))
  $('environments').addEventListener('change', ({ target }) => changeEnvironment(target.value))
  for (const button of document.querySelectorAll('[data-open]')) {
    button.addEventListener('click', () => openBooks(button.dataset.open))
  }
  $('open-title').addEventListener('click', () => $('titles').value && openBooks($('titles').value))
  $('reopen').addEventListener('click', reopen)
  for (const button of document.querySelectorAll('[data-access]')) {
    button.addEventListener('click', () => changeAccess(button.dataset.access))
  }
  $('export-data').addEventListener('click', exportData)
  $('erase-data').addEventListener('click', eraseData)
  $('notice-close').addEventListener('click', closeView)
  $('strip-act').addEventListener('click', () => openBooks(view?.path))
  $('sheet-close').addEventListener('click', closeSheet)
  $('sheet-open').addEventListener('click', closeSheet)
  $('sheet').addEventListener('keydown', ({ key }) => key === 'Escape' && closeSheet())
  $('clear-events').addEventListener('click', () => $('events').replaceChildren())
  $('clear-calls').addEventListener('click', () => $('calls').replaceChildren())
  $('refresh-usage').addEventListener('click', showActivity)
  await enter()
}

// ---- the customer ----

async function signIn(externalUserId) {
  await ask('POST', 'sign-in', { externalUserId })
  closeView()
  await enter()
}

async function enter() {
  const me = await ask('GET', 'me')
  if (!me) return showOnly('signin')
  $('customer').value = me.externalUserId
  $('first-name').textContent = me.name.split(' ')[0]
  $('avatar').textContent = initials(me.name)
  $('environments').hidden = !me.hasSandbox
  document.querySelector(`[name=environment][value=${me.environment}]`).checked = true
  showOnly('home')
  await Promise.all([showCatalog(), showActivity()])
}

async function changeEnvironment(environment) {
  await ask('POST', 'environment', { environment })
  closeView()
  await enter()
}

async function changeAccess(change) {
  const done = { block: 'Acesso bloqueado.', revoke: 'Acesso revogado.', restore: 'Acesso restaurado.' }
  try {
    await ask('POST', `member/${change}`)
    toast(done[change])
  } catch (error) {
    toast(explain(error).text)
  }
  await showMember()
}

/** Downloads everything that the service stores about the customer. */
async function exportData() {
  try {
    const data = await ask('GET', 'member/data')
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    element('a', { href: url, download: 'meus-dados.json' }).click()
    URL.revokeObjectURL(url)
    toast('Dados baixados.')
  } catch (error) {
    toast(explain(error).text)
  }
}

async function eraseData() {
  if (!confirm('Apagar de vez o que o serviço de livros guarda desta pessoa?')) return
  try {
    await ask('POST', 'member/erase')
    toast('Dados apagados.')
  } catch (error) {
    toast(explain(error).text)
  }
  await showActivity()
}

function showActivity() {
  return Promise.all([showMember(), showUsage()])
}

async function showMember() {
  const facts = $('member')
  try {
    const { id, status, email, lastActivityAt } = await ask('GET', 'member')
    facts.replaceChildren(
      ...fact('Estado', element('span', { className: 'status', dataset: { status } }, status)),
      ...fact('Última atividade', lastActivityAt ? dateTime(lastActivityAt) : 'ainda não ouviu nem leu'),
      ...fact('E-mail', email ?? 'sem e-mail'),
      ...fact('Id no serviço', element('code', {}, id)),
    )
  } catch (error) {
    const text = error.status === 404 ? 'ainda não existe: nasce na primeira abertura' : explain(error).text
    facts.replaceChildren(...fact('Estado', text))
  }
}

// ---- the books ----

/** Opens the books with a link from our backend, and with another when the session ends. */
function openBooks(path) {
  let links = 0
  show(path, async () => {
    if (links++ > 0) toast('A sessão terminou. Pedimos outra automaticamente.')
    const body = path && path !== '/' ? { redirectPath: path } : {}
    const { launchUrl } = await ask('POST', 'books', body).finally(showMember)
    lastLaunchUrl = launchUrl
    $('reopen').disabled = false
    return launchUrl
  })
}

/** Shows what a member sees who opens a used link: no new one is requested. */
function reopen() {
  const links = [lastLaunchUrl]
  show(undefined, async () => links.pop())
}

function show(path, requestLaunchUrl) {
  release()
  toast('')
  showOnly('view')
  $('screen').scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  const frame = element('iframe', { title: 'Livros' })
  $('stage').replaceChildren(frame)
  view = { path }
  view.close = embedBooks(frame, {
    requestLaunchUrl() {
      cover('loading')
      clearTimeout(view.slow)
      view.slow = setTimeout(() => {
        notice('Está demorando', 'Os livros ainda não abriram. Confira a conexão.', 'Tentar de novo', () =>
          openBooks(path),
        )
      }, SLOW_OPENING_MS)
      return requestLaunchUrl()
    },
    onEvent: showEvent,
    openExternal: offerExternal,
    onUnavailable(error) {
      clearTimeout(view.slow)
      if (error) {
        const { title, text, act } = explain(error)
        return notice(title, text, act, () => openBooks(path))
      }
      cover(undefined)
      $('strip').hidden = false
    },
    onRefused: (origin) => log('events', element('code', {}, 'mensagem recusada'), '', `veio de ${origin}`),
  })
}

function showEvent({ type, ...payload }) {
  log('events', element('code', {}, type), '', Object.keys(payload).length ? JSON.stringify(payload) : '')
  if (type === 'service:ready') {
    clearTimeout(view.slow)
    cover(undefined)
  }
  if (type === 'service:close') closeView()
}

/** Asks the member before a link opens outside. */
function offerExternal(url) {
  $('sheet-url').textContent = url
  const link = { className: 'primary', href: url, target: '_blank', rel: 'noopener noreferrer' }
  $('sheet-open').replaceChildren(element('a', link, 'Abrir no navegador'))
  $('sheet').hidden = false
  $('sheet-open').firstChild.focus()
}

function closeSheet() {
  $('sheet').hidden = true
  $('stage').firstChild?.focus()
}

function closeView() {
  showOnly('home')
  release()
  // The last heartbeat may still be in flight.
  setTimeout(showActivity, CLOSING_MS)
}

function release() {
  clearTimeout(view?.slow)
  view?.close()
  view = undefined
  $('stage').replaceChildren()
  $('strip').hidden = true
  $('sheet').hidden = true
}

async function showCatalog() {
  const { items } = await ask('GET', 'catalog').catch(() => ({ items: [] }))
  const pathOf = ({ id, type }) => (type === 'audiobook' ? `/player/${id}` : `/leitor/${id}`)
  $('covers').replaceChildren(
    ...items.slice(0, 12).map((item) => {
      const kind = item.type === 'audiobook' ? 'audiolivro' : 'e-book'
      const image = element('img', { src: item.coverUrl, alt: `${item.title}, ${kind}`, loading: 'lazy' })
      const open = element('button', { type: 'button', dataset: { type: item.type } }, image)
      open.addEventListener('click', () => openBooks(pathOf(item)))
      return element('li', {}, open)
    }),
  )
  const groups = [
    ['Audiolivros', 'audiobook'],
    ['E-books', 'ebook'],
  ].map(([label, type]) => {
    const titles = items.filter((item) => item.type === type).map((item) => new Option(item.title, pathOf(item)))
    return element('optgroup', { label }, ...titles)
  })
  $('titles').replaceChildren(...(items.length ? groups : [new Option('Catálogo vazio', '')]))
}

// ---- the report ----

async function showUsage() {
  try {
    const reports = await ask('GET', 'usage')
    $('usage').replaceChildren(...reports.map(month))
  } catch (error) {
    $('usage').replaceChildren(element('p', { className: 'hint' }, explain(error).text))
  }
}

function month(report) {
  const { totals, users } = report
  const name = new Date(`${report.month}-15T12:00`).toLocaleDateString('pt-BR', { month: 'long', year: 'numeric' })
  const nameOf = (id) => customers.find(({ externalUserId }) => externalUserId === id)?.name ?? id
  const rows = users.map(({ externalUserId, titlesStarted, listeningSeconds, lastActivityAt }) => [
    nameOf(externalUserId),
    titlesStarted,
    duration(listeningSeconds),
    lastActivityAt ? dateTime(lastActivityAt) : '—',
  ])
  return element(
    'div',
    { className: 'month' },
    element('h3', {}, name),
    element(
      'dl',
      { className: 'totals' },
      total('Pessoas ativas', totals.activeUsers),
      total('Títulos começados', totals.titlesStarted),
      total('Tempo ouvido', duration(totals.listeningSeconds)),
      total('Capítulos lidos', totals.readingChapters),
    ),
    rows.length
      ? element('div', { className: 'scroll' }, table(['Pessoa', 'Títulos', 'Tempo ouvido', 'Última atividade'], rows))
      : element('p', { className: 'hint' }, 'Ninguém ouviu nem leu neste mês.'),
    element('details', {}, element('summary', {}, 'Ver o JSON'), element('pre', {}, JSON.stringify(report, null, 2))),
  )
}

function table(head, rows) {
  const line = (cells, tag) => element('tr', {}, ...cells.map((cell) => element(tag, {}, String(cell))))
  return element(
    'table',
    {},
    element('thead', {}, line(head, 'th')),
    element('tbody', {}, ...rows.map((cells) => line(cells, 'td'))),
  )
}

function total(label, value) {
  return element('div', {}, element('dt', {}, label), element('dd', {}, String(value)))
}

// ---- the backend ----

/** Calls our own backend, and shows its calls to Estante in the log. */
async function ask(method, path, body) {
  const response = await fetch(`/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const { data, error, calls } = await response.json()
  for (const { method, path, status, code, ms, requestId } of calls) {
    const outcome = element('span', { className: 'code' }, status || 'sem resposta')
    outcome.toggleAttribute('data-bad', !(status >= 200 && status < 400))
    log(
      'calls',
      element('code', {}, `${method} ${path}`),
      `${ms} ms`,
      [code, requestId && `X-Request-Id ${requestId}`].filter(Boolean).join(' · '),
      outcome,
    )
  }
  // Our own sign-in ended: the backend was started again.
  if (error?.code === 'SIGNED_OUT') location.reload()
  if (error) throw Object.assign(new Error(error.message ?? error.code), { code: error.code, status: response.status })
  return data
}

/** The partner's own message to its customer. */
function explain({ code, status, message }) {
  if (code === 'USER_REVOKED') {
    return {
      title: 'Seus livros estão em pausa',
      text: 'O acesso aos livros foi suspenso nesta conta. Fale com a gente pelo chat e resolvemos juntos.',
    }
  }
  if (code === 'RATE_LIMITED') {
    return { title: 'Muita gente lendo agora', text: 'Tente de novo em um minuto.', act: 'Tentar de novo' }
  }
  const text = status >= 500 || !status ? 'Não conseguimos falar com o serviço de livros. Tente de novo.' : message
  return { title: 'Os livros não abriram', text, act: 'Tentar de novo' }
}

// ---- drawing ----

/** Shows one part of the phone. Moves the focus to it from the part that is hidden. */
function showOnly(part) {
  const hasFocus = $('screen').contains(document.activeElement)
  $('backstage').inert = part === 'signin'
  for (const id of ['signin', 'home', 'view']) $(id).hidden = id !== part
  if (hasFocus && !$(part).contains(document.activeElement)) $(part).focus()
}

/** Covers the view with the loading indicator or the notice, or uncovers it. */
function cover(part) {
  for (const id of ['loading', 'notice']) $(id).hidden = id !== part
}

function notice(title, text, act, onAct) {
  release()
  $('notice-title').textContent = title
  $('notice-text').textContent = text
  $('notice-act').hidden = !act
  $('notice-act').textContent = act ?? ''
  $('notice-act').onclick = onAct
  cover('notice')
}

function toast(text) {
  $('toast').textContent = text
}

function log(list, message, aside, payload, first) {
  const now = new Date()
  const time = element('time', { dateTime: now.toISOString() }, now.toLocaleTimeString('pt-BR'))
  $(list).prepend(
    element(
      'li',
      {},
      first ?? time,
      message,
      element('span', { className: 'ms' }, aside),
      ...(payload ? [element('code', { className: 'payload' }, payload)] : []),
    ),
  )
}

function fact(label, value) {
  return [element('dt', {}, label), element('dd', {}, value)]
}

function element(tag, { dataset, ...properties }, ...children) {
  const node = Object.assign(document.createElement(tag), properties)
  Object.assign(node.dataset, dataset)
  node.append(...children)
  return node
}

function initials(name) {
  const words = name.split(' ')
  return words[0][0] + words.at(-1)[0]
}

function dateTime(iso) {
  return new Date(iso).toLocaleString('pt-BR', { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' })
}

function duration(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours) return `${hours} h ${minutes} min`
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
