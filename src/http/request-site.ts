/** From which site a browser sends a request, so that a page of another site does not act with the cookies of a person (CSRF). */

import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '#config.ts'
import { isSameHost, isSameOrigin } from '#core/host.ts'

/** `own` is a page of this service, or the person: an address that was typed. `unknown` is what no header tells of. */
export type RequestSite = 'own' | 'foreign' | 'unknown'

/**
 * Returns the site that sent the request. What the browser says of it counts alone (Fetch Metadata): a subdomain is of the `same-site`, but
 * its pages are not ours. Browsers say it on https and on localhost; elsewhere, and where they are old, `Origin` tells, or `Referer`
 * without it. An `Origin` of `null` is another site: pages of this service that have forms do not hide where they are.
 */
export function getRequestSite(headers: IncomingHttpHeaders, { publicUrl }: Pick<Config, 'publicUrl'>): RequestSite {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  const source = headers.origin ?? headers.referer
  if (source === undefined) return 'unknown'
  return isSameOrigin(source, publicUrl) || isSameHost(source, `http://${headers.host}`) ? 'own' : 'foreign'
}
