/** Repeats a pass over the database while the service runs, and survives outages of the database. */

import type { Log } from '#context.ts'

export interface Loop<T> {
  /** Runs a pass soon. Several calls before it begins run one pass. Errors are logged. */
  wake(): void
  /** Runs a pass after those that were requested before; rejects with its error. */
  run(): Promise<T>
  /** Logs the first error of an outage, and the first success after it. */
  failed(error: unknown): void
  /** Starts no more passes; resolves when the current one has ended. */
  stop(): Promise<void>
}

/** Repeats the pass every `poll` milliseconds. The timer does not keep the process alive. */
export function startLoop<T>(log: Log, part: string, poll: number, pass: () => Promise<T>): Loop<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = false
  let stopped = false
  let away = false

  function inTurn<R>(work: () => Promise<R>): Promise<R> {
    const mine = last.then(work)
    // The caller has the error; the next one only waits for the end.
    last = mine.catch(() => undefined)
    return mine
  }

  function reportFailure(error: unknown) {
    if (away) return
    away = true
    const message = error instanceof Error ? error.message : String(error)
    log.error({ part, error: message }, 'background work interrupted')
  }

  async function runPass() {
    waiting = false
    if (stopped) return
    try {
      await pass()
      if (away) log.info({ part }, 'background work resumed')
      away = false
    } catch (error) {
      reportFailure(error)
    }
  }

  function wake() {
    if (waiting || stopped) return
    waiting = true
    // It reports its errors itself.
    void inTurn(runPass)
  }

  const timer = setInterval(wake, poll).unref()

  return {
    wake,
    run: () => inTurn(pass),
    failed: reportFailure,
    async stop() {
      stopped = true
      clearInterval(timer)
      await last
    },
  }
}
