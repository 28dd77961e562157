// Behaviour of the reference and the guide: copies samples, switches their language, and marks the visible section in the index.

const LANGUAGE_KEY = 'docs-language'
const COPIED_FOR_MS = 1600

for (const button of document.querySelectorAll('[data-copy]')) {
  // A page that is neither https nor localhost has no clipboard.
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', async () => {
    const sample = button.closest('.panel').querySelector('.sample:not([hidden]) code, pre code')
    await navigator.clipboard.writeText(sample.textContent)
    button.textContent = 'Copiado'
    setTimeout(() => {
      button.textContent = 'Copiar'
    }, COPIED_FOR_MS)
  })
}

function chooseLanguage(name) {
  for (const button of document.querySelectorAll('button[data-language]')) {
    button.hidden = false
    button.setAttribute('aria-pressed', String(button.dataset.language === name))
  }
  for (const sample of document.querySelectorAll('.sample')) sample.hidden = sample.dataset.language !== name
}

for (const button of document.querySelectorAll('button[data-language]')) {
  button.addEventListener('click', () => {
    const before = button.getBoundingClientRect().top
    chooseLanguage(button.dataset.language)
    // The samples above may have another height now: keep the pressed button under the pointer.
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
    remember(button.dataset.language)
  })
}
chooseLanguage(remembered() ?? 'curl')

function remember(name) {
  try {
    localStorage.setItem(LANGUAGE_KEY, name)
  } catch {
    // Storage may be refused; the choice then lasts as long as the page.
  }
}

function remembered() {
  try {
    const name = localStorage.getItem(LANGUAGE_KEY)
    return document.querySelector(`button[data-language="${CSS.escape(name ?? '')}"]`) ? name : undefined
  } catch {
    return undefined
  }
}

const nav = document.querySelector('#indice')
nav.addEventListener('click', ({ target }) => {
  if (target.closest('a') && nav.matches(':popover-open')) nav.hidePopover()
})

const links = new Map([...nav.querySelectorAll('a[href^="#"]')].map((link) => [link.hash.slice(1), link]))
const visible = new Set()
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target)
      else visible.delete(target)
    }
    const current = [...visible].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0]
    if (current) follow(links.get(current.id))
  },
  { rootMargin: '-10% 0px -70% 0px' },
)
for (const id of links.keys()) observer.observe(document.getElementById(id))

function follow(link) {
  nav.querySelector('[aria-current="true"]')?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  const { top, bottom } = link.getBoundingClientRect()
  const box = nav.getBoundingClientRect()
  if (top < box.top + 40 || bottom > box.bottom - 40) nav.scrollTop += top - box.top - box.height / 2
}
