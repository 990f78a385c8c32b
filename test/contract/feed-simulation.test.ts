/**
 * Thirty users change things at random. What the change feed has told each of them must be what each may read: an object is known
 * from the feed exactly if it can be read. `FEED_CHANGES` sets the number of changes, `FEED_SEED` chooses others.
 */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person, password, type TestApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { runSequentially } from '../support/concurrency.ts'
import { allQuestions } from '../support/exams.ts'
import { apply } from '../support/jobs.ts'
import { sendVersion } from '../support/projects.ts'

const total = Number(process.env.FEED_CHANGES ?? (process.env.TEST_DATABASE === 'postgres' ? 150 : 300))
const seed = Number(process.env.FEED_SEED ?? 1)
const checkedEvery = 20
/** Objects that each user is asked about at each check, besides those that changed since the last one. */
const sampled = 4
const recorded = 40

/** Numbers that are the same in each run. */
function createRandom() {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  const pick = <T>(some: readonly T[]): T | undefined => some[below(some.length)]
  return { below, pick, choose: <T>(...some: readonly [T, ...T[]]): T => pick(some) ?? some[0] }
}

interface Thing {
  kind: string
  id: number
  /** The user who made it, or whom it belongs to. */
  owner: Person
  /** The object that it is part of. */
  of?: Thing
}

const nameOf = ({ kind, id }: Pick<Thing, 'kind' | 'id'>) => `${kind} ${id}`

const isOk = async (reply: ReturnType<Person['get']>) => (await reply).status === 200
const isListed = async (reply: ReturnType<Person['get']>, id: number) => {
  const { status, data } = await reply
  return status === 200 && data.some((row: { id: number }) => row.id === id)
}

/** How each kind of object is read; an object without an address of its own is in a list. */
const reads: Record<string, (reader: Person, thing: Thing) => Promise<boolean>> = {
  user: (reader, { id }) => isOk(reader.get(`/users/${id}`)),
  researcher: (reader, { id }) => isOk(reader.get(`/researchers/details/${id}`)),
  company: async (reader, { id }) =>
    (await reader.get(`/companies/${id}`, { accept: 'application/json' })).status === 200,
  job_post: (reader, { id }) => isOk(reader.get(`/job-posts/${id}`)),
  job_application: (reader, { id }) => isOk(reader.get(`/job-applications/${id}`)),
  interview: async (reader, { id, of }) =>
    (await isListed(reader.get('/interviews?limit=100'), id)) ||
    isListed(reader.get(`/job-posts/${of?.of?.id}/interviews?limit=100`), id),
  course: (reader, { id }) => isOk(reader.get(`/courses/${id}`)),
  enrollment: async (reader, { id, of }) => {
    const { status, data } = await reader.get(`/courses/${of?.id}/progress`)
    return status === 200 && data.enrollment_id === id
  },
  exam: (reader, { id }) => isOk(reader.get(`/exams/${id}`)),
  exam_attempt: (reader, { id }) => isOk(reader.get(`/exam-attempts/${id}`)),
  exam_booking: (reader, { id }) => isListed(reader.get('/exam-bookings?limit=100'), id),
  exam_accommodation: (reader, { id, of }) => isListed(reader.get(`/exams/${of?.id}/accommodations?limit=100`), id),
  question_bank: (reader, { id }) => isOk(reader.get(`/question-banks/${id}`)),
  project: (reader, { id }) => isOk(reader.get(`/projects/${id}`)),
  project_version: (reader, { id, of }) => isListed(reader.get(`/projects/${of?.id}/versions`), id),
  milestone: (reader, { id, of }) => isOk(reader.get(`/projects/${of?.id}/milestones/${id}`)),
}

/** What a user knows from the feed. */
class Reader {
  readonly person: Person
  readonly known = new Set<string>()
  #cursor = '0'

  constructor(person: Person) {
    this.person = person
  }

  /** Reads the feed to its end. Returns the first event about an object that the user did not know. */
  async follow(): Promise<string | null> {
    let surprise: string | null = null
    for (;;) {
      const { data, meta, text } = await this.person.get(`/changes?since=${this.#cursor}&limit=100`)
      assert.ok(meta, `${text} for user ${this.person.id}`)
      for (const { type, object } of data) {
        const name = nameOf(object)
        if (type.endsWith('.created')) this.known.add(name)
        else if (!this.known.has(name))
          surprise ??= `user ${this.person.id} was told ${type} of ${name}, which they did not know`
        if (type.endsWith('.deleted')) this.known.delete(name)
      }
      this.#cursor = meta.next
      if (!meta.more) return surprise
    }
  }
}

class Simulation {
  readonly random = createRandom()
  readonly app: TestApp
  readonly admin: Person
  readonly people: Person[] = []
  readonly roles = new Map<Person, string>()
  readonly suspended = new Set<Person>()
  readonly things: Thing[] = []
  /** The last requests that change something, for the message of a failure. */
  readonly requests: string[] = []
  /** What may have changed since the last check. */
  readonly touched = new Set<Thing>()

  constructor(app: TestApp, admin: Person) {
    this.app = app
    this.admin = admin
  }

  /** Signs the user in, and records what they change. */
  signIn(person: Person, client: Client): void {
    const record = async (request: string, reply: Promise<Reply>) => {
      const { status } = await reply
      this.requests.push(`${request} by user ${person.id}: ${status}`)
      if (this.requests.length > recorded) this.requests.shift()
      return reply
    }
    Object.assign(person, {
      ...client,
      post: (path, body) => record(`POST ${path}`, client.post(path, body)),
      put: (path, body) => record(`PUT ${path}`, client.put(path, body)),
      delete: (path) => record(`DELETE ${path}`, client.delete(path)),
      send: (method, path, init) => record(`${method} ${path}`, client.send(method, path, init)),
    } satisfies Client)
  }

  async signInAgain(person: Person): Promise<void> {
    const { data, text } = await this.app.anonymous.post('/auth/login', { email: person.email, password })
    assert.ok(data, text)
    this.signIn(person, this.app.withToken(data.token))
  }

  active = () => this.people.filter((person) => !this.suspended.has(person))
  /** A user, of the role if one is needed. */
  anyone = (role?: string) =>
    this.random.pick(this.active().filter((person) => role === undefined || this.roles.get(person) === role)) as Person

  /** An object of the kind, mostly one of the newest. */
  thing(kind: string): Thing | undefined {
    const some = this.things.filter((thing) => thing.kind === kind).slice(-12)
    const found = this.random.pick(some)
    if (found !== undefined) for (const thing of this.things) if (isWithin(thing, found)) this.touched.add(thing)
    return found
  }

  add(kind: string, id: unknown, owner: Person, of?: Thing): void {
    if (typeof id !== 'number') return
    const thing = { kind, id, owner, ...(of && { of }) }
    this.things.push(thing)
    this.touched.add(thing)
  }
}

const isWithin = (thing: Thing, other: Thing): boolean =>
  thing === other || (thing.of !== undefined && isWithin(thing.of, other))

type Act = (s: Simulation) => Promise<unknown>

/** Acts on an object of the kind; nothing without one. */
const on =
  (kind: string, act: (s: Simulation, thing: Thing) => Promise<unknown>): Act =>
  async (s) => {
    const thing = s.thing(kind)
    return thing === undefined ? undefined : act(s, thing)
  }

const text = (s: Simulation) => `Title ${s.random.below(99)}`
const contentKinds = ['company', 'job_post', 'course', 'exam', 'project', 'researcher'] as const

const jobActs: Act[] = [
  async (s) => {
    const owner = s.anyone('recruiter')
    const status = s.random.choose('draft', 'open', 'open')
    const { data } = await owner.post('/job-posts', {
      title: text(s),
      description: 'D',
      status,
      blind: s.random.below(4) === 0,
    })
    s.add('job_post', data?.id, owner)
  },
  on('job_post', (s, { id, owner }) =>
    owner.put(`/job-posts/${id}`, {
      status: s.random.choose('draft', 'open', 'open', 'open', 'closed'),
      title: text(s),
    }),
  ),
  on('job_post', (s, { id, owner }) =>
    s.random.below(4) === 0 ? owner.delete(`/job-posts/${id}`) : Promise.resolve(),
  ),
  on('job_post', async (s, post) => {
    const applicant = s.anyone()
    const { data } = await apply(applicant, post.id)
    s.add('job_application', data?.id, applicant, post)
  }),
  on('job_post', async (s, post) => {
    const applicant = s.anyone()
    const { data } = await apply(applicant, post.id)
    s.add('job_application', data?.id, applicant, post)
  }),
  on('job_post', (s, { id, owner }) => owner.post(`/job-posts/${id}/reviewers`, { user_id: s.anyone().id })),
  on('job_post', async (s, { id, owner }) => {
    const { data } = await owner.get(`/job-posts/${id}/reviewers`)
    const reviewer = s.random.pick<{ id: number }>(Array.isArray(data) ? data : [])
    if (reviewer !== undefined) await owner.delete(`/job-posts/${id}/reviewers/${reviewer.id}`)
  }),
  on('job_application', (s, { id, owner, of }) =>
    s.random.below(3) === 0
      ? owner.delete(`/job-applications/${id}`)
      : (of?.owner ?? owner).put(`/job-applications/${id}/status`, {
          status: s.random.choose('reviewing', 'shortlisted', 'rejected'),
        }),
  ),
  on('job_application', async (s, application) => {
    const post = application.of as Thing
    const terms = { application_id: application.id, interview_date: '2099-01-01', interview_time: '10:00' }
    const { data } = await post.owner.post(`/job-posts/${post.id}/schedule-interview`, terms)
    s.add('interview', data?.interview_id, post.owner, application)
  }),
  on('interview', (s, { id, owner }) =>
    s.random.below(3) === 0
      ? owner.delete(`/interviews/${id}`)
      : owner.put(`/interviews/${id}`, s.random.choose<object>({ location: text(s) }, { outcome: 'passed' })),
  ),
  on('interview', async (s, { id, owner, of }) => {
    const { data } = await owner.get(`/job-posts/${of?.of?.id}/reviewers`)
    const ids = [owner.id, ...(Array.isArray(data) ? data.map(({ user }: { user: { id: number } }) => user.id) : [])]
    await owner.put(`/interviews/${id}`, { interviewer_ids: [s.random.pick(ids)] })
  }),
]

/** Changes who is a member of a company, and in which role. */
async function updateMembers(s: Simulation, { id, owner }: Thing): Promise<void> {
  const path = `/companies/${id}/members`
  const { data } = await owner.get(path)
  const others = (Array.isArray(data) ? data : []).filter(({ user }) => user?.id !== owner.id)
  const one = s.random.pick<{ id: number }>(others)
  const role = s.random.choose('admin', 'recruiter', 'interviewer')
  const act = s.random.below(4)
  if (one !== undefined && act === 0) await owner.delete(`${path}/${one.id}`)
  else if (one !== undefined && act === 1) await owner.put(`${path}/${one.id}`, { role })
  else {
    const person = s.anyone()
    const invited = await owner.post(path, { user_id: person.id, role })
    if (invited.status < 300) await person.post(`${path}/${invited.data.id}/accept`)
  }
}

/** Companies, their members and posts, and messages about applications. */
const companyActs: Act[] = [
  async (s) => {
    const owner = s.anyone('recruiter')
    const { data } = await owner.post('/companies', { name: text(s) })
    s.add('company', data?.id, owner)
  },
  on('company', (s, { id, owner }) => owner.put(`/companies/${id}`, { description: text(s) })),
  on('company', updateMembers),
  on('company', updateMembers),
  on('company', async (s, company) => {
    const { data } = await company.owner.post('/job-posts', {
      ...{ title: text(s), description: 'D', company_id: company.id },
      status: s.random.choose('draft', 'open'),
    })
    s.add('job_post', data?.id, company.owner, company)
  }),
  on('company', (s, { id, owner }) => (s.random.below(4) === 0 ? owner.delete(`/companies/${id}`) : Promise.resolve())),
  on('job_application', async (s, { id, owner, of }) => {
    const path = `/job-applications/${id}/messages`
    const { data } = await s.random.choose(owner, of?.owner ?? owner).post(path, { body: text(s) })
    if (typeof data?.id !== 'number' || s.random.below(2) === 0) return
    await s.admin.post(`/admin/content/message/${data.id}/hide`, { reason: 'A check' })
    if (s.random.below(2) === 0) await s.admin.post(`/admin/content/message/${data.id}/restore`, {})
  }),
]

const projectActs: Act[] = [
  async (s) => {
    const owner = s.anyone()
    const { data } = await owner.post('/projects', { title: text(s), visibility: s.random.choose('public', 'private') })
    s.add('project', data?.id, owner)
  },
  on('project', (s, { id, owner }) =>
    owner.put(`/projects/${id}`, { visibility: s.random.choose('public', 'private'), title: text(s) }),
  ),
  on('project', (s, { id, owner }) => (s.random.below(4) === 0 ? owner.delete(`/projects/${id}`) : Promise.resolve())),
  on('project', (s, { id, owner }) => owner.post(`/projects/${id}/collaborators`, { user_id: s.anyone().id })),
  on('project', async (s, { id, owner }) => {
    const { data } = await owner.get(`/projects/${id}/collaborators`)
    const one = s.random.pick<{ id: number }>(Array.isArray(data) ? data : [])
    if (one !== undefined) await owner.delete(`/projects/${id}/collaborators/${one.id}`)
  }),
  on('project', async (s, project) => {
    const { data } = await project.owner.post(`/projects/${project.id}/milestones`, {
      title: text(s),
      due_date: '2099-01-01',
    })
    s.add('milestone', data?.id, project.owner, project)
  }),
  on('milestone', (_s, { id, owner, of }) => owner.delete(`/projects/${of?.id}/milestones/${id}`)),
  on('project', async (s, project) => {
    const { data } = await sendVersion(project.owner, project.id, { version_number: `${s.random.below(99)}.0` })
    s.add('project_version', data?.version?.id, project.owner, project)
  }),
]

/** Puts a user on the roster of an exam or a course, by id or by address, or takes one off it. */
async function updateRoster(s: Simulation, { kind, id, owner }: Thing): Promise<void> {
  const path = `/${kind}s/${id}/roster`
  const { data } = await owner.get(path)
  const entry = s.random.pick<{ id: number }>(Array.isArray(data) ? data : [])
  const person = s.anyone()
  if (entry !== undefined && s.random.below(3) === 0) await owner.delete(`${path}?entry_id=${entry.id}`)
  else await owner.post(path, s.random.choose<object>({ user_ids: [person.id] }, { emails: [person.email] }))
}

const learningActs: Act[] = [
  async (s) => {
    const owner = s.anyone('researcher')
    const { data } = await owner.post('/courses', {
      title: text(s),
      description: 'D',
      status: s.random.choose('draft', 'published'),
    })
    s.add('course', data?.id, owner)
  },
  on('course', (s, { id, owner }) =>
    owner.put(`/courses/${id}`, {
      status: s.random.choose('draft', 'published', 'published', 'archived'),
      access: s.random.choose('everyone', 'everyone', 'invited'),
    }),
  ),
  on('course', updateRoster),
  on('course', (s, { id, owner }) => (s.random.below(4) === 0 ? owner.delete(`/courses/${id}`) : Promise.resolve())),
  on('course', async (s, course) => {
    const student = s.anyone()
    const { data } = await student.post(`/courses/${course.id}/enroll`)
    s.add('enrollment', data?.enrollment?.id, student, course)
  }),
  async (s) => {
    const owner = s.anyone('researcher')
    const publication_status = s.random.choose('draft', 'published')
    const { data } = await owner.post('/exams', { title: text(s), questions: allQuestions, publication_status })
    s.add('exam', data?.id, owner)
  },
  on('exam', (s, { id, owner }) =>
    owner.put(`/exams/${id}`, {
      publication_status: s.random.choose('draft', 'published', 'published'),
      access: s.random.choose('everyone', 'everyone', 'invited'),
    }),
  ),
  on('exam', updateRoster),
  on('exam', (s, { id, owner }) => (s.random.below(4) === 0 ? owner.delete(`/exams/${id}`) : Promise.resolve())),
  on('exam', async (s, exam) => {
    const candidate = s.anyone()
    const { data } = await candidate.post(`/exams/${exam.id}/start`)
    s.add('exam_attempt', data?.id, candidate, exam)
  }),
  on('exam', async (s, exam) => {
    const candidate = s.anyone()
    const booking = { exam_type: 'online', date: '2099-01-01', time: '09:00', location: 'Online' }
    const { data } = await candidate.post(`/exams/${exam.id}/book`, booking)
    s.add('exam_booking', data?.booking?.id ?? data?.id, candidate, exam)
  }),
  on('exam', async (s, exam) => {
    const user_id = s.anyone().id
    const { data } = await exam.owner.post(`/exams/${exam.id}/accommodations`, { user_id, extra_minutes: 10 })
    s.add('exam_accommodation', data?.id, exam.owner, exam)
  }),
  async (s) => {
    const owner = s.anyone('researcher')
    const { data } = await owner.post('/question-banks', { title: text(s) })
    s.add('question_bank', data?.id, owner)
  },
  on('question_bank', async (s, { id, owner }) => {
    const path = `/question-banks/${id}/editors`
    const { data } = await owner.get(path)
    const editor = s.random.pick<{ id: number }>(Array.isArray(data) ? data : [])
    if (editor !== undefined && s.random.below(2) === 0) await owner.delete(`${path}/${editor.id}`)
    else await owner.post(path, { user_id: s.anyone().id })
  }),
  on('question_bank', (s, { id, owner }) =>
    s.random.below(4) === 0
      ? owner.delete(`/question-banks/${id}`)
      : owner.put(`/question-banks/${id}`, { title: text(s) }),
  ),
  on('exam_accommodation', (s, { id, owner, of }) => {
    const path = `/exams/${of?.id}/accommodations/${id}`
    return s.random.below(2) === 0 ? owner.delete(path) : owner.put(path, { extra_minutes: s.random.below(60) })
  }),
]

const accountActs: Act[] = [
  on('researcher', (s, { owner }) =>
    owner.put('/researchers/me', { visibility: s.random.choose('public', 'private') }),
  ),
  on('researcher', (s, { id, owner }) =>
    owner.post(`/researchers/${id}/team`, { user_id: s.anyone().id, role: 'fellow' }),
  ),
  on('researcher', async (s, { id, owner }) => {
    const { data } = await owner.get(`/researchers/${id}/team`)
    const member = s.random.pick<{ id: number }>(Array.isArray(data) ? data : [])
    if (member !== undefined) await owner.delete(`/researchers/${id}/team/${member.id}`)
  }),
  on('user', (s, { owner }) => owner.put(`/users/${owner.id}`, { headline: text(s) })),
]

/** Administrators hide content and suspend users, for a while. */
const moderatingActs: Act[] = contentKinds.flatMap((kind) => [
  on(kind, (s, { id }) => s.admin.post(`/admin/content/${kind}/${id}/hide`, { reason: 'A check' })),
  on(kind, (s, { id }) => s.admin.post(`/admin/content/${kind}/${id}/restore`, { reason: 'A check' })),
])

async function suspendOrRestore(s: Simulation): Promise<void> {
  const known = s.random.pick([...s.suspended])
  const person = known ?? s.anyone()
  const act = known === undefined ? 'suspend' : 'restore'
  const { status } = await s.admin.post(`/admin/users/${person.id}/${act}`, { reason: 'A check' })
  if (status >= 300) return
  for (const thing of s.things) if (thing.owner === person) s.touched.add(thing)
  if (act === 'suspend') s.suspended.add(person)
  else {
    s.suspended.delete(person)
    await s.signInAgain(person)
  }
}

/** Applications for blind posts reach those who judge them on the next day. Sessions end after some days. */
async function waitForTomorrow(s: Simulation): Promise<void> {
  s.app.clock.advance({ days: 1 })
  await s.app.settle()
  for (const person of [s.admin, ...s.active()]) await s.signInAgain(person)
}

/** Deletes an account, while enough are left. */
async function leave(s: Simulation): Promise<void> {
  if (s.active().length < 25 || s.random.below(3) > 0) return
  const person = s.anyone()
  const { status } = await person.delete(`/users/${person.id}`)
  if (status >= 300) return
  s.people.splice(s.people.indexOf(person), 1)
  for (const thing of s.things) if (thing.owner === person) s.touched.add(thing)
}

const acts: Act[] = [
  ...jobActs,
  ...jobActs,
  ...companyActs,
  ...projectActs,
  ...projectActs,
  ...learningActs,
  ...learningActs,
  ...accountActs,
  ...moderatingActs,
  suspendOrRestore,
  leave,
]

async function createSimulation(): Promise<Simulation> {
  const app = await createApp({ RATE_LIMIT_INVITATIONS: '1000000' })
  const s = new Simulation(app, await app.given.admin())
  s.signIn(s.admin, app.withToken(s.admin.token))
  const roles = ['recruiter', 'researcher', 'learner'] as const
  for (let index = 0; index < 30; index++) {
    const person = await app.given.user({ role: roles[index % 3] ?? 'learner', name: `Person ${index}` })
    s.signIn(person, app.withToken(person.token))
    s.people.push(person)
    s.roles.set(person, roles[index % 3] ?? 'learner')
    s.add('user', person.id, person)
    if (index % 3 === 1) s.add('researcher', (await person.get('/researchers/me')).data.id, person)
  }
  return s
}

/** Returns the first object that the user knows of and cannot read, or can read without knowing of it. */
async function findDifference({ person, known }: Reader, things: readonly Thing[]): Promise<string | null> {
  for (const thing of things) {
    const canRead = (await reads[thing.kind]?.(person, thing)) ?? false
    if (known.has(nameOf(thing)) === canRead) continue
    const what = canRead ? 'reads it and was not told of it' : 'was told of it and cannot read it'
    return `${nameOf(thing)}: user ${person.id} ${what}`
  }
  return null
}

describe('the change feed of thirty users', () => {
  it(`tells each of what they may read, and of nothing else (${total} changes)`, async (t) => {
    const s = await createSimulation()
    const readers = s.people.map((person) => new Reader(person))

    const check = async (choose: () => readonly Thing[]) => {
      const present = s.active()
      for (const reader of readers.filter(({ person }) => present.includes(person))) {
        const difference = (await reader.follow()) ?? (await findDifference(reader, choose()))
        if (difference !== null) assert.fail(`Seed ${seed}: ${difference}.\n${s.requests.join('\n')}`)
      }
      s.touched.clear()
    }
    const chooseSome = () => [
      ...[...s.touched].slice(-6),
      ...Array.from({ length: sampled }, () => s.random.pick(s.things) as Thing),
    ]

    await runSequentially(total, async (index) => {
      await s.random.pick(acts)?.(s)
      if (index % 150 === 149) await waitForTomorrow(s)
      if (index % checkedEvery === checkedEvery - 1) await check(chooseSome)
    })
    await check(() => s.things.slice(-100))

    const kinds = Map.groupBy(s.things, ({ kind }) => kind)
    t.diagnostic([...kinds].map(([kind, things]) => `${kind} ${things.length}`).join(', '))
  })
})
