import { inThreads } from '#adapters/threads.ts'
import type { PrintedInvoice } from './pdf-worker.ts'

/** The invoice as a PDF. Made in a thread, because it takes about 50 ms, most of it to read the fonts. */
export const printInvoice = inThreads<PrintedInvoice, Uint8Array>(
  new URL('./pdf-worker.ts', import.meta.url),
  'print',
)
