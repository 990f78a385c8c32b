/** What is signed, and with what. */

/** A JSON-LD document. */
export type Credential = Record<string, unknown>

/** A key pair as a Multikey (W3C Controlled Identifiers 1.0, section 2.2.2). */
export interface SigningKey {
  /** The verification method, like `did:web:example.org#key-1`. */
  id: string
  controller: string
  publicKeyMultibase: string
  secretKeyMultibase: string
}

/** What the thread of proofs is asked for. */
export interface ProofRequest {
  credential: Credential
  key: SigningKey
  /** The time of the proof. */
  created: string
}

/** A credential as it was found. */
export interface Envelope {
  /** With its proofs, if it is no JWT. */
  credential: Credential
  jwt: { text: string; header: Credential } | null
}

/** A public key, as a DID document describes it. */
export interface PublicKey {
  /** The verification method. */
  id: string
  publicKeyMultibase?: string
  publicKeyJwk?: Record<string, unknown>
}

/** `unknown`: signed in a way that is not known here, or with terms whose definition is not known here. */
export type ProofVerdict = 'right' | 'wrong' | 'unknown'

/** What the thread of status lists is asked for. */
export interface StatusListRequest {
  url: string
  length: number
  revoked: readonly number[]
}
