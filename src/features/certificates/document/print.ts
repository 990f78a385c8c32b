import { LRUCache } from 'lru-cache'
import { inThreads } from '#adapters/threads.ts'
import type { PrintedCertificate } from './words.ts'

const print = inThreads<PrintedCertificate, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url), 'print')

/** A document has about 60 KB. */
const documents = new LRUCache<string, Promise<Uint8Array>>({ max: 50 })

/**
 * Returns the certificate as a PDF. A worker thread draws it in about 100 ms, most of which reads the fonts. The last
 * documents are cached, so that one user who asks again and again does not delay others.
 */
export function printCertificate(certificate: PrintedCertificate): Promise<Uint8Array> {
  const { wording, ...content } = certificate
  // The brand is the same for all.
  const key = JSON.stringify([content, wording.locale])
  const cached = documents.get(key)
  if (cached !== undefined) return cached
  const document = print(certificate)
  documents.set(key, document)
  document.catch(() => documents.delete(key))
  return document
}
