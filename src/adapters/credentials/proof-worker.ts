/** Adds proofs to credentials, in a thread: the canonical form of one takes about 10 ms of processor time. */

import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { from } from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import signatures from 'jsonld-signatures'
import { loadContext } from './contexts.ts'
import type { Credential, ProofRequest } from './types.ts'

/** Returns the credential with a Data Integrity proof of the suite `eddsa-rdfc-2022`. */
export async function addProof({ credential, key, created }: ProofRequest): Promise<Credential> {
  const pair = await from({ type: 'Multikey', ...key })
  const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite, date: new Date(created) })
  const purpose = new signatures.purposes.AssertionProofPurpose()
  return signatures.sign(credential, { suite, purpose, documentLoader: loadContext })
}
