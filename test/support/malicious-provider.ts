/** An OpenID provider with any misbehavior: wrong claims, foreign keys, silence, invalid responses. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'

export type Endpoint = 'discovery' | 'keys' | 'token' | 'userinfo'

/** The misbehavior of an endpoint. */
export type Trick = (response: ServerResponse, form: URLSearchParams) => void

export const tricks = {
  hang: () => undefined,
  fail: (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
  garbage: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer": 7, nul'),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  nothing: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  hangUp: (response) => response.destroy(),
  sendTrickle(response) {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"a": "')
    const timer = setInterval(() => response.write('a'), 100)
    response.on('close', () => clearInterval(timer))
  },
  sendFlood(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (response.write('a'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  },
} satisfies Record<string, Trick>

export const rsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

// One key for all tests, because generating one takes as long as fifty requests.
const key = rsaKey()

interface Signing {
  key?: KeyObject | Uint8Array
  alg?: string
  kid?: string | null
}

export async function startMaliciousProvider(metadata: object = {}) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const crooked = {
    issuer,
    /** The misbehaving endpoints. */
    tricks: {} as Partial<Record<Endpoint, Trick>>,
    /** The number of requests to each endpoint. */
    asked: { discovery: 0, keys: 0, token: 0, userinfo: 0 },
    /** The last request to the token endpoint. */
    form: new URLSearchParams(),
    /** The claims and the signature of the next ID token. */
    claims: {} as JWTPayload,
    signing: {} as Signing,
    userinfo: {} as object,
    sign: (claims: JWTPayload, { alg = 'RS256', kid = 'good', key: other = key }: Signing = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, ...(kid === null ? {} : { kid }) }).sign(other),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const honest = createValidAnswers(crooked, key, metadata)
  server.on('request', async (request, response) => {
    const endpoint = getEndpoint(request)
    crooked.asked[endpoint]++
    const form = new URLSearchParams(await encodeBody(request))
    if (endpoint === 'token') crooked.form = form
    const trick = crooked.tricks[endpoint]
    if (trick !== undefined) return trick(response, form)
    const body = JSON.stringify(await honest[endpoint]())
    return response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  return crooked
}

export type CrookedProvider = Awaited<ReturnType<typeof startMaliciousProvider>>

/** The valid responses of the endpoints. */
function createValidAnswers(
  crooked: Pick<CrookedProvider, 'issuer' | 'claims' | 'signing' | 'userinfo' | 'sign'>,
  key: KeyObject,
  metadata: object,
): Record<Endpoint, () => unknown> {
  const { issuer } = crooked
  const publicKey = { ...publicJwk(key), kid: 'good', alg: 'RS256', use: 'sig' }
  return {
    discovery: () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      ...metadata,
    }),
    keys: () => ({ keys: [publicKey] }),
    token: async () => ({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: await crooked.sign(crooked.claims, crooked.signing),
    }),
    userinfo: () => ({ sub: crooked.claims.sub, ...crooked.userinfo }),
  }
}

const publicJwk = (key: KeyObject) => {
  const { kty, n, e } = key.export({ format: 'jwk' })
  return { kty, n, e }
}

function getEndpoint({ url = '' }: IncomingMessage): Endpoint {
  if (url.startsWith('/token')) return 'token'
  if (url.startsWith('/userinfo')) return 'userinfo'
  return url.startsWith('/keys') ? 'keys' : 'discovery'
}

async function encodeBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
