/** A shelf seen from the front: width, height and colour of each spine. */
const spines: readonly (readonly [width: number, height: number, colour: string])[] = [
  [34, 190, '#f6f7f4'],
  [22, 160, '#ee7a5f'],
  [44, 214, '#dfece4'],
  [28, 176, '#8fcdb0'],
  [20, 150, '#f4dfa6'],
  [38, 202, '#3f8a6c'],
  [26, 168, '#f6f7f4'],
  [48, 226, '#8fcdb0'],
  [24, 184, '#b93a24'],
  [32, 156, '#dfece4'],
  [40, 208, '#f4dfa6'],
  [22, 172, '#f6f7f4'],
]
const GAP = 5
const HEIGHT = 240

export function Spines() {
  let x = 0
  const drawn = spines.map(([width, height, colour]) => {
    const left = x
    x += width + GAP
    return (
      <g key={left} fill={colour}>
        <rect x={left} y={HEIGHT - height} width={width} height={height} rx="3" />
        <path
          d={`M${left} ${HEIGHT - height + 22}h${width}M${left} ${HEIGHT - height + 29}h${width}M${left} ${HEIGHT - 26}h${width}`}
          stroke="rgb(0 0 0 / 22%)"
          stroke-width="2"
        />
      </g>
    )
  })
  return (
    <svg class="entry__spines" viewBox={`0 0 ${x - GAP} ${HEIGHT + 8}`} aria-hidden="true">
      {drawn}
      <rect y={HEIGHT} width={x} height="8" fill="#0e3226" />
    </svg>
  )
}
