/** Makes proofs and status lists in threads: each takes 10 ms of processor time or more. Callers take turns. */

import type { Credential, SigningKey } from '@research-platform/credentials'
import { describeModule } from '#core/worker-module.ts'
import { runInThreads } from './threads.ts'

const proofs = describeModule<typeof import('@research-platform/credentials/proofs')>(
  new URL(import.meta.resolve('@research-platform/credentials/proofs')),
)

/** The bits of a list: a million are 125 kB before the compression. */
export const listLength = 1_000_000

const addProof = runInThreads(proofs, 'addProof')
const create = runInThreads(proofs, 'createStatusList')

/** Returns the credential with a proof of the time `created`. */
export const signCredential = (
  credential: Credential,
  key: SigningKey,
  created: string,
  caller = '',
): Promise<Credential> => addProof({ credential, key, created }, caller)

/** Returns the credential, still without a proof, in which the bits of `revoked` are set. It takes 10 to 100 ms. */
export const createStatusList = (url: string, revoked: readonly number[], caller = ''): Promise<Credential> =>
  create({ url, length: listLength, revoked }, caller)
