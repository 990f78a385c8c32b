/**
 * Calls functions on what strangers sent, in processes whose time, memory and results are limited. A thread would not
 * contain them: its limit leaves out buffers, and a thread without memory can end the whole service. A process that dies
 * fails one call, and is replaced for the next one.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { deserialize } from 'node:v8'
import { Semaphore } from '#core/concurrency.ts'
import type { FunctionName, GivenOf, ResultOf, WorkerModule } from '#core/worker-module.ts'
import type { ProcessArgument, ProcessLimits, ProcessMessage } from './messages.ts'
import { createProcessEnvironment } from './process-environment.ts'

export interface PoolOptions<Exports> {
  /** The module whose exported functions are called. */
  module: WorkerModule<Exports>
  /** Each process calls one function at a time; further calls wait in order of arrival. */
  maxProcesses: number
  limits: ProcessLimits
  /** A process without calls ends after this time; with 0, each call has a process of its own. */
  idleMs: number
}

/**
 * - `limit`: the call exceeded a limit, or it crashed the process.
 * - `error`: the function has thrown.
 * - `killed`: another program ended the process, such as a system that is out of memory.
 * - `stalled`: the process was given too little processor time.
 */
export type FailureReason = 'limit' | 'error' | 'killed' | 'stalled'

export class ProcessFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason) {
    super(`A call in a limited process has failed: ${reason}.`)
    this.name = 'ProcessFailure'
    this.reason = reason
  }

  /** Whether the input is not the cause, so that another attempt may succeed. */
  get isInterruption(): boolean {
    return this.reason === 'killed' || this.reason === 'stalled'
  }
}

/** How long a call may take altogether. Others may use the processors too, so this says nothing about its input. */
const stallMs = 60_000

export class ProcessPool<Exports> {
  readonly #options: PoolOptions<Exports>
  readonly #turns: Semaphore
  readonly #idle: LimitedProcess[] = []

  constructor(options: PoolOptions<Exports>) {
    this.#options = options
    this.#turns = new Semaphore(options.maxProcesses)
  }

  /** The number of calls that wait for a process. */
  get waiting(): number {
    return this.#turns.countWaiting()
  }

  /** Returns what the exported function returns for the input. Rejects with `ProcessFailure`. */
  run<Name extends FunctionName<Exports>>(name: Name, input: GivenOf<Exports, Name>): Promise<ResultOf<Exports, Name>> {
    return this.#turns.run(() => this.#call<ResultOf<Exports, Name>>(name, input))
  }

  async #call<Result>(name: string, input: unknown): Promise<Result> {
    for (let idle = this.#takeIdle(); idle !== undefined; idle = this.#takeIdle()) {
      const result = await this.#callIn<Result>(idle, name, input)
      if (result !== null) return result.value
    }
    const result = await this.#callIn<Result>(new LimitedProcess(this.#options), name, input)
    if (result === null) throw new Error('A limited process has not started.')
    return result.value
  }

  async #callIn<Result>(limited: LimitedProcess, name: string, input: unknown): Promise<{ value: Result } | null> {
    try {
      return (await limited.call(name, input)) as { value: Result } | null
    } finally {
      if (limited.isUsable && this.#options.idleMs > 0) this.#keep(limited)
      else limited.end()
    }
  }

  #keep(limited: LimitedProcess) {
    limited.rest(this.#options.idleMs)
    this.#idle.push(limited)
  }

  #takeIdle(): LimitedProcess | undefined {
    // Those that have ended meanwhile are forgotten here.
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) if (last.isUsable) return last
    return undefined
  }
}

class LimitedProcess {
  readonly #child: ChildProcess
  #isUsable = true
  #hasRested = false
  #idle: NodeJS.Timeout | undefined

  constructor({ module, limits }: PoolOptions<unknown>) {
    const argument: ProcessArgument = { module: module.url.href, limits }
    this.#child = fork(new URL('./limited-process.ts', import.meta.url), [JSON.stringify(argument)], {
      // What Windows needs is added by Node's libuv.
      env: createProcessEnvironment(),
      execArgv: ['--v8-pool-size=1', '--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = () => {
      this.#isUsable = false
    }
    this.#child.on('exit', forget).on('error', forget)
  }

  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Lets the process wait for the next call; it ends without one, and with the service. */
  rest(idleMs: number) {
    this.#hasRested = true
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(() => this.end(), idleMs).unref()
  }

  end() {
    this.#isUsable = false
    this.#child.kill('SIGKILL')
  }

  /** Returns null when the process ended while it rested, before it saw the input. Rejects when it cannot be started. */
  call(name: string, input: unknown): Promise<{ value: unknown } | null> {
    const { promise, resolve, reject } = Promise.withResolvers<{ value: unknown } | null>()
    const child = this.#child
    clearTimeout(this.#idle)
    child.ref()
    let hasBegun = false
    const fail = (reason: FailureReason) => reject(new ProcessFailure(reason))
    const timeout = setTimeout(() => {
      this.end()
      fail('stalled')
    }, stallMs)
    const read = (message: ProcessMessage) => {
      if (message === 'begun') {
        hasBegun = true
        return
      }
      const { result, isLastCall } = message
      if (isLastCall) this.#isUsable = false
      if ('failure' in result) fail(result.failure)
      else resolve({ value: deserialize(result.bytes) })
    }
    const explainExit = (_: number | null, signal: NodeJS.Signals | null) => {
      if (this.#hasRested && !hasBegun) resolve(null)
      else if (signal === 'SIGKILL' || (signal !== null && !hasBegun)) fail('killed')
      else if (hasBegun) fail('limit')
      else reject(new Error('A limited process has not started.'))
    }
    child.on('message', read).once('exit', explainExit).once('error', reject)
    // A failure to send is followed by the exit.
    child.send({ name, input }, () => undefined)
    return promise.finally(() => {
      clearTimeout(timeout)
      child.off('message', read).off('exit', explainExit).off('error', reject)
    })
  }
}
