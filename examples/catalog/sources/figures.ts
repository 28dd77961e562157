import { lettering } from '../authoring/lettering.ts'
import { scatter } from './covers.ts'

/** The pictures inside the books, by name, as SVG 1,080 wide. The texts ask for them as `.svg` or as `.png`. */
export const figures: Record<string, () => string> = {
  'farol-torre': lighthouseByDay,
  'farol-chuva': lighthouseInTheRain,
  'farol-lampiao': lantern,
  'padaria-massa': sleepingDough,
  'padaria-bilhete': breadForTomorrow,
  'padaria-pote': leavenJar,
}

function lighthouseByDay(): string {
  const salt = [80, 230, 372, 700, 842, 990].map((x, n) => pyramid(x, 470, [70, 104, 66, 88, 120, 76][n]!))
  const sea = Array.from({ length: 8 }, (_, n) => `<rect y="${490 + n * 24}" width="1080" height="200" fill="${['#8ed0d4', '#74c1ca', '#5bb0bf', '#459db2', '#348aa4', '#287795', '#206684', '#1b5874'][n]}"/>`)
  return svg(
    680,
    `<rect width="1080" height="680" fill="#fde9c8"/><circle cx="820" cy="170" r="92" fill="#f7b267"/>
<path d="M0 430Q300 380 560 440T1080 420V520H0Z" fill="#f0cfa0"/>${sea.join('')}
<path d="M0 470H1080V496Q720 520 540 500T0 512Z" fill="#e2b582"/>${salt.join('')}
<path d="M508 200L470 476H610L572 200Z" fill="#fffaf0"/><path d="M546 200L560 476H610L572 200Z" fill="#e9cdb2"/>
${[250, 300, 350, 400, 445].map((y) => `<path d="M${500 - (y - 250) * 0.14} ${y}H${580 + (y - 250) * 0.14}" stroke="#d9b596" stroke-width="3"/>`).join('')}
<rect x="492" y="186" width="96" height="16" rx="3" fill="#31495e"/><rect x="514" y="142" width="52" height="44" fill="#ffe08a"/><path d="M504 142Q540 96 576 142Z" fill="#31495e"/>
<path d="M526 476v-34a14 14 0 0 1 28 0v34Z" fill="#31495e"/>
<g fill="#31495e"><path d="M180 560q34 26 84 0l-10 22h-62Z"/><path d="M222 560v-70l34 58Z" fill="#fffaf0"/><path d="M218 486h5v76h-5Z"/></g>
<path d="M300 200q18 -18 34 0q16 -18 34 0M380 160q14 -14 26 0q12 -14 26 0" fill="none" stroke="#31495e" stroke-width="5" stroke-linecap="round"/>`,
  )
}

function lighthouseInTheRain(): string {
  const rain = scatter(150, 3, 1200, 680).map(([x, y], n) => `<path d="M${x - 60} ${y}l-12 ${34 + (n % 4) * 8}" stroke="#b8cfe0" stroke-width="2.5" stroke-linecap="round" opacity="${0.25 + (n % 3) * 0.15}"/>`)
  const boats = [[610, 462], [690, 482], [770, 456], [848, 478], [930, 462], [1010, 486], [655, 520], [748, 530], [836, 524], [918, 536], [996, 528], [560, 494]]
  return svg(
    680,
    `<defs><linearGradient id="noite" x2="0" y2="1"><stop stop-color="#101a33"/><stop offset="1" stop-color="#2c4766"/></linearGradient></defs>
<rect width="1080" height="680" fill="url(#noite)"/>
${[300, 220, 150, 95].map((r, n) => `<circle cx="300" cy="210" r="${r}" fill="#ffd894" opacity="${0.07 + n * 0.06}"/>`).join('')}
<rect y="440" width="1080" height="240" fill="#1a2f4b"/>
${Array.from({ length: 9 }, (_, n) => `<path d="M0 ${470 + n * 24}q67 -14 135 0t135 0t135 0t135 0t135 0t135 0t135 0t135 0" fill="none" stroke="#3d5f80" stroke-width="3" opacity="0.5"/>`).join('')}
<path d="M0 470Q220 430 470 486L420 680H0Z" fill="#d9d3c9"/><path d="M0 520Q180 500 440 590L420 680H0Z" fill="#b9b2ae"/>
<path d="M274 240L244 478Q300 500 360 478L326 240Z" fill="#fff1d0"/><path d="M306 240L322 488Q346 486 360 478L326 240Z" fill="#e3b98a" opacity="0.7"/>
${[0, 1, 2, 3].map((n) => `<path d="M${262 + n * 24} ${300 + n * 30}q-5 40 2 70" stroke="#9fb6c4" stroke-width="5" stroke-linecap="round" fill="none" opacity="0.8"/>`).join('')}
<rect x="258" y="226" width="84" height="15" fill="#101a33"/><rect x="276" y="184" width="48" height="42" fill="#fff3b8"/><path d="M268 184Q300 142 332 184Z" fill="#101a33"/>
${boats.map(([x, y]) => `<path d="M${x! - 15} ${y}h30l-6 10h-18Z" fill="#0b1326"/><circle cx="${x}" cy="${y! - 10}" r="4.5" fill="#ffd36b"/><circle cx="${x}" cy="${y! - 10}" r="12" fill="#ffd36b" opacity="0.2"/>`).join('')}
${rain.join('')}`,
  )
}

function lantern(): string {
  return svg(
    620,
    `<rect width="1080" height="620" fill="#1d3a52"/>
${[270, 200, 140].map((r, n) => `<circle cx="540" cy="300" r="${r}" fill="#ffcf86" opacity="${0.1 + n * 0.1}"/>`).join('')}
<path d="M240 560Q380 470 540 466T840 560Z" fill="#f6ead9"/><path d="M540 466Q700 470 840 560H600Z" fill="#d5c0b4"/>
<path d="M480 210h120l22 220H458Z" fill="#ffe9b0" opacity="0.85"/><path d="M540 420C500 390 512 340 540 290C568 340 580 390 540 420Z" fill="#ff9b4a"/><path d="M540 420C520 402 528 372 540 346C552 372 560 402 540 420Z" fill="#fff3c4"/>
<path d="M480 210h120l22 220H458ZM540 210v220M500 210l-18 220M580 210l18 220" fill="none" stroke="#0d2233" stroke-width="7"/>
<rect x="440" y="428" width="200" height="46" rx="10" fill="#0d2233"/><rect x="466" y="184" width="148" height="28" rx="8" fill="#0d2233"/><path d="M496 184q44 -52 88 0Z" fill="#0d2233"/>
<path d="M470 200C440 60 640 60 610 200" fill="none" stroke="#0d2233" stroke-width="9"/>
${scatter(40, 9, 560, 60).map(([x, y]) => `<rect x="${260 + x}" y="${500 + y}" width="7" height="7" transform="rotate(${x % 45} ${260 + x} ${500 + y})" fill="#fffdf6"/>`).join('')}`,
  )
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
${scatter(40, 2, 900, 84).map(([x, y], n) => `<circle cx="${90 + x}" cy="${540 + y}" r="${2 + (n % 3)}" fill="#fff3e2" opacity="0.7"/>`).join('')}
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
${scatter(26, 13, 680, 240).map(([x, y], n) => `<circle cx="${200 + x}" cy="${60 + y}" r="${1.6 + (n % 3)}" fill="#fdf0cf"/>`).join('')}
<path d="M190 550V430h90v-60h80v80h70v-110h96v96h80v-50h70v70h84v-40h130v134Z" fill="#0f132b"/>
<g fill="#ffcf6b"><rect x="304" y="396" width="16" height="20"/><rect x="460" y="370" width="16" height="20"/><rect x="486" y="402" width="16" height="20"/><rect x="800" y="450" width="16" height="20"/></g>
<path d="M190 50h700v500h-700ZM540 50v500M190 300h700" fill="none" stroke="#76548a" stroke-width="16"/>
<rect x="120" y="546" width="840" height="38" fill="#8d6a9e"/><rect x="120" y="584" width="840" height="96" fill="#2c1e40"/>
<path d="M420 300h240v20q26 14 26 50v136q0 40 -40 40H434q-40 0 -40 -40V370q0 -36 26 -50Z" fill="#dff3ef" opacity="0.28"/>
<path d="M402 410Q470 380 540 404T678 400V500q0 38 -36 38H438q-36 0 -36 -38Z" fill="#fbe3bd"/>
${scatter(34, 4, 240, 96).map(([x, y], n) => `<circle cx="${420 + x}" cy="${428 + y}" r="${4 + (n % 4) * 3}" fill="#e9c48e"/>`).join('')}
<path d="M420 300h240v20q26 14 26 50v136q0 40 -40 40H434q-40 0 -40 -40V370q0 -36 26 -50Z" fill="none" stroke="#e8fbf6" stroke-width="6"/>
<path d="M410 300Q540 250 670 300L664 322Q540 300 416 322Z" fill="#e4572e"/><path d="M404 318h272" stroke="#fbe3bd" stroke-width="6"/>
<g transform="rotate(24 780 500)"><rect x="772" y="360" width="16" height="150" rx="8" fill="#c98a4b"/><ellipse cx="780" cy="520" rx="32" ry="44" fill="#c98a4b"/><ellipse cx="780" cy="516" rx="22" ry="32" fill="#fbe3bd"/></g>`,
  )
}

function pyramid(x: number, foot: number, size: number): string {
  return `<path d="M${x - size} ${foot}L${x} ${foot - size * 0.9}L${x + size} ${foot}Z" fill="#fffdf8"/><path d="M${x} ${foot - size * 0.9}L${x + size} ${foot}H${x + size * 0.15}Z" fill="#d8cfcf"/>`
}

function svg(height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 ${height}" width="1080" height="${height}">${content}</svg>`
}
