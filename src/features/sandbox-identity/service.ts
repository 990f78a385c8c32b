import { hash } from 'node:crypto'
import type { Config } from '#config.ts'
import { type Context, runInTransaction } from '#context.ts'
import { buildOrcid } from '#core/orcid.ts'
import { createRandomText, hashToken } from '#core/random.ts'
import { addDuration } from '#core/time.ts'
import { getKeySet, sign, verifyToken } from './keys.ts'
import { codes } from './queries.ts'
import { type AuthorizationRequest, buildRedirect, clientIds, findClient } from './requests.ts'

const codeValidFor = { minutes: 5 }
const tokenSeconds = 3_600

/** Returns the issuer of the sandbox provider; null in production. */
export const getSandboxIssuer = ({ environment, publicUrl }: Config): string | null =>
  environment === 'production' ? null : `${publicUrl}/sandbox/identity`

/** OpenID Connect Discovery 1.0, section 3. */
export const createDiscoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  scopes_supported: ['openid', 'email', 'profile'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  claims_supported: ['iss', 'sub', 'aud', 'iat', 'exp', 'nonce', 'email', 'email_verified', 'name'],
  authorization_response_iss_parameter_supported: true,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
})

export const publicKeys = getKeySet

export interface SandboxUser {
  email: string
  name: string
  email_verified: boolean
}

/** Creates a code and returns the redirect address. */
export async function authorizeUser(
  ctx: Context,
  issuer: string,
  request: AuthorizationRequest,
  somebody: SandboxUser,
): Promise<string> {
  const code = createRandomText(32)
  const now = ctx.clock.now()
  await runInTransaction(ctx, async (tx) => {
    await codes.sweep.run(tx, { now })
    await codes.add.run(tx, {
      ...somebody,
      code_hash: hashToken(code),
      client_id: request.client_id,
      redirect_uri: request.redirect_uri,
      code_challenge: request.code_challenge,
      nonce: request.nonce,
      expires_at: addDuration(now, codeValidFor),
    })
  })
  return buildRedirect(request, issuer, { code })
}

/** A response of the token endpoint, RFC 6749, sections 5.1 and 5.2. */
export interface TokenAnswer {
  status: number
  body: Record<string, string | number>
}

const tokenError = (error: string, error_description: string, status = 400): TokenAnswer => ({
  status,
  body: { error, error_description },
})

/** Exchanges a code for tokens. A code works once, even when the request is otherwise invalid. */
export async function exchange(ctx: Context, issuer: string, form: URLSearchParams): Promise<TokenAnswer> {
  if (form.get('grant_type') !== 'authorization_code')
    return tokenError('unsupported_grant_type', 'The grant_type must be authorization_code.')
  const client = findClient(form.get('client_id'))
  if (client === null) return tokenError('invalid_client', `The client_id must be ${clientIds.join(' or ')}.`, 401)
  const now = ctx.clock.now()
  const code = await codes.redeem.maybe(ctx, { code_hash: hashToken(form.get('code') ?? ''), now })
  if (code === null) return tokenError('invalid_grant', 'The code is unknown, was used or has expired.')
  if (client !== code.client_id) return tokenError('invalid_grant', 'The code was issued to another client.')
  if (form.get('redirect_uri') !== code.redirect_uri)
    return tokenError('invalid_grant', 'The redirect_uri is not the one of the authorization request.')
  if (hashToken(form.get('code_verifier') ?? '') !== code.code_challenge)
    return tokenError('invalid_grant', 'The code_verifier does not fit the code_challenge.')

  const { email, name, email_verified, nonce } = code
  const iat = Math.floor(Date.parse(now) / 1000)
  const isOrcid = client === 'sandbox-orcid'
  const sub = isOrcid ? createOrcid(email) : createSubject(email)
  const stamp = { iss: issuer, sub, iat, exp: iat + tokenSeconds }
  const person = isOrcid ? { name } : { email, name, email_verified }
  const idToken = { ...stamp, ...person, aud: client, ...(nonce === null ? {} : { nonce }) }
  return {
    status: 200,
    body: {
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: isOrcid ? 'openid' : 'openid email profile',
      access_token: await sign(ctx, 'at+jwt', { ...stamp, ...person, aud: issuer }),
      id_token: await sign(ctx, 'JWT', idToken),
    },
  }
}

/** The same address is always the same user. */
const createSubject = (email: string) => hashToken(`sandbox identity ${email}`).slice(0, 22)

/** An invented iD; the same address always has the same one. */
const createOrcid = (email: string) => {
  const number = hash('sha256', `sandbox orcid ${email}`, 'buffer').readBigUInt64BE() % 10n ** 11n
  return buildOrcid(`0009${String(number).padStart(11, '0')}`)
}

/** Returns the claims that the access token allows; null when it is invalid. */
export async function getUserInfo(ctx: Context, issuer: string, token: string) {
  const claims = await verifyToken(ctx, token, issuer)
  if (claims === null) return null
  const { sub, email, email_verified, name } = claims
  return { sub, email, email_verified, name }
}
