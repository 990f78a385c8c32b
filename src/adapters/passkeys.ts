/** Registers and verifies passkeys (WebAuthn level 3) with `@simplewebauthn/server`. */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Imported on demand, because the library takes 0.1 s and most processes need no passkey at start. */
const loadLibrary = () => import('@simplewebauthn/server')

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** The name that the browser shows. */
  name: string
  /** The domain to which passkeys are bound. */
  id: string
  isAllowedOrigin: (origin: string) => boolean
}

export interface NewPasskey {
  /** In base64url, like all binary values here. */
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
  /** Whether the provider of the passkey copies it between devices. */
  synced: boolean
}

export interface StoredPasskey {
  credential_id: string
  public_key: string
  counter: number
}

interface NewUser {
  handle: string
  name: string
  displayName: string
}

/** EdDSA, ES256 and RS256 (RFC 9053): what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257]
const credentialType = 'public-key' as const
/** How long the browser waits for the user. */
const timeoutMs = 5 * 60_000

const fromBase64Url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Returns the options for `navigator.credentials.create`. `challenge` is base64url, `known` are credential ids. */
export const buildRegistrationOptions = (
  relyingParty: RelyingParty,
  user: NewUser,
  { challenge, known }: { challenge: string; known: readonly string[] },
) => ({
  challenge,
  rp: { id: relyingParty.id, name: relyingParty.name },
  user: { id: user.handle, name: user.name, displayName: user.displayName },
  pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ type: credentialType, alg })),
  timeout: timeoutMs,
  attestation: 'none' as const,
  excludeCredentials: known.map((id) => ({ id, type: credentialType })),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
})

/** Returns the options for `navigator.credentials.get`; the browser offers all passkeys of the site. */
export const buildLoginOptions = (relyingParty: RelyingParty, challenge: string) => ({
  challenge,
  rpId: relyingParty.id,
  timeout: timeoutMs,
  userVerification: 'required' as const,
})

/** What the browser signed: the challenge and the origin of the page. Null when it is unreadable. */
export function readClientData(clientDataJson: string): { challenge: string; origin: string } | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())
    if (typeof data !== 'object' || data === null || !('challenge' in data) || !('origin' in data)) return null
    const { challenge, origin } = data
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null
  } catch {
    // What is no client data is refused.
    return null
  }
}

export interface RegistrationAnswer {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

/** Returns the new passkey; null when the answer is invalid for the challenge and this site. */
export async function verifyRegistration(
  relyingParty: RelyingParty,
  { id, response }: RegistrationAnswer,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const origin = readClientData(response.clientDataJSON)?.origin
  if (origin === undefined || !relyingParty.isAllowedOrigin(origin)) return null
  const { clientDataJSON, attestationObject } = response
  const answer: RegistrationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON, attestationObject },
    clientExtensionResults: {},
  }
  // The library throws for every kind of invalid answer.
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
    // What does not verify is refused.
  }).catch(() => null)
  if (!verified?.verified) return null
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credential_id: credential.id,
    public_key: toBase64Url(credential.publicKey),
    counter: credential.counter,
    transports: (response.transports ?? []).filter(isTransport),
    synced: credentialBackedUp,
  }
}

const knownTransports: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const isTransport = (transport: string) => knownTransports.includes(transport)

export interface LoginAnswer {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null }
}

/** Returns the new signature counter; null when the answer is invalid for the challenge, this site and the passkey. */
export async function verifyLogin(
  relyingParty: RelyingParty,
  { id, response }: LoginAnswer,
  { challenge, passkey }: { challenge: string; passkey: StoredPasskey },
): Promise<{ counter: number; synced: boolean } | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const origin = readClientData(response.clientDataJSON)?.origin
  if (origin === undefined || !relyingParty.isAllowedOrigin(origin)) return null
  const { clientDataJSON, authenticatorData, signature } = response
  const answer: AuthenticationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  }
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingParty.id,
    credential: {
      id: passkey.credential_id,
      publicKey: fromBase64Url(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: true,
    // What does not verify is refused.
  }).catch(() => null)
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, synced: credentialBackedUp }
}
