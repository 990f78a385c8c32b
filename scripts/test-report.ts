/** Shapes the events of a test run for the reporter: failures in full, one line for every file, totals last. */

import { join } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export type Events = AsyncGenerator<TestEvent>
type TestStart = Extract<TestEvent, { type: 'test:start' }>
type TestComplete = Extract<TestEvent, { type: 'test:complete' }>

/** The file that every worker process of a run executes. */
export const testWorker = join(import.meta.dirname, 'test-worker.ts')

/** Passes all events on. */
export async function* passAll(events: Events): Events {
  yield* events
}

/** Prints one line per file as soon as it ends, and below it only the failed tests with their suites. */
export async function* filterProblems(events: Events): Events {
  let starts: TestStart[] = []
  for await (const event of events) {
    if (event.type === 'test:start') {
      starts.push(event)
    } else if (event.type === 'test:pass' && starts.length > 0) {
      // Every test inside it has ended, so its own start event is the last one that was not printed.
      starts.pop()
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      yield* starts
      yield event
      starts = []
    } else {
      yield event
      if (event.type === 'test:complete' && isFile(event.data)) yield createFileLine(event.data)
    }
  }
}

function isFile({ nesting, name }: TestComplete['data']): boolean {
  return nesting === 0 && name !== testWorker
}

function createFileLine({ name, details }: TestComplete['data']): TestEvent {
  const message = `${details.passed ? '✔' : '✖'} ${name} (${formatSeconds(details.duration_ms)})\n`
  return { type: 'test:stdout', data: { file: name, message } }
}

/** Moves the totals, which the reporter would print before the failures, to a list. */
export function holdTotals(totals: TestEvent[]): (events: Events) => Events {
  return async function* (events) {
    let held: TestEvent[] = []
    for await (const event of events) {
      if (event.type === 'test:diagnostic' && event.data.nesting === 0) {
        held.push(event)
        continue
      }
      if (event.type === 'test:summary' && event.data.file === undefined) totals.push(...held)
      else yield* held
      held = []
      yield event
    }
  }
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
