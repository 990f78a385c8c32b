/**
 * Makes proofs (W3C VC 2.0 with a Data Integrity proof of `eddsa-rdfc-2022`) and status lists. Each takes 10 ms of processor time or more, so a
 * service calls them in a thread. The same credential, key and time give the same bytes.
 */

import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { from } from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { createCredential, createList } from '@digitalbazaar/vc-bitstring-status-list'
import signatures from 'jsonld-signatures'
import { loadContext } from './contexts.ts'
import type { Credential, ProofRequest, StatusListRequest } from './types.ts'

/** Returns the credential with a Data Integrity proof of the suite `eddsa-rdfc-2022`. */
export async function addProof({ credential, key, created }: ProofRequest): Promise<Credential> {
  const pair = await from({ type: 'Multikey', ...key })
  const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite, date: new Date(created) })
  const purpose = new signatures.purposes.AssertionProofPurpose()
  return signatures.sign(credential, { suite, purpose, documentLoader: loadContext })
}

/** Returns a status list without a proof (W3C Bitstring Status List 1.0). */
export async function createStatusList({ url, length, revoked }: StatusListRequest): Promise<Credential> {
  const list = await createList({ length })
  for (const index of revoked) list.setStatus(index, true)
  return createCredential({ id: url, list, statusPurpose: 'revocation' })
}
