/** Reads JSON that strangers sent. */

import type { Credential } from './types.ts'

export const isObject = (value: unknown): value is Credential =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the object that the text states in JSON; null for anything else. */
export function parseObject(text: string): Credential | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // What is no JSON is no credential.
    return null
  }
}

/** Returns the number of values in a value, counted up to `most`, because a stranger has chosen it. */
export function countValues(value: unknown, most: number): number {
  const open: unknown[] = [value]
  let count = 0
  for (let next = open.pop(); next !== undefined && count < most; next = open.pop()) {
    count++
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return count
}

/** The id of an object, or the id that stands for it. */
export const getId = (value: unknown): string | null => {
  const id = isObject(value) ? value.id : value
  return typeof id === 'string' ? id : null
}

/** The kinds of proofs that are checked here. */
const cryptosuites = ['eddsa-rdfc-2022', 'ecdsa-rdfc-2019']

const isKnownProof = ({ type, cryptosuite }: Credential): boolean =>
  type === 'Ed25519Signature2020' || (type === 'DataIntegrityProof' && cryptosuites.includes(String(cryptosuite)))

/** Returns the first proof of the credential that can be checked here; null when there is none. */
export const findProof = ({ proof }: Credential): Credential | null =>
  [proof].flat().filter(isObject).find(isKnownProof) ?? null

/** The contexts that the credential names; those within it define terms themselves and are signed with it. */
export const listContexts = (credential: Credential): string[] =>
  [credential['@context']].flat().filter((one) => typeof one === 'string')

/** Returns how the credential is signed, for a sentence; null when it is not signed. */
export function getProofName({ proof }: Credential): string | null {
  const [first] = [proof].flat().filter(isObject)
  return first === undefined ? null : String(first.cryptosuite ?? first.type ?? '')
}
