/** Reads files of bibliographies in a limited process, because strangers decide what that costs. */

import { ReaderPool } from '#adapters/limited-process/reader-pool.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createPacer } from '#core/pacer.ts'
import { createFieldProblem } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import type { Entry } from './entry.ts'
import type { PublicationText } from './file-worker.ts'

export const tooCostlyText = createFieldProblem('text', 'This file takes too much time or memory to be read.')

const pool = new ReaderPool(
  {
    module: describeModule<typeof import('./file-worker.ts')>(new URL('./file-worker.ts', import.meta.url)),
    maxProcesses: 1,
    // A thousand works with abstracts take 0.5 s and 150 MB.
    limits: { processorMs: 10_000, memoryMb: isMemoryScarce ? 250 : 400, resultBytes: 30_000_000 },
    idleMs: isMemoryScarce ? 0 : 10_000,
  },
  tooCostlyText,
)

/** Returns the works of a file, at most one more than the most. 422 when it is too costly, 503 when too many wait. */
export async function readPublicationFile(file: PublicationText, person: number): Promise<Entry[]> {
  const texts = await pool.run('readPublicationFile', file, person)
  const entries: Entry[] = []
  const pace = createPacer()
  // A file may have a hundred thousand authors: they are taken over in steps.
  for (const text of texts) {
    entries.push(JSON.parse(text))
    await pace()
  }
  return entries
}
