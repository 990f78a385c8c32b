/**
 * `node bench/exams.ts [--people N] [--start N] [--seconds N] [--every N] [--submit N]`: many people start one exam within seconds,
 * save answers every so many seconds, and submit within seconds. In the middle the service is killed and started again. Afterwards no
 * acknowledged answer may be missing.
 */

import '#node-version.ts'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { getDatabasePath } from '#database/index.ts'
import { createClient } from '../clients/typescript/src/index.ts'
import { betweenChanges, type Plan, type Sat, type Sitting } from './exams/plan.ts'
import { copyData, createFolder, getToken, prepareData } from './support/data.ts'
import { formatMilliseconds, formatWhole, getMedian, getPercentile, printTable } from './support/figures.ts'
import { type Server, startBareServer, startService } from './support/servers.ts'

const questionsEach = 40
const getDuration = ({ start, seconds, submit }: Plan) => start + seconds + submit
/** More requests than the bare server will receive. */
const countChanges = (plan: Plan) => Math.ceil((getDuration(plan) * 1_000) / betweenChanges) + 1_000

// Inside the project, so that the data is on a real disk; the system's temporary folder may be in memory.
const place = join(import.meta.dirname, '../.tmp')
mkdirSync(place, { recursive: true })
const folder = mkdtempSync(join(place, 'bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await measure(parseCommandLine())

function parseCommandLine(): Plan {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { people: text, start: text, seconds: text, every: text, submit: text } })
  const { people = 3_000, start = 30, seconds = 60, every = 20, submit = 30 } = values
  return {
    people: Number(people),
    start: Number(start),
    seconds: Number(seconds),
    every: Number(every),
    submit: Number(submit),
  }
}

async function measure(plan: Plan): Promise<void> {
  const { people } = plan
  const dataDir = createFolder(folder, 'exams')
  await prepareData(dataDir, { users: people + 1, owners: people + 1, notifications: countChanges(plan) })
  // The last user is the author of the exam.
  const author = people + 1
  const db = new DatabaseSync(getDatabasePath(dataDir))
  db.prepare("update users set role = 'researcher' where id = ?").run(author)
  db.close()

  // How long durable writes take in the same minutes on a server that does almost nothing else.
  const bare = await startBareServer(copyData(dataDir, createFolder(folder, 'bare')))
  let service = await startService({ dataDir })
  try {
    const examId = await writeExam(service.url, author)
    await service.observe()
    const { url } = service
    const running = runExam({ ...plan, url, bare: bare.url, examId })
    await pause((plan.start + plan.seconds / 2) * 1_000)
    const first = await service.observe()
    service = await restart(service, dataDir)
    const sat = await running
    const second = await service.observe()
    const longestDelay = Math.max(first.longestDelay, second.longestDelay)
    show(plan, sat, { cpu: first.cpu + second.cpu, longestDelay, startedIn: service.startedIn })
  } finally {
    await Promise.all([service.stop(), bare.stop()])
  }
}

async function restart(service: Server, dataDir: string): Promise<Server> {
  await service.kill()
  return startService({ dataDir, port: Number(new URL(service.url).port) })
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

interface Used {
  cpu: number
  longestDelay: number
  startedIn: number
}

function show(plan: Plan, sat: Sat, { cpu, longestDelay, startedIn }: Used) {
  const { people, start, seconds, every, submit } = plan
  const formatRow = (name: string, times: readonly number[], target: string) => [
    name,
    formatWhole(times.length),
    formatMilliseconds(getMedian(times)),
    formatMilliseconds(getPercentile(times, 95)),
    formatMilliseconds(getPercentile(times, 99)),
    formatMilliseconds(times.reduce((most, time) => Math.max(most, time), 0)),
    target,
  ]
  printTable(
    `${formatWhole(people)} people in one exam of ${questionsEach} questions: all start within ${start} s, save every ${every} s for ` +
      `${seconds} s and submit within ${submit} s`,
    ['', 'requests', 'median', 'p95', 'p99', 'worst', 'target of p95'],
    [
      formatRow('POST …/start', sat.starts, ''),
      formatRow('PUT …/answers', sat.saves, '≤ 250 ms'),
      formatRow('POST …/submit', sat.submissions, ''),
      formatRow('Sent again after the kill', sat.repeated, ''),
      formatRow('A change by a bare server', sat.bare, ''),
    ],
  )
  printTable(
    'The service is killed in the middle, and started again',
    ['', '', 'target'],
    [
      ['Start after the kill', formatMilliseconds(startedIn), ''],
      ['Answers acknowledged and missing', formatWhole(sat.lost), '0'],
      ['Attempts not graded by all that was saved', formatWhole(sat.misgraded), '0'],
      ['Requests refused', formatWhole(sat.refused), '0'],
      ['Processor time of the service', `${formatWhole(cpu / 1_000)} s of ${formatWhole(getDuration(plan))} s`, ''],
      ['Longest delay of its event loop', formatMilliseconds(longestDelay), ''],
      ['Processors', String(availableParallelism()), '2'],
    ],
  )
  if (sat.lost + sat.misgraded + sat.refused > 0) process.exitCode = 1
}
