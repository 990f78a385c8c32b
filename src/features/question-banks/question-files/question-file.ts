/** Reads and writes files of questions in limited processes, because strangers decide what that costs. */

import type { Reading, WrittenFile } from '@research-platform/exam-formats'
import { ReaderPool } from '#adapters/limited-process/reader-pool.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createFieldProblem } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import type { FileContent, QuestionPath } from './question-file-worker.ts'

export const tooCostly = createFieldProblem('file', 'This file takes too much time or memory to be read.')

const pool = new ReaderPool(
  {
    module: describeModule<typeof import('./question-file-worker.ts')>(
      new URL('./question-file-worker.ts', import.meta.url),
    ),
    maxProcesses: 1,
    // A thousand questions with tables and pictures take 1 s and 300 MB.
    limits: { processorMs: 20_000, memoryMb: isMemoryScarce ? 400 : 800, resultBytes: 150_000_000 },
    idleMs: isMemoryScarce ? 0 : 10_000,
  },
  tooCostly,
)

/** Returns the questions of a file on the disk, at most one more than the most. 422 when it is too costly, 503 when too many wait. */
export const readQuestionFile = (file: QuestionPath, person: number): Promise<Reading> =>
  pool.run('readQuestionFile', file, person)

/** Returns the file with the questions. 422 when it is too large, 503 when too many wait. */
export const writeQuestionFile = (content: FileContent, person: number): Promise<WrittenFile> =>
  pool.run('writeQuestionFile', content, person)
