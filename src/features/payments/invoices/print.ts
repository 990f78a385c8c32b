import { runInThreads } from '#adapters/threads.ts'
import type { PrintedInvoice } from './pdf-worker.ts'

/** Returns the invoice as a PDF. A worker thread draws it in about 50 ms, most of which reads the fonts. */
export const printInvoice = runInThreads<PrintedInvoice, Uint8Array>(
  new URL('./pdf-worker.ts', import.meta.url),
  'print',
)
