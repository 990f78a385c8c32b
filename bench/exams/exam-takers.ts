/** Simulates people who take an exam: they start, save their answers again and again, submit, and read the result. */

import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getOwner, getToken } from '../support/data.ts'
import { betweenChanges, type Sat, type Sitting } from './plan.ts'

const sitting: Sitting = workerData
const { url, bare, examId, people } = sitting
const [startMs, savingMs, betweenSaves, submitMs] = [sitting.start, sitting.seconds, sitting.every, sitting.submit].map(
  (seconds) => seconds * 1_000,
) as [number, number, number, number]
/** How often each person saves at least. */
const savesEach = Math.max(1, Math.floor(savingMs / betweenSaves))
/** How long a client waits before it sends a request again. */
const retryMs = 200

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const sat: Sat = { starts: [], saves: [], submissions: [], bare: [], repeated: [], lost: 0, misgraded: 0, refused: 0 }

interface Asked {
  id: number
  question: string
}

interface Person {
  token: string
  attempt: number
  /** The correct answer to each question. */
  right: Map<number, number>
  /** The answers that the service acknowledged. */
  acknowledged: Map<number, number>
  revision: number
}

const begin = performance.now()
const [, ...examTakers] = await Promise.all([
  watch(),
  ...Array.from({ length: people }, (_, index) => takeExam(index + 1)),
])
for (const person of examTakers) await check(person)
agent.destroy()
parentPort?.postMessage(sat)

async function start(user: number): Promise<Person> {
  const token = getToken(user)
  const { data } = await measure(sat.starts, 'POST', `${url}/exams/${examId}/start`, { token })
  const right = data.questions.map(({ id, question }: Asked) => [id, 2 * Number(/\d+/.exec(question)?.[0])])
  return { token, attempt: data.id, right: new Map(right), acknowledged: new Map(), revision: 0 }
}

async function takeExam(user: number): Promise<Person> {
  await pause(Math.random() * startMs)
  const person = await start(user)
  const submitAt = begin + startMs + savingMs + Math.random() * submitMs
  await pause(Math.random() * betweenSaves)
  while (performance.now() < submitAt - betweenSaves || person.acknowledged.size < person.right.size) {
    await save(person)
    await pause(Math.min(betweenSaves, Math.max(0, submitAt - performance.now())))
  }
  await submit(person)
  return person
}

/** Answers the next open questions, or changes earlier answers. Some answers are wrong. */
async function save(person: Person): Promise<void> {
  const { acknowledged, right } = person
  const open = [...right.keys()].filter((id) => !acknowledged.has(id))
  const ids = (open.length > 0 ? open : [...right.keys()]).slice(0, Math.ceil(right.size / savesEach))
  const given = new Map(ids.map((id) => [id, (right.get(id) ?? 0) + (Math.random() < 0.5 ? 0 : 1)]))
  person.revision++
  const body = { answers: Object.fromEntries(given), revision: person.revision }
  const address = `${url}/exam-attempts/${person.attempt}/answers`
  const { status } = await measure(sat.saves, 'PUT', address, { token: person.token, body })
  if (status === 200) for (const [id, answer] of given) acknowledged.set(id, answer)
  else sat.refused++
}

async function submit(person: Person): Promise<void> {
  const address = `${url}/exam-attempts/${person.attempt}/submit`
  const { status } = await measure(sat.submissions, 'POST', address, { token: person.token, body: {} })
  if (status !== 200) sat.refused++
}

async function check({ token, attempt, acknowledged, right }: Person): Promise<void> {
  const { data } = await ask('GET', `${url}/exam-attempts/${attempt}`, token)
  for (const [id, answer] of acknowledged) if (data.answers[id] !== answer) sat.lost++
  const correct = [...right].filter(([id, answer]) => acknowledged.get(id) === answer).length
  if (data.result?.correct_answers !== correct) sat.misgraded++
}

async function watch(): Promise<void> {
  for (let n = 0; performance.now() < begin + startMs + savingMs + submitMs; n++) {
    const token = getToken(getOwner(n, people + 1))
    await measure(sat.bare, 'PUT', `${bare}/notifications/${n + 1}/read`, { token })
    await pause(betweenChanges)
  }
}

interface Sent {
  token: string
  body?: object
}

async function measure(times: number[], method: string, address: string, { token, body }: Sent) {
  const before = performance.now()
  // A request is sent again as long as the connection breaks, as clients do.
  for (let isFirst = true; ; isFirst = false) {
    const reply = await ask(method, address, token, body).catch(() => null)
    if (reply !== null) {
      const fitting = isFirst ? times : sat.repeated
      fitting.push(performance.now() - before)
      return reply
    }
    await pause(retryMs)
  }
}

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses have several shapes and are only read here
  data: any
}

function ask(method: string, address: string, token: string, body?: object): Promise<Reply> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers, agent }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(parts).toString())
        resolve({ status: incoming.statusCode ?? 0, data })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}
