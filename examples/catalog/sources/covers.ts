import { type Face, lettering, textWidth } from '../authoring/lettering.ts'
import { scatter } from './figures/drawing.ts'

/** A cover as SVG, 1,000 wide: 1,500 high for a book, 1,000 for an audiobook. */
export type Cover = (height: number) => string

export const covers: Record<string, Cover> = {
  'o-farol-de-sal': saltLighthouse,
  'a-padaria-das-quatro': bakeryClock,
  'como-ouvir-uma-cidade': citySound,
  'o-relojoeiro-que-guardava-minutos': jarsOfMinutes,
  'pequeno-atlas-dos-ventos': windMap,
  'notas-ao-pe-da-mangueira': mangoAsterisk,
  'quintal-de-dentro': innerYard,
}

/** A tower lit from within, between sea and salt. */
function saltLighthouse(height: number): string {
  const tall = height > 1000
  const [x, lamp, horizon] = tall ? [500, 800, 1180] : [730, 400, 760]
  const halos = [430, 340, 255, 180, 115].map(
    (r, n) => `<circle cx="${x}" cy="${lamp}" r="${r}" fill="#ffd9a0" opacity="${0.05 + n * 0.05}"/>`,
  )
  const base = horizon + 26
  const courses = Array.from({ length: 9 }, (_, n) => {
    const y = lamp + 70 + n * ((base - lamp - 70) / 9)
    return `<path d="M${x - 130} ${y}H${x + 130}" stroke="#e2b98f" stroke-width="2.5" opacity="0.6"/>`
  })
  const salt = [-410, -300, -215, 225, 330, 450].map((offset, n) => {
    const size = [92, 128, 74, 110, 84, 130][n]!
    const foot = x + offset
    return `<path d="M${foot - size} ${base}L${foot} ${base - size * 0.95}L${foot + size} ${base}Z" fill="#f6ead9"/>
<path d="M${foot} ${base - size * 0.95}L${foot + size} ${base}H${foot + size * 0.12}Z" fill="#cfb9ae"/>`
  })
  const sea = Array.from({ length: 12 }, (_, n) => {
    const y = base + n * ((height - base) / 12)
    const tint = ['#f0a978', '#d98a73', '#a86a73', '#6f5a72', '#46506e', '#2c4663'][Math.min(5, Math.floor(n / 1.6))]
    return `<rect x="0" y="${y}" width="1000" height="${height - y}" fill="${tint}"/>`
  })
  const gleams = Array.from({ length: tall ? 6 : 7 }, (_, n) => {
    const y = base + 18 + n * 27
    const width = 120 - n * 7 + (n % 3) * 26
    return `<rect x="${x - width + (n % 2) * 22}" y="${y}" width="${width * 2 - (n % 2) * 30}" height="6" rx="3" fill="#ffe9c4" opacity="${0.85 - n * 0.08}"/>`
  })
  const stars = scatter(tall ? 46 : 30, 11, 1000, horizon - 240).map(
    ([sx, sy], n) => `<circle cx="${sx}" cy="${sy}" r="${1.4 + (n % 3)}" fill="#fff3dc" opacity="0.75"/>`,
  )
  const title = tall
    ? [
        line('O farol', 'serif', 208, 500, 282, '#fff6e6', 'middle'),
        line('de sal', 'serif', 208, 500, 468, '#fff6e6', 'middle'),
      ]
    : [line('O farol', 'serif', 158, 64, 196, '#fff6e6'), line('de sal', 'serif', 158, 64, 342, '#fff6e6')]
  return svg(
    height,
    `<defs><linearGradient id="ceu" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#0c2340"/><stop offset="0.45" stop-color="#1d4a68"/><stop offset="0.72" stop-color="#8a6f83"/><stop offset="1" stop-color="#f4b183"/></linearGradient>
<linearGradient id="torre" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#ffdcae"/></linearGradient>
<clipPath id="corpo"><path d="M${x - 62} ${lamp + 46}L${x - 112} ${base}H${x + 112}L${x + 62} ${lamp + 46}Z"/></clipPath></defs>
<rect width="1000" height="${base}" fill="url(#ceu)"/>${stars.join('')}${halos.join('')}
${sea.join('')}${salt.join('')}
<path d="M${x - 62} ${lamp + 46}L${x - 112} ${base}H${x + 112}L${x + 62} ${lamp + 46}Z" fill="url(#torre)"/>
<g clip-path="url(#corpo)">${courses.join('')}<path d="M${x + 14} ${lamp}L${x + 60} ${base}H${x + 140}V${lamp}Z" fill="#c98f6b" opacity="0.28"/></g>
<rect x="${x - 84}" y="${lamp + 26}" width="168" height="22" rx="4" fill="#0c2340"/>
<rect x="${x - 46}" y="${lamp - 40}" width="92" height="66" fill="#fff7e0"/><path d="M${x - 46} ${lamp - 40}v66M${x - 15} ${lamp - 40}v66M${x + 15} ${lamp - 40}v66M${x + 46} ${lamp - 40}v66" stroke="#0c2340" stroke-width="6"/>
<path d="M${x - 62} ${lamp - 40}Q${x} ${lamp - 122} ${x + 62} ${lamp - 40}Z" fill="#0c2340"/><circle cx="${x}" cy="${lamp - 92}" r="9" fill="#0c2340"/>
<path d="M${x - 24} ${base}v-44a24 24 0 0 1 48 0v44Z" fill="#3d3550"/>
${gleams.join('')}${title.join('')}
${tall ? line('HELENA IBARRA', 'narrowMedium', 38, 500, 104, '#ffd9a0', 'middle', 0.22) : line('HELENA IBARRA', 'narrowMedium', 30, 70, 420, '#ffd9a0', 'start', 0.2)}
${imprint(height, '#fff0d8', tall ? 'middle' : 'start')}`,
  )
}

/** A round loaf that tells the time: four o'clock. */
function bakeryClock(height: number): string {
  const tall = height > 1000
  const [x, y, r] = tall ? [500, 960, 372] : [500, 640, 292]
  const cuts = Array.from({ length: 12 }, (_, n) => {
    const angle = n * 30
    const long = n % 3 === 0
    return `<g transform="rotate(${angle} ${x} ${y})"><path d="M${x} ${y - r * 0.9}q${r * 0.055} ${r * (long ? 0.12 : 0.08)} 0 ${r * (long ? 0.24 : 0.15)}q${-r * 0.055} ${-r * (long ? 0.12 : 0.07)} 0 ${-r * (long ? 0.24 : 0.15)}Z" fill="#ffe7bd" stroke="#8f4a1c" stroke-width="4"/></g>`
  })
  const flour = scatter(tall ? 90 : 64, 5, 1000, height).map(
    ([fx, fy], n) =>
      `<circle cx="${fx}" cy="${fy}" r="${1.2 + (n % 4) * 0.9}" fill="#ffe9cf" opacity="${0.25 + (n % 3) * 0.2}"/>`,
  )
  const flourOnCrust = scatter(120, 23, r * 1.5, r * 1.5).map(
    ([fx, fy], n) =>
      `<circle cx="${x - r * 0.75 + fx}" cy="${y - r * 0.75 + fy}" r="${1 + (n % 4)}" fill="#fff6e0" opacity="0.5"/>`,
  )
  const title = tall
    ? [
        line('A padaria', 'grotesque', 168, 500, 292, '#ffe9c6', 'middle', -0.02),
        line('das quatro', 'grotesque', 168, 500, 452, '#ffb84d', 'middle', -0.02),
      ]
    : [
        line('A padaria', 'grotesque', 122, 500, 170, '#ffe9c6', 'middle', -0.02),
        line('das quatro', 'grotesque', 122, 500, 288, '#ffb84d', 'middle', -0.02),
      ]
  return svg(
    height,
    `<defs><radialGradient id="crosta" cx="0.38" cy="0.32" r="0.8"><stop offset="0" stop-color="#f3bd68"/><stop offset="0.55" stop-color="#d98a3a"/><stop offset="1" stop-color="#9a4f1e"/></radialGradient>
<radialGradient id="brasa" cx="0.5" cy="0.5" r="0.5"><stop offset="0" stop-color="#ff9a3c" stop-opacity="0.75"/><stop offset="1" stop-color="#ff7a3c" stop-opacity="0"/></radialGradient></defs>
<rect width="1000" height="${height}" fill="#24163a"/>
<circle cx="${x}" cy="${y}" r="${r * 1.75}" fill="url(#brasa)"/>${flour.join('')}
<circle cx="${x}" cy="${y + r * 0.05}" r="${r * 1.03}" fill="#140b24" opacity="0.55"/>
<circle cx="${x}" cy="${y}" r="${r}" fill="url(#crosta)"/>
<circle cx="${x}" cy="${y}" r="${r * 0.975}" fill="none" stroke="#7d3d16" stroke-width="5" opacity="0.5"/>
${flourOnCrust.join('')}${cuts.join('')}
<g stroke="#3a1c10" stroke-linecap="round"><path d="M${x} ${y}V${y - r * 0.56}" stroke-width="${r * 0.062}"/>
<path d="M${x} ${y}L${x + r * 0.36} ${y + r * 0.208}" stroke-width="${r * 0.085}"/></g>
<circle cx="${x}" cy="${y}" r="${r * 0.075}" fill="#3a1c10"/><circle cx="${x}" cy="${y}" r="${r * 0.03}" fill="#ffb84d"/>
${title.join('')}
${tall ? line('CAETANO MOURA', 'narrowMedium', 38, 500, 112, '#e7b98c', 'middle', 0.22) : line('CAETANO MOURA', 'narrowMedium', 26, 936, 938, '#e7b98c', 'end', 0.2)}
${imprint(height, '#ffe1b8', tall ? 'middle' : 'start')}`,
  )
}

/** A skyline that is also a recording of itself. */
function citySound(height: number): string {
  const middle = height * 0.69
  const levels = [
    14, 30, 22, 60, 108, 84, 150, 132, 196, 120, 168, 240, 286, 214, 262, 176, 226, 148, 190, 118, 92, 136, 72, 104, 58,
    34, 48, 20,
  ]
  const step = 1000 / levels.length
  const bars = levels.map((level, n) => {
    const left = n * step + 5
    const width = step - 10
    const dark = n % 5 === 3
    const windows =
      level > 110 && !dark
        ? Array.from({ length: Math.floor(level / 38) }, (_, w) =>
            (n * 7 + w * 3) % 4 === 0
              ? ''
              : `<rect x="${left + 8}" y="${middle - level + 16 + w * 34}" width="${width - 16}" height="12" fill="#f2502a"/>`,
          ).join('')
        : ''
    return `<rect x="${left}" y="${middle - level}" width="${width}" height="${level}" fill="${dark ? '#231a35' : '#fff1dc'}"/>${windows}
<rect x="${left}" y="${middle + 12}" width="${width}" height="${level * 0.52}" fill="${dark ? '#231a35' : '#fff1dc'}" opacity="0.34"/>`
  })
  return svg(
    height,
    `<rect width="1000" height="${height}" fill="#f2502a"/>
<circle cx="796" cy="${middle - 300}" r="118" fill="#ffc15e"/>
${bars.join('')}
${line('COMO OUVIR', 'narrow', sizeToFit('COMO OUVIR', 'narrow', 872, -0.01), 64, 208, '#fff1dc', 'start', -0.01)}
${line('UMA CIDADE', 'narrow', 134, 64, 338, '#231a35', 'start', -0.01)}
${line('RUI CANDEIAS', 'narrowMedium', 28, 936, 938, '#fff1dc', 'end', 0.2)}
${imprint(height, '#fff1dc', 'start')}`,
  )
}

/** Jars on a shelf, from full to empty: what is lent runs out. */
function jarsOfMinutes(height: number): string {
  const shelf = height * 0.845
  const jars = [1, 0.74, 0.5, 0.26, 0].map((level, n) => {
    const width = 150
    const jarHeight = [268, 230, 300, 214, 252][n]!
    const left = 66 + n * 180
    const top = shelf - jarHeight
    const minutes = scatter(Math.round(66 * level), n * 7 + 3, width - 34, jarHeight * 0.8 * level - 8).map(
      ([mx, my], m) =>
        `<circle cx="${left + 17 + mx}" cy="${shelf - 14 - my}" r="${5 + (m % 3) * 2}" fill="${['#ffcf6b', '#f0a93a', '#ffe5a8'][m % 3]}"/>`,
    )
    const last =
      level === 0
        ? `<circle cx="${left + 75}" cy="${shelf - 24}" r="10" fill="#ffe5a8"/><circle cx="${left + 75}" cy="${shelf - 24}" r="26" fill="#ffcf6b" opacity="0.25"/>`
        : ''
    return `<rect x="${left}" y="${top}" width="${width}" height="${jarHeight}" rx="30" fill="#d8fff0" opacity="0.13"/>
${minutes.join('')}${last}
<rect x="${left}" y="${top}" width="${width}" height="${jarHeight}" rx="30" fill="none" stroke="#cfeee0" stroke-width="5"/>
<path d="M${left + 24} ${top + 40}V${top + jarHeight - 60}" stroke="#ffffff" stroke-width="8" stroke-linecap="round" opacity="0.35"/>
<rect x="${left + 14}" y="${top - 34}" width="${width - 28}" height="38" rx="8" fill="#d9a441"/><path d="M${left + 14} ${top - 15}h${width - 28}" stroke="#a87522" stroke-width="4"/>`
  })
  return svg(
    height,
    `<defs><radialGradient id="luz" cx="0.2" cy="0.85" r="0.9"><stop offset="0" stop-color="#2c7a68"/><stop offset="1" stop-color="#0b302f"/></radialGradient></defs>
<rect width="1000" height="${height}" fill="url(#luz)"/>
${line('O relojoeiro', 'garamondItalic', 166, 60, 176, '#fdf3d7')}
${line('que guardava', 'garamondItalic', 166, 60, 312, '#fdf3d7')}
${line('minutos', 'garamondItalic', 166, 60, 448, '#ffcf6b')}
${jars.join('')}
<rect x="0" y="${shelf}" width="1000" height="20" fill="#c48a3a"/><rect x="0" y="${shelf + 20}" width="1000" height="${height}" fill="#07211f"/>
${line('MARINA QUARESMA', 'narrowMedium', 28, 936, 944, '#d9c08a', 'end', 0.2)}
${imprint(height, '#fdf3d7', 'start')}`,
  )
}

/** Wind as ideal flow around the sun: each line keeps its stream function. */
function windMap(height: number): string {
  const [cx, cy, radius] = [610, height * 0.665, 176]
  const colours = ['#16324f', '#2a5d84', '#3f87ad', '#79b3c9', '#a9cfd6']
  const lines = Array.from({ length: 47 }, (_, n) => {
    const level = (n - 23 + 0.5) * 27
    const points: string[] = []
    for (let px = -20; px <= 1020; px += 8) {
      points.push(`${px} ${(cy - streamHeight(px - cx, level, radius) + Math.sin(px / 210 + n * 0.12) * 9).toFixed(1)}`)
    }
    const reach = Math.abs(n - 23)
    return `<path d="M${points.join('L')}" fill="none" stroke="${reach === 5 ? '#e4572e' : colours[(n * 3) % 5]}" stroke-width="${reach === 5 ? 8 : 3 + ((n * 7) % 4) * 1.6}" stroke-linecap="round"/>`
  })
  return svg(
    height,
    `<rect width="1000" height="${height}" fill="#f5ecda"/>${lines.join('')}
<rect width="1000" height="616" fill="#f5ecda"/><path d="M0 616H1000" stroke="#16324f" stroke-width="4"/>
<circle cx="${cx}" cy="${cy}" r="${radius - 22}" fill="#e4572e"/>
<path d="M${cx} ${cy - 118}L${cx + 24} ${cy}L${cx} ${cy + 118}L${cx - 24} ${cy}Z" fill="#f5ecda"/><path d="M${cx} ${cy - 118}L${cx + 24} ${cy}H${cx - 24}Z" fill="#16324f"/>
${line('Pequeno', 'serif', 178, 70, 268, '#16324f')}${line('atlas dos', 'serif', 178, 70, 414, '#16324f')}${line('ventos', 'serifItalic', 178, 70, 560, '#e4572e')}
${line('INÊS TAVARES COELHO', 'narrowMedium', 36, 76, 112, '#16324f', 'start', 0.2)}
<rect y="${height - 116}" width="1000" height="116" fill="#16324f"/>
${imprint(height, '#f5ecda')}`,
  )
}

/** Height at `x` of the streamline `level` around a circle: y(1 − a²/(x² + y²)) = level, solved by halving. */
function streamHeight(x: number, level: number, a: number): number {
  const sign = Math.sign(level)
  let low = Math.sqrt(Math.max(0, a * a - x * x))
  let high = Math.abs(level) + a
  for (let n = 0; n < 40; n++) {
    const y = (low + high) / 2
    if (y * (1 - (a * a) / (x * x + y * y)) < Math.abs(level)) low = y
    else high = y
  }
  return sign * high
}

/** The tree is an asterisk, and the title is its note. */
function mangoAsterisk(height: number): string {
  const [x, y] = [500, 560]
  const arms = [0, 60, 120, 180, 240, 300].map((angle, n) => {
    const leaf = ['#1f7a4d', '#2b9a5f', '#176442', '#35ab6c', '#1f7a4d', '#2b9a5f'][n]
    return `<g transform="rotate(${angle} ${x} ${y})"><path d="M${x} ${y}C${x - 210} ${y - 150} ${x - 150} ${y - 400} ${x} ${y - 440}C${x + 150} ${y - 400} ${x + 210} ${y - 150} ${x} ${y}Z" fill="${leaf}"/>
<path d="M${x} ${y}V${y - 372}M${x} ${y - 120}l66 -56M${x} ${y - 120}l-66 -56M${x} ${y - 205}l62 -54M${x} ${y - 205}l-62 -54M${x} ${y - 288}l46 -42M${x} ${y - 288}l-46 -42" stroke="#0e4a30" stroke-width="7" stroke-linecap="round" opacity="0.45" fill="none"/></g>`
  })
  const mangoes = [30, 90, 150, 210, 270, 330].map((angle, n) => {
    const [mx, my] = [x + Math.cos((angle * Math.PI) / 180) * 318, y + Math.sin((angle * Math.PI) / 180) * 318]
    return `<g transform="translate(${mx} ${my}) rotate(${[18, -12, 24, -20, 8, -26][n]})"><path d="M0 -70C52 -70 70 -22 58 24C46 66 10 82 -18 72C-58 58 -66 6 -48 -32C-38 -56 -22 -70 0 -70Z" fill="#ff7a45"/>
<path d="M0 -70C52 -70 70 -22 58 24C52 46 40 60 26 68C44 20 36 -34 0 -70Z" fill="#e8413c"/><path d="M-26 -28q-14 26 -8 52" stroke="#ffd08a" stroke-width="11" stroke-linecap="round" fill="none"/></g>`
  })
  return svg(
    height,
    `<rect width="1000" height="${height}" fill="#ffd34f"/>
<rect x="${x - 34}" y="${y}" width="68" height="620" fill="#7a3d20"/><rect x="${x + 6}" y="${y}" width="28" height="620" fill="#5c2a14"/>
${arms.join('')}<circle cx="${x}" cy="${y}" r="46" fill="#0e4a30"/>${mangoes.join('')}
<rect y="1096" width="1000" height="${height - 1096}" fill="#fff4d6"/>
<path d="M72 1096H420" stroke="#2a1b12" stroke-width="7"/><rect x="0" y="1092" width="1000" height="4" fill="#e5b73a"/>
${line('*', 'grotesque', 120, 72, 1232, '#e8413c')}
${line('Notas ao pé', 'grotesque', 114, 150, 1232, '#2a1b12', 'start', -0.02)}${line('da mangueira', 'grotesque', 114, 150, 1342, '#2a1b12', 'start', -0.02)}
${line('BENEDITA SÁ', 'narrowMedium', 36, 156, 1430, '#8a4a22', 'start', 0.2)}
${imprint(height, '#8a4a22', 'end')}`,
  )
}

/** One doorway inside another, and something growing in the last. */
function innerYard(height: number): string {
  const floor = height - 150
  const doors = [
    [430, 880, '#c2553a'],
    [350, 750, '#df7f5f'],
    [272, 622, '#f0a883'],
    [196, 496, '#f9cfae'],
    [122, 372, '#1e4a3c'],
  ] as const
  const arches = doors.map(
    ([half, top, fill]) =>
      `<path d="M${500 - half} ${floor}V${floor - top + half}a${half} ${half} 0 0 1 ${half * 2} 0V${floor}Z" fill="${fill}"/>`,
  )
  const fern = [-62, -40, -18, 6, 28, 50, 68].map((angle, n) => {
    const length = [120, 158, 190, 204, 186, 150, 112][n]!
    const leaflets = Array.from({ length: 8 }, (_, m) => {
      const at = floor - 74 - (length * (m + 1.5)) / 9
      const reach = 26 - m * 2.4
      return `<path d="M500 ${at}q${reach * 0.6} ${-reach * 0.2} ${reach} ${-reach * 0.75}q${-reach * 0.9} ${-reach * 0.05} ${-reach} ${reach * 0.75}q${-reach * 0.6} ${-reach * 0.2} ${-reach} ${-reach * 0.75}q${reach * 0.9} ${-reach * 0.05} ${reach} ${reach * 0.75}Z"/>`
    })
    return `<g transform="rotate(${angle * 0.8} 500 ${floor - 74})" fill="${n % 2 ? '#9fd3a4' : '#6fb583'}"><path d="M498 ${floor - 74}h4v${-length}h-4Z"/>${leaflets.join('')}</g>`
  })
  return svg(
    height,
    `<rect width="1000" height="${height}" fill="#8f3524"/>
${arches.join('')}<rect y="${floor}" width="1000" height="150" fill="#5c2018"/>
<path d="M378 ${floor}H622L690 ${floor + 60}H310Z" fill="#f9cfae" opacity="0.35"/>
${fern.join('')}<path d="M452 ${floor - 82}h96l-14 82h-68Z" fill="#e8b04a"/><rect x="444" y="${floor - 96}" width="112" height="22" rx="5" fill="#f6cd78"/>
${line('Quintal', 'garamondItalic', 208, 500, 260, '#ffeeda', 'middle')}${line('de dentro', 'garamondItalic', 208, 500, 412, '#ffeeda', 'middle')}
${line('LIA MONTEVERDE', 'narrowMedium', 36, 500, 104, '#f9cfae', 'middle', 0.22)}
${imprint(height, '#f9cfae')}`,
  )
}

function svg(height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 ${height}" width="1000" height="${height}">${content}</svg>`
}

function line(
  text: string,
  face: Face,
  size: number,
  x: number,
  y: number,
  fill: string,
  anchor?: 'start' | 'middle' | 'end',
  tracking?: number,
) {
  return lettering(text, { face, size, x, y, fill, anchor, tracking })
}

function sizeToFit(text: string, face: Face, width: number, tracking: number): number {
  return (width / textWidth(text, { face, size: 100, tracking })) * 100
}

/** The publisher's mark: three spines on a shelf and the name. */
function imprint(height: number, fill: string, anchor: 'start' | 'middle' | 'end' = 'middle'): string {
  const name = 'estante'
  const size = height > 1000 ? 38 : 30
  const width = textWidth(name, { face: 'grotesque', size }) + size * 1.15
  const left = { start: 64, middle: 500 - width / 2, end: 936 - width }[anchor]
  const y = height > 1000 ? height - 66 : height - 60
  const k = size / 38
  return `<g fill="${fill}" transform="translate(${left} ${y - 30 * k}) scale(${k})"><rect width="8" height="28"/><rect x="11" y="5" width="7" height="23"/><path d="M21 7.5l7 -2 6.5 21.7 -7 2z"/><rect y="31" width="35" height="3.5"/></g>
${lettering(name, { face: 'grotesque', size, x: left + size * 1.15, y, fill })}`
}
