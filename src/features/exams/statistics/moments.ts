/** Figures of numbers that are read once. */

/** How often each value occurs. */
export type Histogram = Map<number, number>

export function countValue(histogram: Histogram, value: number): void {
  histogram.set(value, (histogram.get(value) ?? 0) + 1)
}

export const countValues = (histogram: Histogram): number =>
  [...histogram.values()].reduce((total, count) => total + count, 0)

export const calculateMean = (histogram: Histogram): number =>
  [...histogram].reduce((sum, [value, count]) => sum + value * count, 0) / countValues(histogram)

/** Returns the middle value; of an even number of values, the mean of the two in the middle. */
export function calculateMedian(histogram: Histogram): number {
  const sorted = [...histogram].sort(([value], [other]) => value - other)
  const total = countValues(histogram)
  return (findValueAt(sorted, Math.floor((total - 1) / 2)) + findValueAt(sorted, Math.floor(total / 2))) / 2
}

function findValueAt(sorted: readonly (readonly [number, number])[], index: number): number {
  let before = 0
  for (const [value, count] of sorted) {
    before += count
    if (index < before) return value
  }
  return Number.NaN
}

/** Counts percents by tenths; 100 is in the last one. */
export function countTenths(histogram: Histogram): number[] {
  const tenths = Array.from({ length: 10 }, () => 0)
  for (const [percent, count] of histogram) {
    const tenth = Math.min(9, Math.floor(percent / 10))
    tenths[tenth] = (tenths[tenth] ?? 0) + count
  }
  return tenths
}

/** Sums of pairs of numbers, for their correlation. */
export interface PairMoments {
  total: number
  means: { x: number; y: number }
  squares: { x: number; y: number; both: number }
}

export const createPairMoments = (): PairMoments => ({
  total: 0,
  means: { x: 0, y: 0 },
  squares: { x: 0, y: 0, both: 0 },
})

/** Updates the sums after Welford (1962): differences from the means lose no digits. */
export function addPair({ means, squares, ...moments }: PairMoments, x: number, y: number): PairMoments {
  const total = moments.total + 1
  const [byX, byY] = [x - means.x, y - means.y]
  const after = { x: means.x + byX / total, y: means.y + byY / total }
  return {
    total,
    means: after,
    squares: {
      x: squares.x + byX * (x - after.x),
      y: squares.y + byY * (y - after.y),
      both: squares.both + byX * (y - after.y),
    },
  }
}

/** Returns Pearson's correlation, from -1 to 1; null where a series is constant but for errors of rounding. */
export function calculateCorrelation({ total, squares: { x, y, both } }: PairMoments): number | null {
  const smallest = 1e-12 * total
  return x <= smallest || y <= smallest ? null : both / Math.sqrt(x * y)
}
