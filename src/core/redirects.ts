/** Where a sign-in may lead back to. An address is compared as it was sent, so no two parsers can disagree on it. */

/** Loopback by name or number, any port, path and query; nothing before the host, nothing that ends it early. */
const onThisMachine =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:\/[\w\-.~!$&'()*+,;=:@%/]*)?(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?$/

/** What a browser runs, or reads from the disk, instead of going there. */
const unsafe = [
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'view-source:',
  'ws:',
  'wss:',
]

/** Whether it can be an address of the list at all. */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || /[\s\\#*]/.test(uri)) return false
  const { protocol, username, password } = new URL(uri)
  return !unsafe.includes(protocol) && username === '' && password === ''
}

interface Rules {
  environment: string
  oauthRedirectUris: readonly string[]
}

/** Whether it is on the list, letter by letter; outside production also whatever runs on this machine. */
export const isAllowedRedirectUri = ({ environment, oauthRedirectUris }: Rules, uri: string): boolean =>
  oauthRedirectUris.includes(uri) ||
  (environment !== 'production' && onThisMachine.test(uri) && URL.canParse(uri))
