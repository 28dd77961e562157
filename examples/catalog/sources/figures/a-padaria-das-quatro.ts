import { lettering } from '../../authoring/lettering.ts'
import { scatter, svg } from './drawing.ts'

export const bakery = {
  'padaria-massa': sleepingDough,
  'padaria-bilhete': breadForTomorrow,
  'padaria-pote': leavenJar,
}

function sleepingDough(): string {
  return svg(
    640,
    `<rect width="1080" height="640" fill="#2b1a40"/><path d="M540 60L120 640H960Z" fill="#ffb84d" opacity="0.16"/><path d="M540 60L270 640H810Z" fill="#ffd28a" opacity="0.2"/>
<path d="M540 0v52" stroke="#140b24" stroke-width="7"/><path d="M500 84q40 -70 80 0Z" fill="#140b24"/><circle cx="540" cy="92" r="20" fill="#fff1c9"/>
<rect y="520" width="1080" height="120" fill="#7d4a26"/><rect y="520" width="1080" height="14" fill="#a4683a"/>
<path d="M300 360H780Q770 520 640 528H440Q310 520 300 360Z" fill="#c9d6dd"/><path d="M620 360H780Q770 520 640 528H560Q640 470 620 360Z" fill="#93a6b3"/>
<path d="M288 372Q320 236 540 226T792 372Q740 410 690 384Q640 420 590 388Q540 424 490 388Q440 420 392 384Q340 410 288 372Z" fill="#fff3e2"/>
<path d="M400 280Q470 250 540 262M640 272Q700 290 730 330M360 340Q400 312 440 320" fill="none" stroke="#dcbfa4" stroke-width="6" stroke-linecap="round"/>
<path d="M300 372Q340 402 388 380" stroke="#e4572e" stroke-width="6" fill="none"/><path d="M694 382Q740 404 784 372" stroke="#e4572e" stroke-width="6" fill="none"/>
${scatter(40, 2, 900, 84)
  .map(([x, y], n) => `<circle cx="${90 + x}" cy="${540 + y}" r="${2 + (n % 3)}" fill="#fff3e2" opacity="0.7"/>`)
  .join('')}
<g fill="none" stroke="#ffd28a" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"><path d="M812 250h34l-34 44h34"/><path d="M880 180h46l-46 58h46"/></g>`,
  )
}

function breadForTomorrow(): string {
  return svg(
    600,
    `<rect width="1080" height="600" fill="#f3e3c7"/><rect y="440" width="1080" height="160" fill="#b5763f"/><rect y="440" width="1080" height="12" fill="#d39a5e"/>
<g transform="rotate(-6 540 380)"><path d="M120 400Q110 320 230 310H850Q960 316 962 388Q960 462 850 466H230Q124 470 120 400Z" fill="#d98a3a"/>
<path d="M140 420Q180 470 300 466H850Q940 460 958 410Q900 440 780 440H300Q190 444 140 420Z" fill="#a9581f"/>
${[250, 360, 720, 830].map((x) => `<path d="M${x} 336q46 20 60 78q-52 -18 -60 -78Z" fill="#ffe3b0" stroke="#a9581f" stroke-width="4"/>`).join('')}
<path d="M400 296H690L704 482H386Z" fill="#c9a06a"/><path d="M400 296H690L694 350Q540 372 396 346Z" fill="#dbb684"/>
<path d="M545 290V486" stroke="#8a3b1e" stroke-width="6"/><path d="M545 300q-60 -56 -84 -22q-8 32 84 22q60 -56 84 -22q8 32 -84 22" fill="none" stroke="#8a3b1e" stroke-width="6"/></g>
<g transform="rotate(7 690 190)"><rect x="500" y="110" width="380" height="150" fill="#fffaf0"/><path d="M500 110h380v150H500Z" fill="none" stroke="#d9c6a4" stroke-width="3"/>
${lettering('Para amanhã', { face: 'garamondItalic', size: 70, x: 690, y: 208, fill: '#3a3350', anchor: 'middle' })}</g>
<path d="M560 260Q548 310 540 330" stroke="#8a3b1e" stroke-width="4" fill="none"/>`,
  )
}

function leavenJar(): string {
  return svg(
    680,
    `<rect width="1080" height="680" fill="#3b2a52"/><rect x="190" y="50" width="700" height="500" fill="#1a1f3f"/>
<circle cx="720" cy="160" r="48" fill="#fbe6b2"/><circle cx="742" cy="146" r="42" fill="#1a1f3f"/>
${scatter(26, 13, 680, 240)
  .map(([x, y], n) => `<circle cx="${200 + x}" cy="${60 + y}" r="${1.6 + (n % 3)}" fill="#fdf0cf"/>`)
  .join('')}
<path d="M190 550V430h90v-60h80v80h70v-110h96v96h80v-50h70v70h84v-40h130v134Z" fill="#0f132b"/>
<g fill="#ffcf6b"><rect x="304" y="396" width="16" height="20"/><rect x="460" y="370" width="16" height="20"/><rect x="486" y="402" width="16" height="20"/><rect x="800" y="450" width="16" height="20"/></g>
<path d="M190 50h700v500h-700ZM540 50v500M190 300h700" fill="none" stroke="#76548a" stroke-width="16"/>
<rect x="120" y="546" width="840" height="38" fill="#8d6a9e"/><rect x="120" y="584" width="840" height="96" fill="#2c1e40"/>
<path d="M420 300h240v20q26 14 26 50v136q0 40 -40 40H434q-40 0 -40 -40V370q0 -36 26 -50Z" fill="#dff3ef" opacity="0.28"/>
<path d="M402 410Q470 380 540 404T678 400V500q0 38 -36 38H438q-36 0 -36 -38Z" fill="#fbe3bd"/>
${scatter(34, 4, 240, 96)
  .map(([x, y], n) => `<circle cx="${420 + x}" cy="${428 + y}" r="${4 + (n % 4) * 3}" fill="#e9c48e"/>`)
  .join('')}
<path d="M420 300h240v20q26 14 26 50v136q0 40 -40 40H434q-40 0 -40 -40V370q0 -36 26 -50Z" fill="none" stroke="#e8fbf6" stroke-width="6"/>
<path d="M410 300Q540 250 670 300L664 322Q540 300 416 322Z" fill="#e4572e"/><path d="M404 318h272" stroke="#fbe3bd" stroke-width="6"/>
<g transform="rotate(24 780 500)"><rect x="772" y="360" width="16" height="150" rx="8" fill="#c98a4b"/><ellipse cx="780" cy="520" rx="32" ry="44" fill="#c98a4b"/><ellipse cx="780" cy="516" rx="22" ry="32" fill="#fbe3bd"/></g>`,
  )
}
