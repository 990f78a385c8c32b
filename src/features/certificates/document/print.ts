import { inThreads } from '../../../adapters/threads.ts'
import type { PrintedCertificate } from './drawing.ts'

/** The certificate as a PDF. Made in a thread: it takes about 100 ms, most of it to read the fonts. */
export const printCertificate = inThreads<PrintedCertificate, Uint8Array>(
  new URL('./pdf-worker.ts', import.meta.url),
  'print',
)
