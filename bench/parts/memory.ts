/** The resident memory of the service: idle, after logins, after searches, after mixed traffic, and after a pause. */

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { createPasswords } from '#adapters/passwords.ts'
import { getDatabasePath } from '#database/index.ts'
import { buildResearchers } from '../search/build.ts'
import { createPerson } from '../search/people.ts'
import { admin, createFixtures } from '../soak/fixtures.ts'
import { simulateUser } from '../soak/simulated-user.ts'
import { Traffic } from '../soak/traffic.ts'
import { createControlGroup, describeUse } from '../support/control-group.ts'
import { createFolder } from '../support/data.ts'
import { formatWhole, printTable } from '../support/figures.ts'
import type { Part } from '../support/part.ts'
import { type Curve, drawCurve } from '../support/picture.ts'
import { type Server, startService } from '../support/servers.ts'

const researchers = 5_000
const searchesSent = 6_000
const searchers = 16
const mixedRequests = 12_000
const users = 8
const idleSeconds = 10
const restSeconds = 120
const sampledEveryMs = 250

const picturePath = join(import.meta.dirname, '../../docs/images/memory.svg')

interface Stage {
  name: string
  /** The most megabytes that may be resident at its end; null without a target. */
  target: number | null
  run(server: Server, traffic: Traffic): Promise<unknown>
}

const stages: readonly Stage[] = [
  { name: 'idle', target: null, run: () => pause(idleSeconds * 1_000) },
  { name: 'eight logins', target: null, run: (_, traffic) => Promise.all(repeat(users, () => logIn(traffic))) },
  { name: `${formatWhole(searchesSent)} searches`, target: null, run: (_, traffic) => search(traffic) },
  { name: 'mixed traffic', target: 200, run: (_, traffic) => mix(traffic) },
  { name: 'two minutes later', target: 150, run: () => pause(restSeconds * 1_000) },
]

export const memory: Part = {
  name: 'memory',
  about: 'resident memory: idle, after logins, searches and mixed traffic, and two minutes later (3 minutes)',
  async run({ folder, picture, limit }) {
    const dataDir = createFolder(folder, 'memory')
    await buildResearchers(dataDir, researchers, () => undefined, createPerson)
    await makeAdministrator(dataDir)
    const settings = { RATE_LIMIT_PASSWORD: '0', RATE_LIMIT_UPLOAD: '0' }
    const within = limit === null ? null : createControlGroup(limit)
    const server = await startService({ dataDir, observed: false, settings, within })
    try {
      const curve = await record(server)
      printTable(
        'Resident memory of the process in MiB',
        ['', 'at its end', 'highest', 'target'],
        curve.stages.map(({ name, target, end, highest }) => [
          name,
          formatWhole(end),
          formatWhole(highest),
          target === null ? '' : `≤ ${target}`,
        ]),
      )
      if (picture) {
        mkdirSync(dirname(picturePath), { recursive: true })
        writeFileSync(picturePath, drawCurve(curve))
      }
      if (within) console.log(`\n  Of ${limit} MiB: ${describeUse(within)}.`)
    } finally {
      await server.stop()
      await within?.remove()
    }
  },
}

/** Gives the first researcher the role and the credentials of the administrator. */
async function makeAdministrator(dataDir: string) {
  const hash = await createPasswords().hash(admin.password, 'urgent', '')
  const db = new DatabaseSync(getDatabasePath(dataDir))
  db.prepare("update users set role = 'admin', email = ?, password_hash = ? where id = 1").run(admin.email, hash)
  db.close()
}

async function record(server: Server): Promise<Curve> {
  const curve: Curve = { samples: [], stages: [] }
  const traffic = new Traffic(server.url)
  const began = performance.now()
  const sample = async () => {
    const resident = await readResident(server.pid)
    curve.samples.push({ at: (performance.now() - began) / 1_000, resident })
    return resident
  }
  const timer = setInterval(() => void sample(), sampledEveryMs)
  try {
    for (const { name, target, run } of stages) {
      const first = curve.samples.length
      await run(server, traffic)
      const end = await sample()
      const highest = Math.max(...curve.samples.slice(first).map(({ resident }) => resident))
      curve.stages.push({ name, target, end, highest, until: (performance.now() - began) / 1_000 })
    }
  } finally {
    clearInterval(timer)
  }
  if (traffic.failures.length > 0) throw new Error(`A request failed: ${traffic.failures[0]}`)
  return curve
}

/** In MiB, as reported by the system. */
async function readResident(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1_024
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1_024
}

const repeat = <T>(count: number, work: (index: number) => Promise<T>) =>
  Array.from({ length: count }, (_, index) => work(index))

const logIn = (traffic: Traffic) => traffic.as(null).login({ body: admin })

/** Names, fields and skills of the people that are there. */
async function search(traffic: Traffic) {
  const token = await readToken(traffic)
  const words = Array.from({ length: 400 }, (_, index) => createPerson(index * 7)).flatMap(
    ({ name, fields, skills }) => [name, ...fields, ...skills],
  )
  const one = async (index: number) => {
    for (let sent = index; sent < searchesSent; sent += searchers)
      await traffic.as(token).search({ body: { query: words[sent % words.length] ?? '' } })
  }
  await Promise.all(repeat(searchers, one))
}

async function readToken(traffic: Traffic): Promise<string> {
  const { data } = await logIn(traffic)
  if (data.two_factor_required) throw new Error('The administrator has a second factor.')
  return data.token
}

/** Sign-ups, lists, searches, applications with resumes, courses, exams, certificates, uploads and pictures. */
async function mix(traffic: Traffic) {
  const fixtures = await createFixtures(traffic)
  const picture = await createPicture()
  const end = traffic.requests + mixedRequests
  const oneUser = async () => {
    while (traffic.requests < end) {
      await simulateUser(traffic, fixtures)
      await fixtures.admin.changeMyAvatar({ body: { avatar: picture } })
    }
  }
  await Promise.all(repeat(users, oneUser))
}

/** As from the camera of a phone. */
async function createPicture(): Promise<File> {
  const noise = {
    create: {
      width: 3_000,
      height: 2_000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  } as const
  return new File([new Uint8Array(await sharp(noise).jpeg().toBuffer())], 'picture.jpg')
}
