/** The door of the package. What is large is behind `./proofs` and `./verify`, or loaded on first use. */

export { type Head, parseCheckpoint, type Signer, signHead, writeHead } from './checkpoint.ts'
export { findCredential, OversizedCredential, parseCredential } from './envelope.ts'
export { getId, getProofName, isObject, listContexts, parseObject } from './json.ts'
export { getDidUrl, type KeyPlace, readKey, resolveKey } from './key-resolution.ts'
export { createKeyPair, signAsJwt, toPrivateJwk, toPublicJwk } from './keys.ts'
export {
  createProver,
  getRoot,
  hashLeaf,
  hashNode,
  proveConsistency,
  proveInclusion,
  type ReadNode,
  RootBuilder,
} from './merkle.ts'
export { addPngText } from './png-text.ts'
export type {
  Credential,
  Envelope,
  ProofRequest,
  ProofVerdict,
  PublicKey,
  SigningKey,
  StatusListRequest,
} from './types.ts'
