/** Bitstring Status Lists (W3C): one bit for each credential, compressed. */

import type { Credential } from './sign.ts'

/** The bits of a list: a million are 125 kB before the compression. */
export const listLength = 1_000_000

/** Returns the credential, still without a proof, in which the bits of `revoked` are set. */
export async function createStatusList(url: string, revoked: readonly number[]): Promise<Credential> {
  const { createCredential, createList } = await import('@digitalbazaar/vc-bitstring-status-list')
  const list = await createList({ length: listLength })
  for (const index of revoked) list.setStatus(index, true)
  return createCredential({ id: url, list, statusPurpose: 'revocation' })
}
