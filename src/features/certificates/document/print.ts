import { inThreads } from '#adapters/threads.ts'
import type { PrintedCertificate } from './layout.ts'

const print = inThreads<PrintedCertificate, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url), 'print')

/** About 60 KB each. */
const mostKept = 50
const kept = new Map<string, Promise<Uint8Array>>()

/**
 * The certificate as a PDF. Made in a thread, because it takes about 100 ms, most of it to read the fonts; and kept for a
 * while, so that whoever asks for one again and again does not keep others from theirs.
 */
export function printCertificate(certificate: PrintedCertificate): Promise<Uint8Array> {
  const key = JSON.stringify(certificate)
  const document = kept.get(key) ?? print(certificate)
  kept.delete(key)
  kept.set(key, document)
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.delete(oldest)
  }
  document.catch(() => kept.delete(key))
  return document
}
