import { isReached, type Row } from './compare.ts'

const HEAD = ['Path', 'Beside', 'By', 'Estante', 'Beside it', 'Ratio', 'Middle half', 'Target', 'Reached']

/** Renders comparisons as a table. */
export function toTable(rows: Row[]): string {
  return toMarkdown([HEAD, ...rows.map(toCells)])
}

/** Renders rows as a Markdown table, the first as its header, aligned for terminals. */
export function toMarkdown(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)))
  const [head = '', ...body] = lines.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

function toCells(row: Row): string[] {
  return [
    row.path,
    row.beside ?? '',
    row.by,
    row.ours,
    row.theirs ?? '',
    row.ratio === undefined ? '' : short(row.ratio),
    row.spread ? row.spread.map(short).join('–') : '',
    toTarget(row),
    toReached(row),
  ]
}

function toTarget({ target }: Row): string {
  if (!target) return ''
  if ('atMost' in target) return `≤ ${target.atMost}`
  return `≥ ${target.atLeast}${target.stretch === undefined ? '' : ` (stretch ${target.stretch})`}`
}

function toReached(row: Row): string {
  const reached = isReached(row)
  if (reached === undefined) return ''
  const { target, ratio = 0 } = row
  if (reached && target && 'atLeast' in target && target.stretch !== undefined && ratio >= target.stretch)
    return 'stretch'
  return reached ? 'yes' : 'no'
}

/** Formats three significant digits. */
function short(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)
}
