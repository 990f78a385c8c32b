import { runInThreads } from '#adapters/threads.ts'
import { createResultCache } from '#core/result-cache.ts'
import { describeModule } from '#core/worker-module.ts'
import type { PrintedCertificate } from './words.ts'

const print = runInThreads(
  describeModule<typeof import('./pdf-worker.ts')>(new URL('./pdf-worker.ts', import.meta.url)),
  'print',
)

/** A document has about 60 KB. */
const documents = createResultCache<Uint8Array>(3_000_000)

/**
 * Returns the certificate as a PDF. A worker thread draws it in about 100 ms, most of which reads the fonts. The last
 * documents are cached, so that one user who asks again and again does not delay others.
 */
export function printCertificate(certificate: PrintedCertificate, caller: string): Promise<Uint8Array> {
  const { wording, ...content } = certificate
  // The brand is the same for all.
  return documents(JSON.stringify([content, wording.locale]), () => print(certificate, caller))
}
