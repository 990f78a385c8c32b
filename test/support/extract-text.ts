import type { TextExtractor } from '#adapters/documents/text.ts'
import { readText } from '#adapters/documents/text-worker.ts'

/** Reads a document within this process, which is cheaper than a process for each, and unsafe for hostile documents. */
export const extractTextHere: TextExtractor = (document) => readText(new Uint8Array(document)).catch(() => null)
