/** Requests to the routes of the service: right ones, with one thing wrong, and malformed ones. */

import type { Route } from '../contract/walk.ts'
import { type Chance, type Make, oneOf, weighted } from './chance.ts'
import { badEncoding, encoded, headers, pathTo, plain, queryOf } from './hostile-addresses.ts'
import { bodyOf, type Sent } from './hostile-bodies.ts'
import { hostileText } from './hostile-values.ts'

/** A request before it is known who sends it and what is there. */
export interface HostileRequest {
  /** Null for one that is meant for no route. */
  route: Route | null
  method: string
  /** Null for one to something that is there. */
  path: string | null
  query: string
  headers: Record<string, string>
  sent: Sent
  /** Which of those who may. */
  who: number
  /** Whether anybody sends it, also who may not. */
  isByAnybody: boolean
  /** Which of the things that are there. */
  which: number
}

const methods = oneOf('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY'.split(' '))

function requestTo(route: Route): Make<HostileRequest> {
  const isForThings = /:(id|upload_id|number|code)\b/.test(route.url)
  const [path, query, sent] = [pathTo(route), queryOf(route.query), bodyOf(route)]
  return (chance) => ({
    route,
    method: chance.oneIn(60) ? methods(chance) : route.method,
    path: isForThings && !chance.oneIn(10) ? null : path(chance),
    query: query(chance),
    headers: chance.oneIn(7) ? headers(chance) : {},
    sent: sent(chance),
    isByAnybody: chance.oneIn(10),
    ...draws(chance),
  })
}

const draws = (chance: Chance) => ({ who: chance.below(1_000), which: chance.below(100_000) })

const strangePath = weighted(
  [1, (chance) => encoded(hostileText(chance))],
  [1, (chance) => plain(hostileText(chance))],
  [1, badEncoding],
)

const nowhere: Make<HostileRequest> = (chance) => ({
  route: null,
  method: methods(chance),
  path: `/${strangePath(chance).slice(0, 5_000)}`,
  query: '',
  headers: headers(chance),
  sent: { type: '', body: undefined },
  isByAnybody: true,
  ...draws(chance),
})

/** Whatever an answer led to: files, documents, signed links. */
const linked: Make<HostileRequest> = (chance) => ({ ...nowhere(chance), method: 'GET', path: null })

/** What is deleted leads nowhere any more, and with a person goes all that is theirs. */
const oftenness = ({ name, method }: Route) =>
  name === 'DELETE /users/:id' ? 1 : method === 'DELETE' ? 3 : 8

/** A request to any of the routes, now and then to a page, along a link, and to nothing. */
export function requestsTo(routes: readonly Route[]): Make<HostileRequest> {
  const to = (some: readonly Route[]) =>
    weighted(...some.map((route): [number, Make<HostileRequest>] => [oftenness(route), requestTo(route)]))
  // The script of the reference weighs megabytes and reads nothing of a request.
  const pages = routes.filter(({ described, url }) => !described && !url.endsWith('.js'))
  return weighted(
    [36, to(routes.filter(({ described }) => described))],
    [2, to(pages)],
    [1, linked],
    [1, nowhere],
  )
}
