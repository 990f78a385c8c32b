import { runInThreads } from '#adapters/threads.ts'
import { describeModule } from '#core/worker-module.ts'
import type { PrintedDocument } from './pdf-worker.ts'

/** Returns an invoice or a credit note as a PDF. A worker thread draws it in about 50 ms, most of which reads the fonts. */
export const printDocument: (document: PrintedDocument, caller: string) => Promise<Uint8Array> = runInThreads(
  describeModule<typeof import('./pdf-worker.ts')>(new URL('./pdf-worker.ts', import.meta.url)),
  'print',
)
