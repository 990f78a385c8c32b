/** Generates requests to the routes: valid ones, ones with one error, and malformed ones. */

import type { Route } from '../contract/walk.ts'
import { badEncoding, createQuery, encoded, headers, pathTo, plain } from './hostile-addresses.ts'
import { createBody, type Sent } from './hostile-bodies.ts'
import { hostileText } from './hostile-values.ts'
import { type Chance, type Make, oneOf, weighted } from './random.ts'

/** A request before its user and its object are chosen. */
export interface HostileRequest {
  /** Null for a request to no route. */
  route: Route | null
  method: string
  /** Null for a request to an existing object. */
  path: string | null
  query: string
  headers: Record<string, string>
  sent: Sent
  /** Chooses a user who is allowed. */
  who: number
  /** Whether any user sends it, allowed or not. */
  isByAnybody: boolean
  /** Chooses an existing object. */
  which: number
}

const methods = oneOf('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY'.split(' '))

function requestTo(route: Route): Make<HostileRequest> {
  const isForThings = /:(id|upload_id|number|code)\b/.test(route.url)
  const [path, query, sent] = [pathTo(route), createQuery(route.query), createBody(route)]
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

/** Follows a link of a response: files, documents, signed links. */
const linkIdentity: Make<HostileRequest> = (chance) => ({ ...nowhere(chance), method: 'GET', path: null })

/** Deletes an object, which invalidates its links. */
const getFrequency = ({ name, method }: Route) => (name === 'DELETE /users/:id' ? 1 : method === 'DELETE' ? 3 : 8)

/** A request to any route, sometimes to a page, to a link, or to nothing. */
export function createRequests(routes: readonly Route[]): Make<HostileRequest> {
  const to = (some: readonly Route[]) =>
    weighted(...some.map((route): [number, Make<HostileRequest>] => [getFrequency(route), requestTo(route)]))
  // The script of the reference has megabytes and does not depend on the request.
  const pages = routes.filter(({ described, url }) => !described && !url.endsWith('.js'))
  return weighted(
    [36, to(routes.filter(({ described }) => described))],
    [2, to(pages)],
    [1, linkIdentity],
    [1, nowhere],
  )
}
