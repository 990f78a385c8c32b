/** How the program was called. Commands get it instead of reaching for their process, so that tests run many in one process. */

import type { Variables } from '#core/settings.ts'

export interface Invocation {
  /** The arguments after the name of the command. */
  args: readonly string[]
  env: Variables
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  /** Returns a signal that SIGINT and SIGTERM abort from then on, with their name, instead of ending the process. */
  listenForStop(): AbortSignal
}

export type ExitCode = 0 | 1

export const printLine = (stream: NodeJS.WritableStream, line: string): void => void stream.write(`${line}\n`)
