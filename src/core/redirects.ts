/** Decides where a sign-in may redirect to. The address is compared as text, so that no two parsers can disagree. */

/** Loopback by name or number with any port, path and query; nothing before the host and nothing that ends it early. */
const onThisMachine =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:\/[\w\-.~!$&'()*+,;=:@%/]*)?(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?$/

/** Schemes that a browser executes or reads from disk. */
const unsafe = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:', 'ws:', 'wss:']

/** Returns whether the address may be in the list of redirect addresses. */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || /[\s\\#*]/.test(uri)) return false
  const { protocol, username, password } = new URL(uri)
  return !unsafe.includes(protocol) && username === '' && password === ''
}

interface Rules {
  environment: string
  oauthRedirectUris: readonly string[]
}

/**
 * Returns whether the address is in the list, compared character by character; outside production, loopback addresses
 * are allowed too.
 */
export const isAllowedRedirectUri = ({ environment, oauthRedirectUris }: Rules, uri: string): boolean =>
  oauthRedirectUris.includes(uri) || (environment !== 'production' && onThisMachine.test(uri) && URL.canParse(uri))
