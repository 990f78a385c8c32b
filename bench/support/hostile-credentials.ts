/** Files for the check of credentials: one that unpacks to much, and an ordinary one. */

import { deflateSync } from 'node:zlib'
import { createKeyPair } from '@research-platform/credentials'
import { signCredential } from '#adapters/credentials.ts'

/** A PDF of about a kilobyte whose attachment unpacks to 500 MB. */
export function createHostilePdf(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(500_000_000, ' ')))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    '<< /Type /Filespec /F (a) /EF << /F 5 0 R >> >>',
    `<< /Type /EmbeddedFile /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

/** A signed credential whose issuer is only a key. */
export async function createCredential(): Promise<string> {
  const pair = await createKeyPair()
  const did = `did:key:${pair.publicKeyMultibase}`
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: did,
    credentialSubject: { id: 'urn:example:holder' },
  }
  const key = { ...pair, id: `${did}#${pair.publicKeyMultibase}`, controller: did }
  return JSON.stringify(await signCredential(credential, key, '2026-01-01T00:00:00Z'))
}
