import { scatter, svg } from './drawing.ts'

export const mangoTree = { 'mangueira-muro': politeWall, 'mangueira-galhos': quarrel, 'mangueira-broto': sprout }

/** Leaves in clumps, then the fruit. */
function crown(x: number, y: number, width: number, height: number, fruit: number): string {
  const clumps = scatter(90, 8, width, height).map(([cx, cy], n) => {
    const [px, py] = [cx - width / 2, cy - height / 2]
    const inside = (px / width) ** 2 * 4 + (py / height) ** 2 * 4 < 1
    return inside
      ? `<circle cx="${x + px}" cy="${y + py}" r="${58 + (n % 4) * 12}" fill="${['#1f7a4d', '#2b9a5f', '#176442', '#35ab6c'][n % 4]}"/>`
      : ''
  })
  const mangoes = scatter(fruit, 31, width * 0.8, height * 0.75).map(([mx, my], n) => {
    const at = `translate(${x - width * 0.4 + mx} ${y - height * 0.36 + my}) rotate(${(n * 37) % 40})`
    return `<path transform="${at}" d="M0 -22C17 -22 22 -7 18 8C14 21 3 26 -6 23C-18 18 -21 2 -15 -10C-12 -18 -7 -22 0 -22Z" fill="${n % 3 ? '#ff8a45' : '#f2503c'}"/>`
  })
  return clumps.join('') + mangoes.join('')
}

function politeWall(): string {
  return svg(
    680,
    `<rect width="1080" height="680" fill="#ffd34f"/><circle cx="920" cy="120" r="70" fill="#fff4d6"/><rect y="520" width="1080" height="160" fill="#e0a458"/>
<path d="M500 560Q520 420 486 300H594Q566 420 590 560Z" fill="#7a3d20"/><path d="M548 300h46Q566 420 590 560h-34Q560 420 548 300Z" fill="#5c2a14"/>
${crown(540, 210, 660, 330, 14)}
<path d="M0 430H360Q420 430 430 480Q450 580 545 580Q640 580 655 480Q664 430 724 430H1080V560H760Q690 560 680 610Q660 672 545 672Q430 672 410 610Q400 560 330 560H0Z" fill="#fffaf0"/>
<path d="M0 430H360Q420 430 430 480Q450 580 545 580Q640 580 655 480Q664 430 724 430H1080V452H730Q686 452 676 496Q656 602 545 602Q436 602 412 496Q404 452 352 452H0Z" fill="#e8413c"/>
<path d="M60 500h90M190 530h120M820 500h110M900 534h120" stroke="#e5d5b5" stroke-width="6" stroke-linecap="round"/>`,
  )
}

function quarrel(): string {
  const child = (x: number, y: number, flip: number, shirt: string, hair: string) =>
    `<g transform="translate(${x} ${y}) scale(${flip} 1)"><path d="M-26 -70Q0 -84 24 -70L30 0H-32Z" fill="${shirt}"/><circle cx="2" cy="-104" r="31" fill="#b9794f"/>${hair}<path d="M-24 0Q10 -14 44 0L46 62H28L24 18H-24Z" fill="#31425a"/><path d="M20 -60Q40 -34 28 -8" stroke="#b9794f" stroke-width="13" fill="none" stroke-linecap="round"/></g>`
  return svg(
    680,
    `<rect width="1080" height="680" fill="#fde3b4"/><circle cx="540" cy="300" r="240" fill="#ffb25a"/>

<path d="M490 680Q520 520 500 420Q380 400 130 430L128 404Q380 352 508 372L520 150H566L574 372Q720 350 950 396L948 424Q720 400 582 424Q566 520 600 680Z" fill="#7a3d20"/><path d="M548 150h18l8 222Q720 350 950 396l-1 10Q720 372 566 402Q556 520 600 680h-30Q536 520 548 150Z" fill="#5c2a14"/>
${crown(540, 96, 1250, 270, 0)}
${child(290, 392, -1, '#e4572e', '<path d="M-30 -100Q-34 -146 6 -142Q40 -138 34 -100Q14 -124 -30 -100Z" fill="#2a1b12"/>')}
${child(806, 386, 1, '#3f87ad', '<path d="M-31 -96Q-36 -146 6 -142Q40 -138 34 -106Q14 -124 -18 -112L-24 -60Q-44 -70 -31 -96Z" fill="#2a1b12"/>')}
${[180, 300, 430, 650, 790, 900].map((x, n) => `<path d="M${x} ${470 + (n % 3) * 40}q30 -22 54 4q-30 18 -54 -4Z" fill="#2b9a5f" transform="rotate(${n * 40} ${x} 500)"/>`).join('')}`,
  )
}

function sprout(): string {
  return svg(
    600,
    `<rect width="1080" height="600" fill="#fff0cf"/><circle cx="540" cy="300" r="230" fill="#ffd34f"/>
<path d="M0 450Q270 420 540 446T1080 440V600H0Z" fill="#7a4a2b"/><path d="M0 478Q270 446 540 474T1080 468V600H0Z" fill="#5c341d"/>
<path d="M430 470Q420 400 500 392Q640 384 668 450Q680 510 580 526Q450 538 430 470Z" fill="#e6c28a"/><path d="M452 470Q520 440 640 462M462 496Q540 476 630 492M480 430Q540 412 610 426" fill="none" stroke="#b98a4e" stroke-width="6" stroke-linecap="round"/>
<path d="M548 396Q530 300 548 190" fill="none" stroke="#2b9a5f" stroke-width="14" stroke-linecap="round"/>
<path d="M546 230Q440 220 400 130Q510 120 546 230Z" fill="#2b9a5f"/><path d="M546 230Q470 170 400 130" stroke="#176442" stroke-width="5" fill="none"/>
<path d="M546 200Q640 180 672 86Q566 90 546 200Z" fill="#35ab6c"/><path d="M546 200Q600 130 672 86" stroke="#176442" stroke-width="5" fill="none"/>
<path d="M542 310Q610 300 640 240Q564 240 542 310Z" fill="#1f7a4d"/>
${scatter(44, 12, 1000, 90)
  .map(([x, y], n) => `<circle cx="${40 + x}" cy="${500 + y}" r="${3 + (n % 4) * 2}" fill="#8a5a38"/>`)
  .join('')}`,
  )
}
