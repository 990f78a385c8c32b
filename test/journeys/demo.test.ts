import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { expandOperations } from '#http/description/references.ts'
import { findPagePath } from '#pages/hosted/navigation.ts'
import openapi from '../../openapi.json' with { type: 'json' }
import { type Serving, serve } from '../resilience/program.ts'
import { waitUntil } from '../support/background.ts'
import type { Client } from '../support/client.ts'
import { runCommand } from '../support/command.ts'
import { readTreeSeconds } from '../support/costs.ts'
import { measureSlowness } from '../support/processor-time.ts'

interface Row {
  status: string
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const demo = { args: ['demo'], ready: /Sign in with.*admin[^\n]*\n/s }

// Runs once, because the demonstration has its own database.
if (process.env.TEST_DATABASE !== 'postgres')
  describe('the demonstration', () => {
    let root = ''
    let program: Serving
    let startSeconds = 0
    let people: Client[] = []
    let tokens: string[] = []
    const folder = () => join(root, 'data-demo')
    const settings = () => ({ DATA_DIR: join(root, 'data') })

    before(async () => {
      root = await mkdtemp(join(tmpdir(), 'research-platform-demo-'))
      // The remains of a start that was killed.
      await mkdir(`${folder()}-unfinished`)
      await writeFile(join(`${folder()}-unfinished`, 'platform.db'), 'half of a database')
      program = await serve(settings(), demo)
      startSeconds = readTreeSeconds(program.pid) / measureSlowness()
      tokens = await Promise.all(extractLogins(program).map((login) => signIn(program, login)))
      people = tokens.map((token) => program.as(token))
    })
    after(async () => {
      program.kill('SIGKILL')
      await program.ended
      await rm(root, { recursive: true, force: true })
    })

    it('has resumes that were read, as those of applicants are', async () => {
      const lists = await Promise.all(people.map((person) => person.get('/job-applications')))
      const states = lists.flatMap(({ data }) => data.map((row: { resume_state: string }) => row.resume_state))

      assert.ok(states.includes('ready'))
      assert.ok(!states.includes('unreadable'), states.join())
    })

    it('is ready after ten seconds of a processor, and says how far it is meanwhile', () => {
      const told = [...program.welcome.matchAll(/^ +(\d+) days? +ago {2}\w/gm)].map(([, days]) => Number(days))

      assert.ok(startSeconds <= 10, `${startSeconds} s`)
      assert.match(program.welcome, /^ {2}Filling \S+data-demo with the six weeks before today/)
      assert.deepEqual(told, [40, 36, 29, 21, 14, 7, 1])
    })

    it('prints a login for each role', async () => {
      const roles = await Promise.all(people.map(async (person) => (await person.get('/auth/me')).data.role))

      assert.deepEqual(roles.sort(), ['admin', 'learner', 'learner', 'recruiter', 'researcher', 'student', 'student'])
    })

    it('leads from every notification to a page that its recipient may see', async () => {
      let seen = 0
      for (const token of tokens) {
        const { data }: { data: { data: { url: string } }[] } = await program.as(token).get('/notifications?limit=100')
        for (const url of new Set(data.map((notification) => notification.data.url))) {
          const page = findPagePath(url)
          assert.ok(page !== null, url)
          const headers = { cookie: `session=${token}`, accept: 'text/html' }
          const { status } = await fetch(`${program.address}${page}`, { headers, redirect: 'manual' })
          assert.equal(status, 200, page)
          seen += 1
        }
      }

      assert.ok(seen > 20, `${seen}`)
    })

    it('has data for every list', async () => {
      assert.ok(lists.length > 30)
      const empty: string[] = []
      for (const path of lists) if (!(await formatSpread(people, path))) empty.push(path)

      assert.deepEqual(empty, [])
    })

    it('has the numbers that the tour names', async () => {
      const withRole = async (role: string) => {
        for (const person of people) if ((await person.get('/auth/me')).data.role === role) return person
        throw new Error(`There is no ${role}.`)
      }
      const [recruiter, researcher, student] = [
        await withRole('recruiter'),
        await withRole('researcher'),
        await withRole('student'),
      ]
      const listOf = async (person: Client, path: string): Promise<Row[]> =>
        (await person.get(`${path}?limit=100`)).data
      const applicants = await listOf(recruiter, '/job-posts/1/applicants')
      const enrolled = await listOf(student, '/courses/enrolled')
      const attempt = (await student.get('/exam-attempts/9')).data
      const milestones = await listOf(researcher, '/projects/1/milestones')
      const { meta } = await researcher.get('/courses/1/learners?at_risk=true')
      const having = (rows: Row[], status: string) => rows.filter((row) => row.status === status).length
      const found: [RegExp, number[]][] = [
        [
          /first post has (\w+) applicants in (\w+) states/,
          [applicants.length, new Set(applicants.map(({ status }) => status)).size],
        ],
        [/to (\w+) planned interviews/, [(await listOf(recruiter, '/interviews')).length]],
        [
          /has completed (\w+) course and has started (\w+) others/,
          [having(enrolled, 'completed'), having(enrolled, 'active')],
        ],
        [/finds (\w+) learners? at risk/, [meta.total]],
        [/with (\w+) of (\w+) answers saved/, [Object.keys(attempt.answers).length, attempt.questions.length]],
        [/(\w+) of (\w+) milestones is completed/i, [having(milestones, 'completed'), milestones.length]],
        [/she has (\w+) invoices/, [(await listOf(researcher, '/billing/history')).length]],
      ]

      const tour = (await readFile(new URL('../../docs/TOUR.md', import.meta.url), 'utf8')).replaceAll('\n', ' ')
      const stated = found.map(([claim]) =>
        (claim.exec(tour) ?? []).slice(1).map((word) => numbers.indexOf(word.toLowerCase())),
      )
      assert.deepEqual(
        stated,
        found.map(([, actual]) => actual),
      )
    })

    it('has a notification of every type', async () => {
      const pages = await Promise.all(people.map((person) => person.get('/notifications?limit=100')))

      const types = new Set(pages.flatMap(({ data }) => data.map(({ type }: { type: string }) => type)))
      const all =
        'certificate_issued course_update exam_reminder job_application payment_received project_invite subscription_expiring'
      assert.deepEqual([...types].sort(), all.split(' '))
    })

    it('keeps its data at the second start', async () => {
      // Otherwise a new minute could append to the log during the second start.
      await appendToLog(people)
      await waitUntil(() => isLogComplete(folder()))
      program.kill('SIGTERM')
      await program.ended
      const [before, files] = [readRows(folder()), await listFiles(folder())]

      program = await serve(settings(), demo)
      program.kill('SIGTERM')
      await program.ended

      assert.deepEqual(readRows(folder()), before)
      assert.deepEqual(await listFiles(folder()), files)
      assert.equal(existsSync(`${folder()}-unfinished`), false)
    })

    it('is refused in production and on PostgreSQL', async () => {
      const inProduction = await runCommand(['demo'], { ...settings(), NODE_ENV: 'production' })
      const onPostgres = await runCommand(['demo'], { ...settings(), DATABASE_URL: 'postgres://localhost/real' })

      assert.match(inProduction.stderr, /^The demonstration is not for production[^\n]*\.\n$/)
      assert.match(onPostgres.stderr, /^The demonstration has its own embedded database[^\n]*\.\n$/)
      assert.deepEqual([inProduction.code, onPostgres.code], [1, 1])
    })
  })

interface Login {
  email: string
  password: string
}

function extractLogins({ welcome }: Serving): Login[] {
  const [, password = ''] = /the password (\S+)/.exec(welcome) ?? []
  return [...welcome.matchAll(/\S+@\S+/g)].map(([email]) => ({ email, password }))
}

async function signIn({ anonymous }: Serving, login: Login): Promise<string> {
  const reply = await anonymous.post('/auth/login', login)
  assert.equal(reply.status, 200, reply.text)
  return reply.data.token
}

const { paths, components } = expandOperations(openapi)

/** Lists without a parameter, and those of an object in such a list. Only lists have `items` in the description. */
const lists = Object.entries(paths)
  .filter(([, operations]) => 'get' in operations && assertListed(JSON.stringify(operations.get)))
  // Passkeys belong to the device of a visitor, tasks are rows only until they are done, files are those of a person, and institutions are
  // suggested for a text. Actions on many applicants are listed for ten minutes.
  .filter(([path]) => !['/auth/passkeys', '/admin/tasks', '/admin/files', '/institutions'].includes(path))
  .filter(([path]) => path !== '/job-posts/{id}/applicants/bulk')
  // The format of the default omits nothing.
  .filter(([path]) => !path.endsWith('/export/omissions'))
  .map(([path]) => path.replace('{kind}', 'enrollment'))
  .map((path) => (path === '/interview-slots' ? `${path}?job_post_id={id}` : path))

function assertListed(operation: string): boolean {
  const [, name = ''] = /"200":.*?"#\/components\/schemas\/(\w+)"/.exec(operation) ?? []
  const envelope: object | undefined = Object.entries(components.schemas).find(([one]) => one === name)?.[1]
  return /"data":\{[^{]*"items"/.test(JSON.stringify(envelope) ?? '')
}

async function formatSpread(people: readonly Client[], path: string): Promise<boolean> {
  if (!path.includes('{id}')) return someHas(people, [path])
  const parent = path.includes('job_post_id=') ? '/job-posts' : path.split('/{id}', 1)[0]
  const ids = new Set<number>()
  for (const person of people) for (const { id } of await readEntries(person, `${parent}?limit=100`)) ids.add(id)
  // Applicants list applications, recruiters read the scorecards of them.
  return someHas(
    people,
    [...ids].map((id) => path.replace('{id}', String(id))),
  )
}

async function someHas(people: readonly Client[], paths: readonly string[]): Promise<boolean> {
  for (const path of paths) for (const person of people) if ((await readEntries(person, path)).length > 0) return true
  return false
}

async function readEntries(person: Client, path: string): Promise<{ id: number }[]> {
  const { status, data, text } = await person.get(path)
  // Not every role may read every list, and an applicant has a list of times only after an invitation to choose one.
  const refusals = path.endsWith('/interview-slots') ? [403, 404, 422] : [403, 404]
  assert.ok(status === 200 || refusals.includes(status), text)
  return status === 200 ? data : []
}

/** Appends all rows to the transparency log, as the service does each minute. */
async function appendToLog(people: readonly Client[]) {
  for (const person of people) {
    const { data } = await person.get('/auth/me')
    if (data.role !== 'admin') continue
    const { status, text } = await person.post('/admin/schedules/append_to_transparency_log/run', { reason: 'A check' })
    assert.equal(status, 200, text)
  }
}

function isLogComplete(dataDir: string): boolean {
  const { log_leaves, activity_log, audit_log } = readRows(dataDir)
  return Number(log_leaves) === Number(activity_log) + Number(audit_log)
}

/** The number of rows of users; tables of background work are excluded. */
function readRows(dataDir: string): Record<string, unknown> {
  const db = new DatabaseSync(join(dataDir, 'platform.db'), { readOnly: true })
  const names = db.prepare("select name from sqlite_master where type = 'table' order by name").all()
  const kept = names
    .map(({ name }) => String(name))
    .filter((name) => !/^(tasks|schedules|sqlite_)|counts$|deltas/.test(name))
  // A schedule replaces the rows of a counter by their sum, in any of the minutes.
  const countRows = (name: string) => (name === 'counters' ? 'count(distinct name)' : 'count(*)')
  const counts = kept.map((name) => [name, db.prepare(`select ${countRows(name)} as n from "${name}"`).get()?.n])
  db.close()
  return Object.fromEntries(counts)
}

const listFiles = async (dataDir: string) => (await readdir(join(dataDir, 'files'), { recursive: true })).sort()
