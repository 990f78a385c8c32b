/** Draws measurements as a picture for the documentation. */

export interface Curve {
  /** Seconds since the beginning, and MiB. */
  samples: { at: number; resident: number }[]
  /** Ascending; `until` in seconds since the beginning. */
  stages: { name: string; target: number | null; end: number; highest: number; until: number }[]
}

const width = 960
const height = 360
const margin = { left: 56, right: 16, top: 40, bottom: 32 }
const gridEvery = 50
/** Short stages lie side by side: their labels do not. */
const labelRows = [11, 24, 37]

/** Returns an SVG that is readable on light and on dark backgrounds. */
export function drawCurve({ samples, stages }: Curve): string {
  const seconds = stages.at(-1)?.until ?? 1
  const top = Math.ceil(Math.max(...samples.map(({ resident }) => resident)) / gridEvery) * gridEvery
  const x = (at: number) => round(margin.left + (at / seconds) * (width - margin.left - margin.right))
  const y = (value: number) => round(height - margin.bottom - (value / top) * (height - margin.top - margin.bottom))

  const grid = Array.from({ length: top / gridEvery + 1 }, (_, index) => index * gridEvery).map(
    (value) =>
      `<path d="M${margin.left} ${y(value)}H${width - margin.right}" stroke="#8888" stroke-width="0.5"/>` +
      `<text x="${margin.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  )
  const parts = stages.map(({ name, target, end, until }, index) => {
    const from = stages[index - 1]?.until ?? 0
    const limit =
      target === null ? '' : `<path d="M${x(from)} ${y(target)}H${x(until)}" stroke="#c33" stroke-dasharray="4 3"/>`
    const label = `<text x="${x(from) + 4}" y="${labelRows[index % labelRows.length]}">${name}: ${Math.round(end)}</text>`
    return `<path d="M${x(until)} ${margin.top}V${height - margin.bottom}" stroke="#8888"/>${limit}${label}`
  })
  const line = samples.map(({ at, resident }) => `${x(at)} ${y(resident)}`).join('L')
  const axis = `<text x="${width - margin.right}" y="${height - 8}" text-anchor="end">${Math.round(seconds)} seconds</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#777">
<title>Resident memory in MiB: ${stages.map(({ name, end }) => `${name} ${Math.round(end)}`).join(', ')}</title>
${[...grid, ...parts].join('\n')}
<path d="M${line}" fill="none" stroke="#27c" stroke-width="1.5"/>
${axis}
</svg>
`
}

const round = (value: number) => Math.round(value * 10) / 10
