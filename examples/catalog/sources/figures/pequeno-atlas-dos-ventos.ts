import { scatter, svg } from './drawing.ts'

export const winds = {
  'atlas-rosa': compassRose,
  'atlas-minuano': ponchoInTheWind,
  'atlas-aracati': chairsOnThePavement,
  'atlas-jangada': raft,
}

const gusts = (colour: string, count: number, height: number, opacity = 0.8) =>
  Array.from({ length: count }, (_, n) => {
    const y = 40 + n * (height / count)
    const shift = (n * 197) % 300
    return `<path d="M${-200 + shift} ${y}q140 -34 280 0t280 0t280 0t280 0" fill="none" stroke="${colour}" stroke-width="${3 + (n % 3) * 2}" stroke-linecap="round" stroke-dasharray="${300 + (n % 4) * 120} ${60 + (n % 3) * 50}" opacity="${opacity}"/>`
  }).join('')

function compassRose(): string {
  const [x, y] = [540, 320]
  const points = [0, 90, 180, 270].map(
    (angle) =>
      `<g transform="rotate(${angle} ${x} ${y})"><path d="M${x} ${y - 250}L${x + 46} ${y - 46}L${x} ${y}Z" fill="#16324f"/><path d="M${x} ${y - 250}L${x - 46} ${y - 46}L${x} ${y}Z" fill="#e4572e"/></g>`,
  )
  const halves = [45, 135, 225, 315].map(
    (angle) =>
      `<g transform="rotate(${angle} ${x} ${y})"><path d="M${x} ${y - 170}L${x + 32} ${y - 32}L${x} ${y}Z" fill="#2a5d84"/><path d="M${x} ${y - 170}L${x - 32} ${y - 32}L${x} ${y}Z" fill="#a9cfd6"/></g>`,
  )
  const marks = Array.from(
    { length: 72 },
    (_, n) =>
      `<path transform="rotate(${n * 5} ${x} ${y})" d="M${x} ${y - 280}v${n % 2 ? 8 : 16}" stroke="#16324f" stroke-width="3"/>`,
  )
  return svg(
    640,
    `<rect width="1080" height="640" fill="#f5ecda"/>${gusts('#a9cfd6', 11, 620)}
<circle cx="${x}" cy="${y}" r="286" fill="#f5ecda"/><circle cx="${x}" cy="${y}" r="286" fill="none" stroke="#16324f" stroke-width="4"/>${marks.join('')}${halves.join('')}${points.join('')}
<circle cx="${x}" cy="${y}" r="26" fill="#f5ecda" stroke="#16324f" stroke-width="6"/>`,
  )
}

function ponchoInTheWind(): string {
  const grass = scatter(130, 6, 1080, 130).map(
    ([x, y]) =>
      `<path d="M${x} ${520 + y}q20 -26 52 -30" stroke="#7d8b4a" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  )
  return svg(
    660,
    `<rect width="1080" height="660" fill="#9cc7dc"/><path d="M0 470Q270 400 560 450T1080 420V660H0Z" fill="#c7c27a"/><path d="M0 520Q300 470 640 510T1080 490V660H0Z" fill="#a8ab5f"/>
${gusts('#e8f6fb', 9, 430)}${grass.join('')}
<path d="M742 560Q764 470 742 400Q728 340 790 268L806 276Q760 344 776 396Q800 470 800 560Z" fill="#5a3626"/><path d="M752 372Q800 330 880 322L882 332Q812 344 764 400Z" fill="#5a3626"/>
<g fill="#4f6b3a"><path d="M760 270Q800 190 920 196Q1010 200 1064 236Q960 240 930 268Q1010 268 1040 300Q930 296 900 318Q840 330 790 300Q756 296 760 270Z"/></g><path d="M800 256Q880 220 990 226M830 290Q900 268 980 284" stroke="#7f9a56" stroke-width="7" fill="none" stroke-linecap="round"/>
${[
  [940, 380],
  [1010, 350],
  [980, 430],
  [900, 410],
  [1046, 400],
]
  .map(([x, y]) => `<path d="M${x} ${y}q18 -16 40 -4q-16 18 -40 4Z" fill="#4f6b3a"/>`)
  .join('')}
<g><path d="M372 262Q404 248 436 262Q500 330 580 352Q540 372 470 380L462 452H352Q338 340 372 262Z" fill="#b8442f"/><path d="M356 392Q420 406 500 380L497 362Q420 384 354 366ZM360 336Q410 352 486 334L478 318Q414 332 362 314Z" fill="#f2c14e"/>
<path d="M366 452h36v110h-30ZM420 452h38l-4 110h-28Z" fill="#31425a"/><circle cx="404" cy="226" r="36" fill="#c98a63"/><path d="M340 214Q404 176 474 210L468 222Q404 202 346 226Z" fill="#2f1a15"/><path d="M372 206Q376 164 410 166Q442 168 440 204Z" fill="#2f1a15"/></g>`,
  )
}

function chairsOnThePavement(): string {
  const houses = ['#e4572e', '#f2c14e', '#3f87ad', '#d97b93', '#5fa77a'].map((colour, n) => {
    const x = 30 + n * 206
    return `<rect x="${x}" y="230" width="206" height="270" fill="${colour}"/><rect x="${x - 4}" y="212" width="214" height="22" fill="#fff1dc"/><path d="M${x + 28} 500V320a32 32 0 0 1 64 0V500Z" fill="${n === 2 ? '#ffdf91' : '#2a2140'}"/><rect x="${x + 118}" y="320" width="60" height="84" fill="#ffdf91"/><path d="M${x + 148} 320v84M${x + 118} 362h60" stroke="#fff1dc" stroke-width="6"/>`
  })
  const chair = (x: number, flip: number, colour: string) =>
    `<g transform="translate(${x} 452) scale(${flip} 1)" stroke="${colour}" stroke-width="9" fill="none" stroke-linecap="round"><path d="M-34 -30Q-54 40 -10 60H46M-40 110L-10 60M46 60L62 112M-22 60L46 112"/><path d="M-34 -30Q-30 20 -6 52M-22 -26Q-12 10 12 52" stroke-width="5"/></g>`
  return svg(
    640,
    `<rect width="1080" height="640" fill="#2a2f5b"/>${scatter(40, 17, 1080, 190)
      .map(([x, y], n) => `<circle cx="${x}" cy="${y}" r="${1.5 + (n % 3)}" fill="#fff1dc"/>`)
      .join('')}
<circle cx="890" cy="104" r="52" fill="#ffe9b5"/>${gusts('#7d86c9', 6, 330, 0.55)}
${houses.join('')}<rect y="500" width="1080" height="140" fill="#5a4b6e"/><path d="M0 500H1080V516H0Z" fill="#8d7a9c"/>
${chair(250, 1, '#fff1dc')}${chair(400, -1, '#f2c14e')}${chair(560, 1, '#9fe0d0')}${chair(760, -1, '#fff1dc')}${chair(880, -1, '#ff9b85')}
<path d="M480 560q34 -30 66 0q-8 22 -33 22t-33 -22Z" fill="#c07a3a"/><path d="M540 552l22 -20M494 580v20M530 580v20" stroke="#c07a3a" stroke-width="7" stroke-linecap="round"/>`,
  )
}

function raft(): string {
  return svg(
    640,
    `<defs><linearGradient id="manha" x2="0" y2="1"><stop stop-color="#f7c6a3"/><stop offset="1" stop-color="#ffe7c2"/></linearGradient></defs>
<rect width="1080" height="640" fill="url(#manha)"/><circle cx="300" cy="390" r="110" fill="#ff8f5a"/>${gusts('#fff6e6', 7, 330, 0.9)}
<rect y="390" width="1080" height="250" fill="#2f8f9d"/>
${Array.from({ length: 9 }, (_, n) => `<path d="M${-40 - (n % 2) * 60} ${418 + n * 26}q60 -16 120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0" fill="none" stroke="${n < 3 ? '#ffb98a' : '#6fc0c6'}" stroke-width="4" opacity="${0.8 - n * 0.05}"/>`).join('')}
<path d="M628 80Q850 250 830 440L628 456Z" fill="#fffaf0"/><path d="M628 80Q700 250 690 452L628 456Z" fill="#eadcc8"/><path d="M624 70h9v400h-9Z" fill="#5a3320"/><path d="M628 440L846 428" stroke="#5a3320" stroke-width="8"/>
<path d="M470 470H880Q866 508 830 510H516Q482 506 470 470Z" fill="#8a5230"/><path d="M480 486H872" stroke="#5a3320" stroke-width="4"/><path d="M505 470v-26h60v26" fill="none" stroke="#5a3320" stroke-width="8"/>
<g fill="#3a2430"><circle cx="556" cy="376" r="17"/><path d="M536 398h40l10 72h-56Z"/><path d="M524 366q32 -30 64 0Z"/><path d="M574 410l48 20" stroke="#3a2430" stroke-width="9" stroke-linecap="round"/></g>`,
  )
}
