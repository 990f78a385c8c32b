/**
 * Takes the text out of documents that strangers sent. Each is read in a process of its own, whose time and memory are
 * limited, so that nothing in a document can harm the service.
 */

import { isMemoryScarce } from '#core/low-memory.ts'
import { describeModule } from '#core/worker-module.ts'
import { ProcessFailure, ProcessPool } from './limited-process/process-pool.ts'

/** Returns the beginning of the text of a document; null when it cannot be read. */
export type TextExtractor = (document: Buffer) => Promise<string | null>

/** One document at a time: it is background work, which leaves the processors to requests. */
const pool = new ProcessPool({
  module: describeModule<typeof import('@research-platform/documents/text')>(
    new URL(import.meta.resolve('@research-platform/documents/text')),
  ),
  maxProcesses: 1,
  limits: { processorMs: 10_000, memoryMb: isMemoryScarce ? 150 : 400, resultBytes: 2_000_000 },
  idleMs: 0,
})

/**
 * Returns the beginning of the text of a PDF, DOC or DOCX; null when it is damaged, encrypted or too costly to read. A
 * document whose process was interrupted is read a second time, because it may not be the cause.
 */
export const extractText: TextExtractor = (document) =>
  readText(document)
    .catch((error: unknown) => {
      if (error instanceof ProcessFailure && error.isInterruption) return readText(document)
      throw error
    })
    .catch((error: unknown) => {
      if (error instanceof ProcessFailure) return null
      throw error
    })

const readText = (document: Buffer) => pool.run('readText', document)
