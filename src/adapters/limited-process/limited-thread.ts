/** The thread of a limited process that calls the functions. */

import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { Call, CallResult, ThreadMessage } from './messages.ts'

const { module, resultBytes } = workerData as { module: string; resultBytes: number }
const functions = (await import(module)) as Record<string, (input: unknown) => unknown>

const send = (message: ThreadMessage) => parentPort?.postMessage(message)

async function run({ name, input }: Call): Promise<CallResult> {
  // A call that waits for nothing ends the thread.
  parentPort?.unref()
  try {
    const bytes = serialize(await functions[name]?.(input))
    return bytes.length > resultBytes ? { failure: 'limit' } : { bytes }
  } catch {
    // The caller has a `ProcessFailure`. The error itself may contain what strangers sent.
    return { failure: 'error' }
  } finally {
    parentPort?.ref()
  }
}

parentPort?.on('message', async (call: Call) => send(await run(call)))
send('ready')
