import type { Config } from '#config.ts'
import { isAllowedRedirectUri } from '#core/redirects.ts'
import { fill, type Sentence } from '#language/sentence.ts'

/** The clients: public, with PKCE. The one that plays ORCID learns an ORCID iD and no e-mail address. */
export const clientIds = ['sandbox', 'sandbox-orcid'] as const
export type ClientId = (typeof clientIds)[number]

export const findClient = (id: string | null): ClientId | null => clientIds.find((one) => one === id) ?? null

/** The request of a client, OpenID Connect Core 1.0, section 3.1.2.1. */
export interface AuthorizationRequest {
  client_id: ClientId
  redirect_uri: string
  state: string | null
  nonce: string | null
  code_challenge: string
  login_hint: string
}

export type Reading =
  /** The request is valid. */
  | { kind: 'request'; request: AuthorizationRequest }
  /** There is no valid redirect address, so only the page can show the error. */
  | { kind: 'page'; sentence: Sentence }
  /** The error is sent to the client. */
  | { kind: 'refusal'; location: string }

/** Reads the query of the sign-in page. */
export function readRequest(config: Config, issuer: string, query: URLSearchParams): Reading {
  const redirect_uri = query.get('redirect_uri') ?? ''
  const client_id = findClient(query.get('client_id'))
  if (client_id === null)
    return {
      kind: 'page',
      sentence: fill('The client_id must be {first} or {second}; there is no other client.', {
        first: clientIds[0],
        second: clientIds[1],
      }),
    }
  if (!isAllowedRedirectUri(config, redirect_uri))
    return { kind: 'page', sentence: 'The redirect_uri is missing or not allowed (OAUTH_REDIRECT_URIS).' }

  const state = query.get('state')
  const refuse = (error: string, error_description: string): Reading => ({
    kind: 'refusal',
    location: buildRedirect({ redirect_uri, state }, issuer, { error, error_description }),
  })
  const code_challenge = query.get('code_challenge') ?? ''
  if (query.get('response_type') !== 'code')
    return refuse('unsupported_response_type', 'The response_type must be code.')
  if (!(query.get('scope') ?? '').split(' ').includes('openid'))
    return refuse('invalid_scope', 'The scope must contain openid.')
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(code_challenge))
    return refuse('invalid_request', 'PKCE with S256 is required.')
  if (query.has('request') || query.has('request_uri'))
    return refuse('request_not_supported', 'Request objects are not supported.')
  if (query.get('prompt') === 'none') return refuse('login_required', 'Somebody has to fill in the form.')
  const login_hint = query.get('login_hint') ?? ''
  return {
    kind: 'request',
    request: { client_id, redirect_uri, state, nonce: query.get('nonce'), code_challenge, login_hint },
  }
}

/** Returns the redirect to the client; RFC 9207 adds the issuer. */
export function buildRedirect(
  { redirect_uri, state }: { redirect_uri: string; state: string | null },
  issuer: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirect_uri)
  const all = { ...answer, ...(state === null ? {} : { state }), iss: issuer }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
