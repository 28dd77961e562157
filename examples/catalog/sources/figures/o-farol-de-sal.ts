import { scatter, svg } from './drawing.ts'

export const lighthouse = {
  'farol-torre': lighthouseByDay,
  'farol-chuva': lighthouseInTheRain,
  'farol-lampiao': lantern,
}

function lighthouseByDay(): string {
  const salt = [80, 230, 372, 700, 842, 990].map((x, n) => pyramid(x, 470, [70, 104, 66, 88, 120, 76][n]!))
  const sea = Array.from(
    { length: 8 },
    (_, n) =>
      `<rect y="${490 + n * 24}" width="1080" height="200" fill="${['#8ed0d4', '#74c1ca', '#5bb0bf', '#459db2', '#348aa4', '#287795', '#206684', '#1b5874'][n]}"/>`,
  )
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

function pyramid(x: number, foot: number, size: number): string {
  return `<path d="M${x - size} ${foot}L${x} ${foot - size * 0.9}L${x + size} ${foot}Z" fill="#fffdf8"/><path d="M${x} ${foot - size * 0.9}L${x + size} ${foot}H${x + size * 0.15}Z" fill="#d8cfcf"/>`
}

function lighthouseInTheRain(): string {
  const rain = scatter(150, 3, 1200, 680).map(
    ([x, y], n) =>
      `<path d="M${x - 60} ${y}l-12 ${34 + (n % 4) * 8}" stroke="#b8cfe0" stroke-width="2.5" stroke-linecap="round" opacity="${0.25 + (n % 3) * 0.15}"/>`,
  )
  const boats = [
    [610, 462],
    [690, 482],
    [770, 456],
    [848, 478],
    [930, 462],
    [1010, 486],
    [655, 520],
    [748, 530],
    [836, 524],
    [918, 536],
    [996, 528],
    [560, 494],
  ]
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
${scatter(40, 9, 560, 60)
  .map(
    ([x, y]) =>
      `<rect x="${260 + x}" y="${500 + y}" width="7" height="7" transform="rotate(${x % 45} ${260 + x} ${500 + y})" fill="#fffdf6"/>`,
  )
  .join('')}`,
  )
}
