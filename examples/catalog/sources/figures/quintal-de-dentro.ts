import { scatter, svg } from './drawing.ts'

export const yard = { 'quintal-janela': openWindow, 'quintal-samambaia': hangingFern, 'quintal-azulejos': goldenTile }

function openWindow(): string {
  return svg(
    680,
    `<rect width="1080" height="680" fill="#c2553a"/><rect x="330" y="90" width="420" height="470" fill="#f9cfae"/><rect x="350" y="110" width="380" height="430" fill="#8fc4c9"/>
<circle cx="640" cy="200" r="52" fill="#fff0cf"/><path d="M350 430Q450 370 560 420T730 400V540H350Z" fill="#2f7a5c"/><path d="M350 480Q480 430 730 480V540H350Z" fill="#1e4a3c"/>
<path d="M330 90L170 130V600L330 560Z" fill="#1e4a3c"/><path d="M750 90L910 130V600L750 560Z" fill="#1e4a3c"/>
${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `<path d="M312 ${140 + n * 50}L188 ${172 + n * 50}M768 ${140 + n * 50}L892 ${172 + n * 50}" stroke="#2f6b56" stroke-width="9"/>`).join('')}
<path d="M352 110Q420 140 400 250Q384 350 470 420Q420 452 352 430Z" fill="#fff4e4"/><path d="M352 110Q396 160 376 260Q366 340 420 430L352 430Z" fill="#f0dcc4"/>
<rect x="300" y="556" width="480" height="30" fill="#f6cd78"/><path d="M650 556l-12 -60h72l-12 60Z" fill="#e8b04a"/><path d="M674 496Q640 430 610 440Q640 470 672 496ZM676 496Q690 420 730 420Q716 466 678 496ZM674 496Q664 410 680 390Q700 430 678 496Z" fill="#6fb583"/>`,
  )
}

function hangingFern(): string {
  const fronds = [-98, -78, -56, -34, -12, 12, 34, 56, 78, 98].map((angle, n) => {
    const length = 300 - Math.abs(angle) * 0.6
    const leaflets = Array.from({ length: 13 }, (_, m) => {
      const at = 30 + (length * m) / 13
      const reach = 44 - m * 2.8
      return `<path d="M0 ${at}q${reach * 0.5} ${-reach * 0.3} ${reach} ${reach * 0.5}q${-reach * 0.7} ${reach * 0.2} ${-reach} ${-reach * 0.5}q${-reach * 0.5} ${-reach * 0.3} ${-reach} ${reach * 0.5}q${reach * 0.7} ${reach * 0.2} ${reach} ${-reach * 0.5}Z"/>`
    })
    return `<g transform="translate(540 210) rotate(${angle})" fill="${['#6fb583', '#3f8f66', '#9fd3a4'][n % 3]}"><path d="M-2 0h4v${length}h-4Z"/>${leaflets.join('')}</g>`
  })
  return svg(
    600,
    `<rect width="1080" height="600" fill="#f0a883"/><circle cx="540" cy="280" r="270" fill="#f9cfae"/>
<path d="M540 0V70M540 70L430 190M540 70L650 190" stroke="#8f3524" stroke-width="6" fill="none"/>${fronds.join('')}
<path d="M420 180H660L632 270Q540 300 448 270Z" fill="#8f3524"/><rect x="408" y="164" width="264" height="30" rx="8" fill="#c2553a"/>
${[-50, -24, 4, 30, 52].map((angle, n) => `<g transform="translate(540 180) rotate(${180 + angle})" fill="${n % 2 ? '#9fd3a4' : '#6fb583'}"><path d="M-3 0h6v120h-6Z"/>${Array.from({ length: 7 }, (_, m) => `<path d="M0 ${20 + m * 16}q16 -6 30 8q-20 6 -30 -8q-16 -6 -30 8q20 6 30 -8Z"/>`).join('')}</g>`).join('')}`,
  )
}

function goldenTile(): string {
  const tiles = Array.from({ length: 28 }, (_, n) => {
    const [column, row] = [n % 7, Math.floor(n / 7)]
    const [x, y] = [30 + column * 146, 30 + row * 146]
    const golden = column === 4 && row === 2
    const [ground, ink] = golden ? ['#ffcf5a', '#a8641a'] : ['#fdf6ea', '#2a5d84']
    const crack = golden
      ? `<path d="M${x + 20} ${y + 4}l30 42 -12 34 46 28 10 28" fill="none" stroke="#7a3d20" stroke-width="4"/>`
      : ''
    return `<rect x="${x}" y="${y}" width="140" height="140" fill="${ground}"/><g fill="none" stroke="${ink}" stroke-width="6"><path d="M${x + 70} ${y + 14}Q${x + 78} ${y + 62} ${x + 126} ${y + 70}Q${x + 78} ${y + 78} ${x + 70} ${y + 126}Q${x + 62} ${y + 78} ${x + 14} ${y + 70}Q${x + 62} ${y + 62} ${x + 70} ${y + 14}Z"/></g>
<g fill="${ink}"><path d="M${x} ${y}h34a34 34 0 0 1 -34 34ZM${x + 140} ${y}v34a34 34 0 0 1 -34 -34ZM${x} ${y + 140}v-34a34 34 0 0 1 34 34ZM${x + 140} ${y + 140}h-34a34 34 0 0 1 34 -34Z"/><circle cx="${x + 70}" cy="${y + 70}" r="11"/></g>${crack}`
  })
  const dust = scatter(40, 21, 500, 560).map(
    ([x, y], n) => `<circle cx="${300 + x}" cy="${20 + y}" r="${1.5 + (n % 3)}" fill="#fff3c9" opacity="0.8"/>`,
  )
  return svg(
    640,
    `<rect width="1080" height="640" fill="#b9c4c9"/>${tiles.join('')}
<rect width="1080" height="640" fill="#1b2a44" opacity="0.3"/><path d="M1080 0V190L600 478H560L480 330L860 0Z" fill="#ffcf5a" opacity="0.42"/>
<g opacity="0.85">${tiles[18]}</g>${dust.join('')}`,
  )
}
