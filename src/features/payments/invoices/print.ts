import { inThreads } from '../../../adapters/threads.ts'
import type { Invoice } from './service.ts'

/** The invoice as a PDF. Made in a thread, because it takes about 50 ms, most of it to read the fonts. */
export const printInvoice = inThreads<Invoice, Uint8Array>(
  new URL('./pdf-worker.ts', import.meta.url),
  'print',
)
