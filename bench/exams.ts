/**
 * `node bench/exams.ts [--people N] [--seconds N]`: many people take one exam at the same time, save answers every ten
 * seconds, and submit within the same period. Afterwards no acknowledged answer may be missing.
 */

import '#node-version.ts'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { getDatabasePath } from '#database/index.ts'
import { createClient } from '../clients/typescript/src/index.ts'
import type { Sat, Sitting } from './exams/exam-takers.ts'
import { copyData, createFolder, getToken, prepareData } from './support/data.ts'
import { formatMilliseconds, formatWhole, getMedian, getPercentile, printTable } from './support/figures.ts'
import { startBareServer, startService } from './support/servers.ts'

const questionsEach = 40
/** More requests than the bare server will receive. */
const measureChanges = (seconds: number) => 50 * seconds

interface Options {
  people: number
  /** Seconds of saving, followed by the same number of seconds of saving and submitting. */
  seconds: number
}

// Inside the project, so that the data is on a real disk; the system's temporary folder may be in memory.
const place = join(import.meta.dirname, '../.tmp')
mkdirSync(place, { recursive: true })
const folder = mkdtempSync(join(place, 'bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await measure(parseCommandLine())

function parseCommandLine(): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { people: text, seconds: text } })
  return { people: Number(values.people ?? 1_000), seconds: Number(values.seconds ?? 60) }
}

async function measure({ people, seconds }: Options): Promise<void> {
  const dataDir = createFolder(folder, 'exams')
  await prepareData(dataDir, { users: people + 1, owners: people + 1, notifications: measureChanges(seconds) })
  // The last user is the author of the exam.
  const author = people + 1
  const db = new DatabaseSync(getDatabasePath(dataDir))
  db.prepare("update users set role = 'researcher' where id = ?").run(author)
  db.close()

  // How long durable writes take in the same minutes on a server that does almost nothing else.
  const bare = await startBareServer(copyData(dataDir, createFolder(folder, 'bare')))
  const service = await startService({ dataDir })
  try {
    const examId = await writeExam(service.url, author)
    await service.observe()
    const sat = await runExam({ url: service.url, bare: bare.url, examId, people, seconds })
    const { cpu, longestDelay } = await service.observe()
    show({ people, seconds }, sat, { cpu, longestDelay })
  } finally {
    await Promise.all([service.stop(), bare.stop()])
  }
}

async function writeExam(url: string, author: number): Promise<number> {
  const questions = Array.from({ length: questionsEach }, (_, index) => ({
    type: 'numeric' as const,
    question: `How much is ${index} and ${index}?`,
    correct_answer: 2 * index,
  }))
  const api = createClient({ baseUrl: url, token: getToken(author) })
  const { data } = await api.createExam({
    body: { title: 'Sums', duration_minutes: 60, shuffle: true, questions },
  })
  return data.id
}

/** The load runs in its own thread, so that it does not delay the service. */
async function runExam(all: Sitting): Promise<Sat> {
  const worker = new Worker(new URL('exams/exam-takers.ts', import.meta.url), { workerData: all })
  const [sat] = await once(worker, 'message')
  await worker.terminate()
  return sat
}

function show({ people, seconds }: Options, sat: Sat, { cpu, longestDelay }: { cpu: number; longestDelay: number }) {
  const formatRow = (name: string, times: readonly number[], target: string) => [
    name,
    formatWhole(times.length),
    formatMilliseconds(getMedian(times)),
    formatMilliseconds(getPercentile(times, 99)),
    formatMilliseconds(times.reduce((most, time) => Math.max(most, time), 0)),
    target,
  ]
  printTable(
    `${formatWhole(people)} people in one exam of ${questionsEach} questions: ${seconds} s of saving, ${seconds} s in which all submit`,
    ['', 'requests', 'median', 'p99', 'worst', 'target of p99'],
    [
      formatRow('PUT …/answers', sat.saves, '< 100 ms'),
      formatRow('POST …/submit', sat.submissions, '< 100 ms'),
      formatRow('A change by a bare server', sat.bare, ''),
    ],
  )
  printTable(
    'Afterwards',
    ['', '', 'target'],
    [
      ['Answers acknowledged and missing', formatWhole(sat.lost), '0'],
      ['Attempts not graded by all that was saved', formatWhole(sat.misgraded), '0'],
      ['Requests refused', formatWhole(sat.refused), '0'],
      ['Processor time of the service', `${formatWhole(cpu / 1_000)} s of ${formatWhole(sat.seconds)} s`, ''],
      ['Longest delay of its event loop', formatMilliseconds(longestDelay), ''],
      ['Processors', String(availableParallelism()), '2'],
    ],
  )
  if (sat.lost + sat.misgraded + sat.refused > 0) process.exitCode = 1
}
