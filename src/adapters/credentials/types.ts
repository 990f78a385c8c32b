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
