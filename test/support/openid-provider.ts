/** A real OpenID provider, `oidc-provider`, on loopback; every visitor is signed in as the test says. */

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mock } from 'node:test'
import type { RequestContext } from 'oidc-provider'

export interface Account {
  email: string
  email_verified: boolean | undefined
  name: string
  /** A claim of a directory. */
  directory?: object
}

export interface Registration {
  client_id: string
  client_secret: string
  redirect_uris: string[]
}

/** The library warns against its defaults, which are meant for tests. */
async function createProvider(issuer: string, configuration: ReturnType<typeof createConfiguration>) {
  const silent = mock.method(console, 'warn', () => undefined)
  try {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, configuration)
  } finally {
    silent.mock.restore()
  }
}

/** What the provider does otherwise than in its form body and with plain userinfo. */
interface Options {
  tokenAuthMethod?: 'client_secret_basic' | 'client_secret_post'
  /** Whether userinfo is a signed JWT. */
  signsUserinfo?: boolean
}

export async function openIdProvider(clients: readonly Registration[], options: Options = {}) {
  const accounts = new Map<string, Account>()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = await createProvider(issuer, createConfiguration(clients, accounts, options))
  const answer = provider.callback()

  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { params } = await provider.interactionDetails(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: params.login_hint } })
  })

  return {
    issuer,
    /** Follows the redirects of a sign-in like a browser, and returns the final address. */
    async signIn(address: URL, subject: string, account: Account): Promise<string> {
      accounts.set(subject, account)
      const first = new URL(address)
      first.searchParams.set('login_hint', subject)
      return follow(first, issuer)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function follow(first: URL, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = first
  while (next.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    assert.ok(location, `${response.status} at ${next}: ${await response.text()}`)
    next = new URL(location, next)
  }
  return next.href
}

const createConfiguration = (
  clients: readonly Registration[],
  accounts: ReadonlyMap<string, Account>,
  { tokenAuthMethod = 'client_secret_post', signsUserinfo = false }: Options,
) => ({
  clients: clients.map((client) => ({
    ...client,
    token_endpoint_auth_method: tokenAuthMethod,
    ...(signsUserinfo && { userinfo_signed_response_alg: 'RS256' }),
  })),
  clientAuthMethods: [tokenAuthMethod],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'directory'] },
  cookies: { keys: ['only for tests'] },
  features: { devInteractions: { enabled: false }, jwtUserinfo: { enabled: signsUserinfo } },
  jwks: { keys: [signingKey()] },
  ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
  pkce: { required: () => true },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, subject: string) => ({
    accountId: subject,
    claims: () => ({ sub: subject, ...accounts.get(subject) }),
  }),
  // Consent is always given.
  async loadExistingGrant({ oidc }: RequestContext) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client.clientId,
      accountId: oidc.session.accountId,
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'tests',
  use: 'sig',
  alg: 'RS256',
})
