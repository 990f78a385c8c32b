/**
 * Examines files of strangers in limited processes. Files of one network or account wait for each other and not for those
 * of others, and no process waits for the network.
 */

import { getDidUrl } from '@research-platform/credentials'
import { ProcessFailure, ProcessPool } from '#adapters/limited-process/process-pool.ts'
import { KeyedLimit, KeyedMutex } from '#core/concurrency.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { createFieldProblem, createUnavailable } from '#core/problem.ts'
import { describeModule } from '#core/worker-module.ts'
import type { Sources, VerificationReport } from './credential-verification.ts'
import type { ExaminationStep, FileExamination } from './examine-worker.ts'

/** Examinations that run or wait: of one network or account, and altogether. When there are more, callers get 503. */
const maxOfCaller = 10
const maxAltogether = 100
const busy = createUnavailable('Too much to do at the moment; please try again in a few seconds.', 5)

const tooCostly = createFieldProblem('file', 'This file takes too much time or memory to be checked.')

/** The key of the issuer, the status lists, the keys of these, and the verdict. */
const maxSteps = 4

const pool = new ProcessPool({
  module: describeModule<typeof import('./examine-worker.ts')>(new URL('./examine-worker.ts', import.meta.url)),
  maxProcesses: isMemoryScarce ? 1 : 2,
  // An ordinary credential takes 20 ms, a transcript of a thousand exams less than 2 seconds.
  limits: { processorMs: 5_000, memoryMb: isMemoryScarce ? 200 : 300, resultBytes: 5_000_000 },
  idleMs: isMemoryScarce ? 2_000 : 30_000,
})

const altogether = new KeyedLimit(maxAltogether)
const ofCaller = new KeyedLimit(maxOfCaller)
const turns = new KeyedMutex()

export interface ExaminedFile {
  path: string
  email: string | null
  /** What the file counts for: the network and the account that sent it. */
  callers: readonly string[]
}

/** Examines the credential in a file; null when there is none. 422 when that is too costly, 503 when too many wait. */
export function verifyCredentialFile(file: ExaminedFile, sources: Sources): Promise<VerificationReport | null> {
  const limited = file.callers.reduce<() => Promise<VerificationReport | null>>(
    (work, caller) => () => ofCaller.run(caller, busy, work),
    () => examineInSteps(file, sources),
  )
  return altogether.run('', busy, limited)
}

/** Reads what each step asks for, while the process serves others, and repeats the step. */
async function examineInSteps({ path, email, callers }: ExaminedFile, { now, ownDid, read }: Sources) {
  const documents = new Map<string, string | null>()
  const add = async (url: string) => documents.set(url, await read(url))
  // The key that most credentials are signed with here saves a step.
  if (ownDid !== null) await add(getDidUrl(ownDid))
  for (let count = 0; count < maxSteps; count++) {
    const step = await examineStep({ path, email, now, ownDid, documents }, callers)
    if (step.step === 'end') return step.examination
    await Promise.all(step.addresses.map(add))
  }
  throw tooCostly
}

/** A file that ends its process, or takes too long, is refused; one whose process was interrupted may be sent again. */
async function examineStep(input: FileExamination, callers: readonly string[]): Promise<ExaminationStep> {
  const inTurn = callers.reduce<() => Promise<ExaminationStep>>(
    (work, caller) => () => turns.runExclusive(caller, work),
    () => pool.run('runExaminationStep', input),
  )
  try {
    return await inTurn()
  } catch (error) {
    if (!(error instanceof ProcessFailure)) throw error
    throw error.isInterruption ? busy : tooCostly
  }
}
