import assert from 'node:assert/strict'
import { createKeyPair, parseCredential, resolveKey } from '@research-platform/credentials'
import { addProof } from '@research-platform/credentials/proofs'
import { checkProof } from '@research-platform/credentials/verify'

const pair = await createKeyPair()
const controller = `did:key:${pair.publicKeyMultibase}`
const key = { ...pair, id: `${controller}#${pair.publicKeyMultibase}`, controller }
const credential = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential'],
  issuer: controller,
  credentialSubject: { id: 'urn:example:holder' },
}
const signed = await addProof({ credential, key, created: '2026-01-01T00:00:00Z' })

const envelope = parseCredential(JSON.stringify(signed))
assert.ok(envelope)
const place = resolveKey(envelope)
assert.ok(place && 'key' in place)
assert.equal(await checkProof(envelope, place.key), 'right')
