/** A histogram of request durations in the text format of Prometheus. */

/** One response. */
export interface ResponseTiming {
  method: string
  /** The path pattern of the route. */
  route: string
  status: number
  /** Milliseconds. */
  duration: number
}

/** Upper bounds of the buckets, in seconds. */
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Tally {
  labels: { method: string; route: string; status: number }
  /** Requests per bucket; the last one has no bound. */
  counts: number[]
  sum: number
  total: number
}

const name = 'http_request_duration_seconds'
const about = `# HELP ${name} Time from the first byte of a request to the last of its answer.\n# TYPE ${name} histogram`

/**
 * Counts without prom-client, which builds a text of the labels for each observation: measured, a fifteenth of the
 * processor time of `GET /auth/me`. https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export class Durations {
  readonly #routes = new Map<string, Tally[]>()

  count({ method, route, status, duration }: ResponseTiming) {
    const tally = this.#tallyOf(method, route, status)
    const seconds = duration / 1_000
    const bucket = bounds.findIndex((bound) => seconds <= bound)
    if (bucket !== -1) tally.counts[bucket] = (tally.counts[bucket] ?? 0) + 1
    tally.sum += seconds
    tally.total++
  }

  /** Returns text to append to the output of prom-client. */
  render(): string {
    return [about, ...[...this.#routes.values()].flat().flatMap(renderTally), ''].join('\n')
  }

  /** Returns what was counted, for a page; since the start of this instance. */
  summarize(): RequestFigures {
    const tallies = [...this.#routes.values()].flat()
    const counts = bounds.map((_, index) => tallies.reduce((sum, tally) => sum + (tally.counts[index] ?? 0), 0))
    const total = tallies.reduce((sum, tally) => sum + tally.total, 0)
    const countStatuses = (from: number, to: number) =>
      tallies.reduce((sum, { labels, total: one }) => sum + (labels.status >= from && labels.status < to ? one : 0), 0)
    return {
      total,
      refused: countStatuses(400, 500),
      failed: countStatuses(500, 600),
      p50_ms: estimatePercentile(counts, total, 0.5),
      p95_ms: estimatePercentile(counts, total, 0.95),
      p99_ms: estimatePercentile(counts, total, 0.99),
    }
  }

  #tallyOf(method: string, route: string, status: number): Tally {
    const tallies = this.#routes.get(route) ?? []
    for (const tally of tallies) if (tally.labels.status === status && tally.labels.method === method) return tally
    const tally = { labels: { method, route, status }, counts: bounds.map(() => 0), sum: 0, total: 0 }
    this.#routes.set(route, [...tallies, tally])
    return tally
  }
}

/** Requests since the start of this instance. */
export interface RequestFigures {
  total: number
  /** Answered with 4xx. */
  refused: number
  /** Answered with 5xx. */
  failed: number
  /** The bound of the bucket that contains the percentile; null without requests, or beyond the last bucket. */
  p50_ms: number | null
  p95_ms: number | null
  p99_ms: number | null
}

function estimatePercentile(counts: readonly number[], total: number, share: number): number | null {
  let below = 0
  for (const [index, count] of counts.entries()) {
    below += count
    if (total > 0 && below >= share * total) return (bounds[index] ?? 0) * 1_000
  }
  return null
}

/** Renders the cumulative buckets of one label set. Methods and path patterns need no escaping. */
function renderTally({ labels: { method, route, status }, counts, sum, total }: Tally): string[] {
  const labels = `method="${method}",route="${route}",status="${status}"`
  let below = 0
  const buckets = counts.map((count, index) => {
    below += count
    return `${name}_bucket{${labels},le="${bounds[index]}"} ${below}`
  })
  return [
    ...buckets,
    `${name}_bucket{${labels},le="+Inf"} ${total}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${total}`,
  ]
}
