/** Aggregates and prints measurements. */

export const getMedian = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** The value below which the given percentage of all values lies. */
export function getPercentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export const formatWhole = (number: number) => Math.round(number).toLocaleString('en')
export const formatRatio = (number: number) => number.toFixed(2)
export const formatMilliseconds = (number: number) => `${number.toFixed(number < 10 ? 2 : 0)} ms`

/** Prints rows below a header. Only the first column is text. */
export function printTable(title: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  const lines = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const formatRows = (line: readonly string[]) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ')
  console.log(`\n${title}\n`)
  for (const line of lines) console.log(`  ${formatRows(line)}`)
}
