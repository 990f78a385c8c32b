import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createService } from '#service.ts'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { createClient } from '#test/support/client.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { follow } from '#test/support/event-stream.ts'
import { createExam, takeExam } from '#test/support/exams.ts'
import { apply, createApplication, createJobPost } from '#test/support/jobs.ts'
import { collaborator, milestone, project, version } from '#test/support/projects.ts'

/** The cursor at the end of the feed. */
const takeCursor = async (person: Person): Promise<string> => (await person.get('/changes?since=now')).meta.next

/** What a person is told after the cursor, as `type id`, without notifications and files. */
async function listNews(person: Person, since: string, types = ''): Promise<string[]> {
  const { status, data, meta, text } = await person.get(
    `/changes?since=${since}&limit=100${types && `&types=${types}`}`,
  )
  assert.deepEqual([status, meta?.more], [200, false], text)
  return data.flatMap(({ type, object }: { type: string; object: { kind: string; id: number } }) =>
    ['notification', 'file', 'user'].includes(object.kind) ? [] : [`${type} ${object.id}`],
  )
}

async function createKey(person: Person, scopes: string[]): Promise<string> {
  const { data, text } = await person.post('/auth/api-keys', { name: 'Key', scopes, expires_at: null })
  assert.ok(data?.key, text)
  return data.key
}

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** Tells what each of the people was told while the act ran. */
async function compareNews(people: Record<string, Person>, act: () => Promise<unknown>) {
  const named = Object.entries(people)
  const cursors = await Promise.all(named.map(([, one]) => takeCursor(one)))
  await act()
  const news: Record<string, string[]> = {}
  for (const [index, [name, one]] of named.entries()) news[name] = await listNews(one, cursors[index] ?? '')
  return news
}

describe('GET /changes', () => {
  it('tells of a job post from the draft to the end, to each as they may see it', async () => {
    const { given } = await testApp()
    const owner = await given.user({ role: 'recruiter' })
    const people = { owner, stranger: await given.user(), admin: await given.admin() }
    let post = { id: 0 }
    const act = (work: () => Promise<unknown>) => compareNews(people, work)

    const made = await act(async () => {
      post = await createJobPost(owner, { status: 'draft' })
    })
    const opened = await act(() => owner.put(`/job-posts/${post.id}`, { status: 'open' }))
    const changed = await act(() => owner.put(`/job-posts/${post.id}`, { title: 'Geneticist' }))
    const unchanged = await act(() => owner.put(`/job-posts/${post.id}`, { title: 'Geneticist' }))
    const hidden = await act(() => people.admin.post(`/admin/content/job_post/${post.id}/hide`, { reason: 'Spam.' }))
    const shown = await act(() =>
      people.admin.post(`/admin/content/job_post/${post.id}/restore`, { reason: 'No spam.' }),
    )
    const removed = await act(() => owner.delete(`/job-posts/${post.id}`))

    const all = (what: string) => ({ owner: [what], stranger: [what], admin: [what] })
    const [created, updated, deleted] = ['created', 'updated', 'deleted'].map((it) => `job_post.${it} ${post.id}`)
    assert.deepEqual(made, { owner: [created], stranger: [], admin: [created] })
    assert.deepEqual(opened, { ...all(updated ?? ''), stranger: [created] })
    assert.deepEqual(changed, all(updated ?? ''))
    assert.deepEqual(unchanged, { owner: [], stranger: [], admin: [] })
    assert.deepEqual(hidden, { ...all(updated ?? ''), stranger: [deleted] })
    assert.deepEqual(shown, { ...all(updated ?? ''), stranger: [created] })
    assert.deepEqual(removed, all(deleted ?? ''))
  })

  it('tells of applications and interviews to the applicant, the recruiter and administrators only', async () => {
    const { given } = await testApp()
    const owner = await given.user({ role: 'recruiter' })
    const people = { owner, applicant: await given.user(), stranger: await given.user(), admin: await given.admin() }
    const post = await createJobPost(owner)
    let id = 0
    const applied = await compareNews(people, async () => {
      id = await createApplication(people.applicant, post.id)
    })
    const decided = await compareNews(people, async () => {
      assert.equal((await owner.put(`/job-applications/${id}/status`, { status: 'shortlisted' })).status, 200)
    })
    const invited = await compareNews(people, async () => {
      const reply = await owner.post(`/job-posts/${post.id}/schedule-interview`, {
        application_id: id,
        interview_date: '2031-03-04',
        interview_time: '10:00',
        timezone: 'UTC',
        duration_minutes: 30,
        location: 'Room 2',
        interview_type: 'video',
      })
      assert.equal(reply.status, 201, reply.text)
    })
    const [interview = ''] = invited.owner ?? []
    assert.match(interview, /^interview\.created \d+$/)
    const withdrawn = await compareNews(people, () => people.applicant.delete(`/job-applications/${id}`))

    const both = (...what: string[]) => ({ owner: what, applicant: what, stranger: [], admin: what })
    assert.deepEqual(applied, both(`job_application.created ${id}`))
    assert.deepEqual(decided, both(`job_application.updated ${id}`))
    assert.deepEqual(invited, both(interview))
    const gone = both(interview.replace('created', 'deleted'), `job_application.deleted ${id}`)
    assert.deepEqual(withdrawn, gone)
  })

  it('tells a new reviewer of the applications for a post that all may read, and takes them back', async () => {
    const { given } = await testApp()
    const owner = await given.user({ role: 'recruiter' })
    const people = { reviewer: await given.user(), stranger: await given.user() }
    const post = await createJobPost(owner)
    const id = await createApplication(await given.user(), post.id)
    const path = `/job-posts/${post.id}/reviewers`
    let added = { id: 0 }

    const came = await compareNews(people, async () => {
      const { status, data, text } = await owner.post(path, { user_id: people.reviewer.id })
      assert.equal(status, 201, text)
      added = data
    })
    const left = await compareNews(people, async () => {
      assert.equal((await owner.delete(`${path}/${added.id}`)).status, 200)
    })

    assert.deepEqual(came, { reviewer: [`job_application.created ${id}`], stranger: [] })
    assert.deepEqual(left, { reviewer: [`job_application.deleted ${id}`], stranger: [] })
  })

  it('lets collaborators come and go with the project and all that it has', async () => {
    const { given } = await testApp()
    const owner = await given.user()
    const people = { owner, fellow: await given.user(), other: await given.user(), stranger: await given.user() }
    const { id } = await project(owner)
    await collaborator(owner, id, people.other)
    const step = await milestone(owner, id)
    const file = await version(owner, id)
    let invited: { id: number } = { id: 0 }
    const came = await compareNews(people, async () => {
      invited = await collaborator(owner, id, people.fellow)
    })
    const published = await compareNews(people, () => owner.put(`/projects/${id}`, { visibility: 'public' }))
    const closed = await compareNews(people, () => owner.put(`/projects/${id}`, { visibility: 'private' }))
    const left = await compareNews(people, () => owner.delete(`/projects/${id}/collaborators/${invited.id}`))
    const removed = await compareNews(people, () => owner.delete(`/projects/${id}`))

    const everything = (act: string) =>
      [`project.${act} ${id}`, `project_version.${act} ${file.id}`, `milestone.${act} ${step.id}`].sort()
    const sort = (news: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(news).map(([name, list]) => [name, list.toSorted()]))
    const changed = [`project.updated ${id}`]
    assert.deepEqual(sort(came), { owner: changed, other: changed, fellow: everything('created'), stranger: [] })
    const seen = everything('updated')
    assert.deepEqual(sort(published), { owner: seen, other: seen, fellow: seen, stranger: everything('created') })
    assert.deepEqual(sort(closed), { owner: seen, other: seen, fellow: seen, stranger: everything('deleted') })
    assert.deepEqual(sort(left), { owner: changed, other: changed, fellow: everything('deleted'), stranger: [] })
    const end = everything('deleted')
    assert.deepEqual(sort(removed), { owner: end, other: end, fellow: [], stranger: [] })
  })

  it('keeps telling those who are enrolled of a course that became a draft again', async () => {
    const { given } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const people = { author, learner: await given.user(), stranger: await given.user() }
    const { id } = await createCourse(author, { status: 'published' })
    const enrolled = await compareNews(people, () => createEnrollment(people.learner, id))
    const withdrawn = await compareNews(people, () => author.put(`/courses/${id}`, { status: 'draft' }))
    const changed = await compareNews(people, () => author.put(`/courses/${id}`, { title: 'Genes' }))
    assert.deepEqual([enrolled.author, enrolled.stranger], [[], []])
    assert.match(enrolled.learner?.[0] ?? '', /^enrollment\.created/)
    const told = [`course.updated ${id}`]
    assert.deepEqual(withdrawn, { author: told, learner: told, stranger: [`course.deleted ${id}`] })
    assert.deepEqual(changed, { author: told, learner: told, stranger: [] })
  })

  it('tells of attempts to the candidate and the author, and of the certificate to its holder', async () => {
    const { given } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const people = { author, candidate: await given.user(), stranger: await given.user() }
    const exam = await createExam(author, { certificate_enabled: true })
    const taken = await compareNews(people, () => takeExam(people.candidate, exam.id, 'right'))
    const types = (list: readonly string[] = []) => list.map((text) => text.split(' ')[0])
    assert.deepEqual(types(taken.author), ['exam_attempt.created'])
    assert.deepEqual(types(taken.candidate).sort(), ['certificate.created', 'exam_attempt.created'])
    assert.deepEqual(taken.stranger, [])
  })

  it('names the object with the address where it is read', async () => {
    const { given } = await testApp()
    const owner = await given.user({ role: 'recruiter' })
    const cursor = await takeCursor(owner)
    const { id } = await createJobPost(owner)
    const { data, meta } = await owner.get(`/changes?since=${cursor}&types=job_post.created`)
    assert.deepEqual(data[0].object, { kind: 'job_post', id, url: `http://api.test/job-posts/${id}` })
    assert.deepEqual([data.length, data[0].type, meta.next], [1, 'job_post.created', String(data[0].id)])
    assert.deepEqual((await owner.get(`/changes?since=${meta.next}`)).data, [])
  })

  it('is read in pages without a gap, whatever is saved meanwhile', async () => {
    const { given } = await testApp()
    const [one, other] = [await given.user(), await given.user()]
    const start = await takeCursor(one)
    const seen: number[] = []
    let isDone = false
    const reading = (async () => {
      let since = start
      for (;;) {
        const last = isDone
        const { data, meta } = await one.get(`/changes?since=${since}&types=project&limit=3`)
        seen.push(...data.map(({ object }: { object: { id: number } }) => object.id))
        since = meta.next
        if (last && !meta.more && data.length === 0) return
      }
    })()
    const projects = await runConcurrently(40, (index) =>
      project(index % 2 === 0 ? one : other, { visibility: 'public' }),
    )
    isDone = true
    await reading
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      projects.map(({ id }) => id).toSorted((a, b) => a - b),
    )
  })

  it('refuses cursors that it cannot continue from, and types that do not exist', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const ahead = await person.get('/changes?since=999999999')
    const strange = await person.get('/changes?since=yesterday')
    const unknown = await person.get('/changes?types=job_post,lottery')
    assert.deepEqual([ahead.status, strange.status, unknown.status], [410, 422, 422])
    assert.match(ahead.message, /since=now/)
    assert.deepEqual(unknown.errors, { types: ['There is no type lottery.'] })
  })

  it('forgets changes after 90 days, and says so', async () => {
    const app = await createApp()
    await app.settle()
    const owner = await app.given.user({ role: 'recruiter' })
    const cursor = await takeCursor(owner)
    const post = await createJobPost(owner)
    await takeCursor(owner)
    app.clock.advance({ days: 91 })
    const later = await app.given.user({ role: 'recruiter' })
    const kept = await createJobPost(later)
    await takeCursor(later)
    await app.settle()
    const gone = await later.get(`/changes?since=${cursor}`)
    const { data } = await later.get('/changes?types=job_post&limit=100')
    assert.equal(gone.status, 410)
    const ids = data.map(({ object }: { object: { id: number } }) => object.id)
    assert.deepEqual([ids.includes(post.id), ids.includes(kept.id)], [false, true])
  })

  it('forgets them also after the changes of a deleted account', async () => {
    const app = await createApp()
    await app.settle()
    const [person, reader] = [await app.given.user(), await app.given.user()]
    await takeCursor(reader)
    // Only the person has seen these, so their numbers have no rows afterwards.
    for (let count = 0; count < 520; count++) {
      await person.put(`/users/${person.id}`, { phone: `+44 20 ${count}` })
      await takeCursor(reader)
    }
    const before = await takeCursor(reader)
    await person.delete(`/users/${person.id}`)
    const cursor = await takeCursor(reader)
    app.clock.advance({ days: 91 })
    await app.settle()
    const later = await app.given.user()
    assert.equal((await later.get(`/changes?since=${before}`)).status, 410)
    assert.equal((await later.get(`/changes?since=${cursor}`)).status, 200)
  })

  it('waits for the next change', async () => {
    const { given, service } = await testApp()
    const [owner, reader] = [await given.user({ role: 'recruiter' }), await given.user()]
    const cursor = await takeCursor(reader)
    const waiting = reader.get(`/changes?since=${cursor}&types=job_post&wait=60`)
    // Its duration is no response time.
    await waitUntil(() => service.server.openStreams.size === 1)
    await owner.put(`/users/${owner.id}`, { bio: 'No post.' })
    const { id } = await createJobPost(owner)
    const { data } = await waiting
    assert.equal(data[0].object.id, id)
    const started = performance.now()
    const { next } = (await reader.get('/changes?since=now')).meta
    const nothing = await reader.get(`/changes?since=${next}&wait=1`)
    assert.deepEqual(nothing.data, [])
    assert.ok(performance.now() - started > 900)
  })

  it('lets at most 20 requests of a user wait', async () => {
    const { given } = await testApp()
    const [person, other] = [await given.user({ role: 'recruiter' }), await given.user()]
    const cursor = await takeCursor(person)
    const path = `/changes?since=${cursor}&types=job_post&wait=60`
    let refused = 0
    const replies = Array.from({ length: 25 }, async () => {
      const reply = await person.get(path)
      if (reply.status === 429) refused++
      return reply
    })
    const others = other.get(path)
    await waitUntil(() => refused === 5)
    await createJobPost(person)
    const told = (await Promise.all([...replies, others])).filter(({ status }) => status === 200)
    assert.deepEqual([told.length, new Set(told.map(({ data }) => data.length))], [21, new Set([1])])
    assert.equal((await person.get('/changes?since=now&wait=1')).status, 200)
  })

  it('tells an API key only of what it may read', async () => {
    const { given, withToken } = await testApp()
    const [owner, admin] = [await given.user({ role: 'recruiter' }), await given.admin()]
    const makeKey = async (person: Person, scopes: string[]) => withToken(await createKey(person, scopes))
    const jobs = await makeKey(owner, ['notifications:read', 'jobs:read'])
    const courses = await makeKey(owner, ['notifications:read', 'courses:read'])
    const ordinary = await makeKey(admin, ['notifications:read', 'jobs:read'])
    const administrative = await makeKey(admin, ['notifications:read', 'jobs:read', 'admin:read'])
    const cursor = await takeCursor(owner)
    const draft = await createJobPost(owner, { status: 'draft' })
    const read = async (key: { get: Person['get'] }) =>
      (await key.get(`/changes?since=${cursor}`)).data.map(({ object }: { object: { id: number } }) => object.id)
    assert.deepEqual(await Promise.all([jobs, courses, ordinary, administrative].map(read)), [
      [draft.id],
      [],
      [],
      [draft.id],
    ])
  })

  it('requires a token', async () => {
    const { anonymous } = await testApp()
    assert.equal((await anonymous.get('/changes')).status, 401)
  })
})

async function open(app: TestApp, person: Person, query = '', headers: Record<string, string> = {}) {
  const stream = await follow(app.address, `/changes/stream${query}`, { ...bearer(person), ...headers })
  assert.equal(stream.status, 200)
  return stream
}

describe('GET /changes/stream', () => {
  it('sends the same changes as the feed, each once, and goes on where a client left', async (t) => {
    const app = await testApp()
    const [owner, reader] = [await app.given.user(), await app.given.user()]
    const cursor = await takeCursor(reader)
    const stream = await open(app, reader, '?types=project')
    t.after(() => stream.close())
    await runConcurrently(30, () => project(owner, { visibility: 'public' }))
    const events = await stream.take(30)
    const { data } = await reader.get(`/changes?since=${cursor}&types=project&limit=100`)
    assert.deepEqual(
      events.map((event) => event.data),
      data,
    )
    assert.deepEqual(
      events.map(({ id, event }) => [id, event]),
      data.map(({ id }: { id: number }) => [id, 'change']),
    )
    const again = await open(app, reader, '?types=project', { 'last-event-id': String(events[9]?.id) })
    t.after(() => again.close())
    assert.deepEqual(
      (await again.take(20)).map(({ id }) => id),
      events.slice(10).map(({ id }) => id),
    )
  })

  it('sends nothing that its follower may not see', async (t) => {
    const app = await testApp()
    const [owner, stranger, admin] = [
      await app.given.user({ role: 'recruiter' }),
      await app.given.user(),
      await app.given.admin(),
    ]
    const people = [owner, stranger, admin]
    const streams = await Promise.all(people.map((person) => open(app, person, '?types=job_post')))
    t.after(async () => {
      for (const stream of streams) await stream.close()
    })
    const draft = await createJobPost(owner, { status: 'draft' })
    const post = await createJobPost(owner)
    const first = await Promise.all(streams.map(async (stream) => (await stream.next()).data.object.id))
    assert.deepEqual(first, [draft.id, post.id, draft.id])
  })

  it('opens with a ticket, with the rights of the token that asked for it', async (t) => {
    const app = await testApp()
    const [owner, admin] = [await app.given.user({ role: 'recruiter' }), await app.given.admin()]
    const key = await createKey(admin, ['notifications:read', 'jobs:read'])
    const { data } = await app.withToken(key).post('/notifications/stream-ticket')
    const stream = await follow(app.address, `/changes/stream?ticket=${data.ticket}`)
    t.after(() => stream.close())
    await createJobPost(owner, { status: 'draft' })
    await createCourse(await app.given.user({ role: 'researcher' }), { status: 'published' })
    const post = await createJobPost(owner)
    assert.deepEqual((await stream.next()).data.object.id, post.id)
  })

  it('ends for an administrator who is none any more', async () => {
    const app = await testApp()
    const [first, admin] = [await app.given.admin(), await app.given.user()]
    await first.put(`/users/${admin.id}`, { role: 'admin' })
    const stream = await open(app, admin)
    const reply = await first.put(`/users/${admin.id}`, { role: 'learner' })
    assert.equal(reply.status, 200, reply.text)
    await createJobPost(await app.given.user({ role: 'recruiter' }), { status: 'draft' })
    await stream.ended()
  })

  it('ends at once when its token is revoked', async () => {
    const app = await testApp()
    const [person, admin] = [await app.given.user(), await app.given.user()]
    await (await app.given.admin()).put(`/users/${admin.id}`, { role: 'admin' })
    for (const one of [person, admin]) {
      const stream = await open(app, one, '?types=report')
      assert.equal((await one.post('/auth/logout')).status, 200)
      await stream.ended()
    }
  })

  it('requires a token, and types that exist', async () => {
    const { anonymous, given } = await testApp()
    assert.equal((await anonymous.get('/changes/stream')).status, 401)
    assert.equal((await (await given.user()).get('/changes/stream?types=lottery')).status, 422)
  })
})

describe('two instances', () => {
  it('number each change once, and tell the changes of each other', async (t) => {
    const app = await createApp()
    const person = await app.given.user()
    const { config, clock, passwords } = app.platform
    const second = await createService(config, {
      clock,
      passwords,
      logger: pino({ level: 'silent' }),
      poll: 2 ** 31 - 1,
    })
    const address = await second.server.listen({ host: '127.0.0.1', port: 0 })
    const stream = await follow(address, '/changes/stream?types=project', bearer(person))
    t.after(async () => {
      await stream.close()
      await second.stop()
    })
    const there = createClient(address, person.token)
    const cursor = await takeCursor(person)

    const projects = await runConcurrently(40, async (index) => {
      const made = await project(person)
      // Each read numbers what is there.
      await (index % 2 === 0 ? person : there).get(`/changes?since=${cursor}`)
      return made
    })

    const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
    const ids = sorted(projects.map(({ id }) => id))
    const { data } = await person.get(`/changes?since=${cursor}&types=project&limit=100`)
    const told = await stream.take(40)
    assert.deepEqual(sorted(data.map(({ object }: { object: { id: number } }) => object.id)), ids)
    assert.deepEqual(
      told.map((event) => event.data),
      data,
    )
    assert.equal(new Set(data.map(({ id }: { id: number }) => id)).size, 40)
  })
})

describe('a suspended or deleted account', () => {
  it('leaves the feeds of others, and takes its own changes along', async () => {
    const app = await testApp()
    const [person, reader, admin] = [await app.given.user(), await app.given.user(), await app.given.admin()]
    const told = async (act: () => Promise<{ status: number; text: string }>) => {
      const cursor = await takeCursor(reader)
      const reply = await act()
      assert.equal(reply.status, 200, reply.text)
      const { data } = await reader.get(`/changes?since=${cursor}&types=user`)
      return data.map(({ type, object }: { type: string; object: { id: number } }) => `${type} ${object.id}`)
    }
    const suspended = await told(() => admin.post(`/admin/users/${person.id}/suspend`, {}))
    const restored = await told(() => admin.post(`/admin/users/${person.id}/restore`, {}))
    const deleted = await told(() => admin.delete(`/users/${person.id}`))
    assert.deepEqual(
      [suspended, restored, deleted],
      [[`user.deleted ${person.id}`], [`user.created ${person.id}`], [`user.deleted ${person.id}`]],
    )
  })
})

it('an application that is refused leaves no change', async () => {
  const { given } = await testApp()
  const [owner, person] = [await given.user({ role: 'recruiter' }), await given.user()]
  const post = await createJobPost(owner)
  const cursor = await takeCursor(owner)
  assert.equal((await apply(person, post.id, { consent_data: 'false' })).status, 422)
  assert.deepEqual(await listNews(owner, cursor), [])
})
