/** Bitstring Status Lists (W3C): one bit for each credential, compressed. */

import { runInThreads } from '#adapters/threads.ts'
import type { Credential } from './sign.ts'
import type { StatusListRequest } from './types.ts'

/** The bits of a list: a million are 125 kB before the compression. */
export const listLength = 1_000_000

const create = runInThreads<StatusListRequest, Credential>(
  new URL('./proof-worker.ts', import.meta.url),
  'createStatusCredential',
)

/**
 * Returns the credential, still without a proof, in which the bits of `revoked` are set. It takes 10 to 100 ms. Callers
 * take turns.
 */
export const createStatusList = (url: string, revoked: readonly number[], caller = ''): Promise<Credential> =>
  create({ url, length: listLength, revoked }, caller)
