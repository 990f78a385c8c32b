/**
 * Reads and writes files of questions in limited processes, because strangers decide what that costs. Files of one person wait
 * for each other.
 */

import type { Reading, WrittenFile } from '@research-platform/exam-formats'
import { ProcessFailure, ProcessPool } from '#adapters/limited-process/process-pool.ts'
import { KeyedMutex } from '#core/concurrency.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createFieldProblem, createUnavailable, type Problem } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import type { FileContent } from './question-file-worker.ts'

/** Files that wait, of all people and of one person; further ones are answered 503. */
const mostWaiting = 20
const mostWaitingOfPerson = 3
const busy = createUnavailable('Too much to do at the moment; please try again in a few seconds.', 5)
export const tooCostly = createFieldProblem('file', 'This file takes too much time or memory to be read.')

const pool = new ProcessPool({
  module: describeModule<typeof import('./question-file-worker.ts')>(
    new URL('./question-file-worker.ts', import.meta.url),
  ),
  maxProcesses: 1,
  // A thousand questions with tables and pictures take 1 s and 300 MB.
  limits: { processorMs: 20_000, memoryMb: isMemoryScarce ? 400 : 800, resultBytes: 150_000_000 },
  idleMs: isMemoryScarce ? 0 : 10_000,
})

const people = new KeyedMutex()

/** Returns the questions of a file on the disk. 422 when it is too costly, 503 when too many wait. */
export const readQuestionFile = (path: string, person: number): Promise<Reading> =>
  run(() => pool.run('readQuestionFile', path), person)

/** Returns the file with the questions. 422 when it is too large, 503 when too many wait. */
export const writeQuestionFile = (content: FileContent, person: number): Promise<WrittenFile> =>
  run(() => pool.run('writeQuestionFile', content), person)

async function run<Result>(work: () => Promise<Result>, person: number): Promise<Result> {
  const key = String(person)
  if (pool.waiting >= mostWaiting || people.countWaiting(key) >= mostWaitingOfPerson) throw busy
  try {
    return await people.runExclusive(key, work)
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    const problem: Problem = error.isInterruption ? busy : tooCostly
    throw problem
  }
}
