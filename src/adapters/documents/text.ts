/**
 * Takes the text out of documents that strangers sent. Each is read in a process of its own, whose time and memory are
 * bounded, so that nothing in a document can harm the service.
 */

import { fork } from 'node:child_process'
import { Semaphore } from '#core/concurrency.ts'
import { createDecoderEnvironment } from '../decoder-environment.ts'

/** Returns the beginning of the text of a PDF, DOC or DOCX; null when it is damaged, encrypted or too costly to read. */
export type TextExtractor = (document: Buffer) => Promise<string | null>

/** What the process answers: the text, or null when it cannot be read. */
export interface Extracted {
  text: string | null
}

const timeLimitMs = 10_000

/** One document at a time: it is background work, which leaves the processors to requests. */
const oneAtATime = new Semaphore(1)

export const extractText = createTextExtractor(timeLimitMs)

export function createTextExtractor(limitMs: number): TextExtractor {
  return (document) => oneAtATime.run(() => readInProcess(document, limitMs))
}

function readInProcess(document: Buffer, limitMs: number): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const child = fork(new URL('./text-process.ts', import.meta.url), {
    env: createDecoderEnvironment(),
    execArgv: ['--v8-pool-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timeout = setTimeout(() => child.kill('SIGKILL'), limitMs)
  child
    .once('message', ({ text }: Extracted) => resolve(text))
    .once('exit', () => resolve(null))
    .once('error', reject)
  child.send(document, (error) => error !== null && resolve(null))
  return promise.finally(() => {
    clearTimeout(timeout)
    child.kill('SIGKILL')
  })
}
