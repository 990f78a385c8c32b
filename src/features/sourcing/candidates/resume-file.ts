/** Reads JSON Resumes in a limited process, because strangers decide what that costs. */

import { ReaderPool } from '#adapters/limited-process/reader-pool.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createFieldProblem } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import type { ResumeReading, ResumeText } from './resume-file-worker.ts'

export const tooCostlyResumes = createFieldProblem('resumes', 'This file takes too much time or memory to be read.')

const pool = new ReaderPool(
  {
    module: describeModule<typeof import('./resume-file-worker.ts')>(
      new URL('./resume-file-worker.ts', import.meta.url),
    ),
    maxProcesses: 1,
    // A file of 5 MB takes 0.2 s and 120 MB, one of 1.7 million empty lists 350 MB.
    limits: { processorMs: 5_000, memoryMb: isMemoryScarce ? 250 : 400, resultBytes: 30_000_000 },
    idleMs: isMemoryScarce ? 0 : 10_000,
  },
  tooCostlyResumes,
)

/** Returns the resumes of a file. 422 when it is too costly, 503 when too many wait. */
export const readResumeFile = (file: ResumeText, person: number): Promise<ResumeReading> =>
  pool.run('readResumeFile', file, person)
