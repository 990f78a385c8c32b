/** Distribution of the responses over the routes: whether requests get past validation and access checks. */

import type { Route } from '../contract/walk.ts'
import type { Answer } from './response-parser.ts'

/** Succeeded, refused by a rule, or refused before. */
type Kind = 'done' | 'rule' | 'invalid' | 'denied' | 'missing'

interface Counted {
  name: string
  method: string
  pattern: RegExp
  counts: Map<Kind, number>
}

export class Spread {
  readonly #routes: Counted[]
  readonly #statuses = new Map<number, number>()

  constructor(routes: readonly Route[]) {
    this.#routes = routes
      .filter(({ described, url }) => described && !url.startsWith('/specimens'))
      .map(({ name, method, url }) => ({
        name,
        method,
        pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`),
        counts: new Map<Kind, number>(),
      }))
      // Literal paths precede those with parameters, as in the router.
      .sort((a, b) => Number(a.name.includes(':')) - Number(b.name.includes(':')))
  }

  add(method: string, path: string, { status, text }: Answer) {
    increase(this.#statuses, status)
    const [plain = ''] = path.split('?')
    const route = this.#routes.find((one) => one.method === method && one.pattern.test(plain))
    if (route) increase(route.counts, getKind(status, text))
  }

  count = (status: number) => this.#statuses.get(status) ?? 0

  /** Of all responses by a described route. */
  getShare(kind: Kind): number {
    const all = this.#routes.flatMap(({ counts }) => [...counts])
    return sum(all.filter(([one]) => one === kind)) / sum(all)
  }

  neverDone = () => this.#routes.filter(({ counts }) => !counts.has('done')).map(({ name }) => name)

  summary = () => JSON.stringify(Object.fromEntries(this.#statuses))

  lines = () =>
    this.#routes.map(
      ({ name, counts }) => `${name}: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    )
}

function getKind(status: number, text: string): Kind {
  if (status < 400) return 'done'
  if (status === 404) return 'missing'
  if (status === 401 || status === 403) return 'denied'
  return status === 422 && !text.includes('The given data was invalid.') ? 'rule' : 'invalid'
}

function increase<T>(counts: Map<T, number>, key: T) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const sum = (entries: readonly (readonly [unknown, number])[]) => entries.reduce((total, [, count]) => total + count, 0)
