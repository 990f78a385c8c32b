/**
 * Verifies credentials of any issuer (Open Badges 3.0, W3C VC 1.1 and 2.0) within limits of time and memory, one after
 * the other in a thread. Nothing is read from the network.
 */

import { Piscina } from 'piscina'
import { unavailable } from '#core/problem.ts'
import type { Credential, Envelope, ProofCheck, ProofVerdict, StatusCheck } from './types.ts'

export type { Credential, Envelope, ProofVerdict, PublicKey } from './types.ts'

/** Milliseconds for one step; the first one loads the libraries. */
const timeLimitMs = 10_000
/** When more wait, callers get 503. */
const mostWaiting = 20
const busy = unavailable('Too much to do at the moment; please try again in a few seconds.', 5)

let workers: Piscina | undefined

const createWorkers = () =>
  new Piscina({
    filename: new URL('./verify-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  })

/** Runs a function of the thread. Returns null when it fails or exceeds the limits. */
async function run<Result>(name: string, given: unknown): Promise<Result | null> {
  workers ??= createWorkers()
  if (workers.queueSize >= mostWaiting) throw busy
  try {
    return await workers.run(given, { name, signal: AbortSignal.timeout(timeLimitMs) })
  } catch {
    return null
  }
}

/** Returns the credential in a file; null when there is none. */
export const findCredential = (file: Uint8Array): Promise<Envelope | null> => run('findCredential', file)

/** Returns whether the key has signed the credential as it is. */
export const checkProof = async (check: ProofCheck): Promise<ProofVerdict> =>
  (await run<ProofVerdict>('checkProof', check)) ?? 'unknown'

/** Returns bits of a Bitstring Status List; null when the list cannot be read. */
export const readStatuses = (list: Credential, indexes: number[]): Promise<boolean[] | null> =>
  run<boolean[]>('readStatuses', { list, indexes } satisfies StatusCheck)
