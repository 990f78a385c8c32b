import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createExam } from '#test/support/exams.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { project } from '#test/support/projects.ts'

interface Way {
  /** Who may own such an object. */
  role: 'researcher' | 'recruiter'
  /** Creates an object of the owner and returns the path of the people who are attached to it. */
  create: (owner: Person) => Promise<string>
  more?: object
  /** The field of the answer that has the membership. */
  within?: string
  /** The kind of the object, if administrators can hide it. */
  kind?: string
  /** Whether a person must accept before anything is permitted. */
  isInvitation?: true
  isPaged?: true
  /** Returns the memberships in an export of personal data. */
  findExported: (data: Record<string, Record<string, object[]>>) => unknown[]
}

/** Every way to attach a person to an object of another user. */
const ways: Record<string, Way> = {
  'graders of an exam': {
    role: 'researcher',
    create: async (owner) => `/exams/${(await createExam(owner)).id}/graders`,
    kind: 'exam',
    isPaged: true,
    findExported: ({ exams }) => exams?.grader_of ?? [],
  },
  'editors of a question bank': {
    role: 'researcher',
    create: async (owner) =>
      `/question-banks/${(await owner.post('/question-banks', { title: 'Planets' })).data.id}/editors`,
    isPaged: true,
    findExported: ({ exams }) => exams?.editor_of ?? [],
  },
  'reviewers of a job post': {
    role: 'recruiter',
    create: async (owner) => `/job-posts/${(await createJobPost(owner)).id}/reviewers`,
    kind: 'job_post',
    findExported: ({ jobs }) => jobs?.reviewed_job_posts ?? [],
  },
  'collaborators of a project': {
    role: 'researcher',
    create: async (owner) => `/projects/${(await project(owner)).id}/collaborators`,
    within: 'collaborator',
    kind: 'project',
    findExported: ({ projects }) => projects?.collaborations ?? [],
  },
  'members of a research team': {
    role: 'researcher',
    create: async (owner) => {
      const profile = { department: 'Botany', visibility: 'private' }
      return `/researchers/${(await owner.put('/researchers/me', profile)).data.id}/team`
    },
    more: { role: 'Analyst' },
    within: 'team_member',
    kind: 'researcher',
    findExported: ({ researcher }) => researcher?.teams ?? [],
  },
  'members of a company': {
    role: 'recruiter',
    create: async (owner) => `/companies/${(await createCompany(owner)).id}/members`,
    more: { role: 'recruiter' },
    kind: 'company',
    isInvitation: true,
    findExported: ({ companies }) => Object.values(companies ?? {}),
  },
}

const countNotices = async (person: Person): Promise<number> => (await person.get('/notifications')).meta.total

for (const [what, { role, create, more, within, kind, isInvitation, isPaged, findExported }] of Object.entries(ways))
  describe(what, () => {
    const attach = (by: Person, path: string, person: Person) => by.post(path, { user_id: person.id, ...more })
    const getId = (data: Record<string, { id: number }> & { id: number }) => (within ? data[within]?.id : data.id)

    /** An object of an owner, with a person who is attached to it and has accepted where that is needed. */
    async function createStaffed() {
      const app = await testApp()
      const [owner, person] = [await app.given.user({ role }), await app.given.user()]
      const path = await create(owner)
      const { data, status, text } = await attach(owner, path, person)
      assert.equal(status, 201, text)
      const own = `${path}/${getId(data)}`
      if (isInvitation) assert.equal((await person.post(`${own}/accept`)).status, 200)
      return { ...app, owner, person, path, own }
    }

    it('count as invitations of the day', async () => {
      const { given } = await testApp({ INVITATIONS_PER_DAY: '2' })
      const owner = await given.user({ role })
      const path = await create(owner)

      const people: Person[] = []
      const replies = await runSequentially(3, async () => {
        const person = await given.user()
        people.push(person)
        return attach(owner, path, person)
      })

      assert.deepEqual(countByStatus(replies), { 201: 2, 429: 1 }, replies.map(({ text }) => text).join('\n'))
      assert.equal(replies[2]?.headers.get('retry-after'), '86400')
      assert.deepEqual(await Promise.all(people.map(countNotices)), [1, 1, 0])
    })

    it('are notified once in a day, however often they are added', async () => {
      const { given, clock } = await testApp()
      const [owner, person] = [await given.user({ role }), await given.user()]
      const path = await create(owner)
      const addAndRemove = async () => {
        const { data, text, status } = await attach(owner, path, person)
        assert.equal(status, 201, text)
        assert.equal((await owner.delete(`${path}/${getId(data)}`)).status, 200)
      }

      await runSequentially(3, addAndRemove)
      const onOneDay = await countNotices(person)
      clock.advance({ hours: 25 })
      await addAndRemove()

      assert.deepEqual([onOneDay, await countNotices(person)], [1, 2])
    })

    it('are in the audit log when an administrator adds or removes one', async () => {
      const { given } = await testApp()
      const [root, owner, person] = [await given.admin(), await given.user({ role }), await given.user()]
      const path = await create(owner)

      const { data } = await attach(root, path, person)
      await root.delete(`${path}/${getId(data)}`)

      const rows = (await root.get(`/admin/audit?user_id=${person.id}`)).data
      assert.equal(rows.length, 2, JSON.stringify(rows))
      for (const row of rows) assert.ok(row.changes !== null, JSON.stringify(row))
    })

    it('are attached and notified once when the same person is added by ten requests at one moment', async () => {
      const { given } = await testApp()
      const [owner, person] = [await given.user({ role }), await given.user()]
      const path = await create(owner)

      const replies = await runConcurrently(10, () => attach(owner, path, person))

      assert.deepEqual(countByStatus(replies), { 201: 1, 422: 9 }, replies.map(({ text }) => text).join('\n'))
      for (const { status, errors } of replies) if (status === 422) assert.deepEqual(Object.keys(errors), ['user_id'])
      assert.equal(await countNotices(person), 1)
    })

    it('can be neither the owner nor a suspended person', async () => {
      const { given } = await testApp()
      const [root, owner, person] = [await given.admin(), await given.user({ role }), await given.user()]
      const path = await create(owner)
      await root.post(`/admin/users/${person.id}/suspend`, { reason: 'Fraud' })
      const before = (await owner.get(path)).text

      for (const refused of [owner, person]) {
        const reply = await attach(owner, path, refused)
        assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['user_id']], reply.text)
      }

      assert.equal((await owner.get(path)).text, before)
      await root.post(`/admin/users/${person.id}/restore`)
      assert.equal((await attach(owner, path, person)).status, 201)
    })

    it('are added and removed by those who manage the object alone', async () => {
      const { given, owner, person, path, own } = await createStaffed()
      const [stranger, other] = [await given.user(), await given.user()]
      const { data } = await attach(owner, path, other)
      const before = (await owner.get(path)).data

      for (const refused of [stranger, person]) {
        const replies = [
          await attach(refused, path, stranger),
          await refused.delete(`${path}/${getId(data)}`),
          ...(refused === stranger ? [await refused.delete(own)] : []),
        ]
        for (const { status, text } of replies) assert.ok(status === 403 || status === 404, text)
      }

      assert.deepEqual((await owner.get(path)).data, before)
    })

    it('are listed oldest first, to them and the owner', async () => {
      const { given, owner, person, path } = await createStaffed()
      const other = await given.user()
      await attach(owner, path, other)

      const all = (await owner.get(path)).data
      const part = await person.get(`${path}?limit=1`)

      const ids = all.map(({ user }: { user: { id: number } }) => user.id)
      assert.deepEqual(ids.slice(-2), [person.id, other.id])
      if (isPaged) assert.deepEqual([part.data.length, part.meta.total], [1, 2])
      else assert.equal(part.data.length, all.length)
    })

    it('lose their access at once when they are removed', async () => {
      const { owner, person, path, own } = await createStaffed()
      const before = await person.get(path)

      const removed = await owner.delete(own)

      const after = await person.get(path)
      assert.deepEqual([before.status, removed.status], [200, 200], removed.text)
      assert.ok(after.status === 403 || after.status === 404, after.text)
      assert.equal((await owner.delete(own)).status, 404)
    })

    it('find what they are attached to in their export, until they leave', async () => {
      const { person, own } = await createStaffed()
      const readExport = async () => findExported((await person.get(`/users/${person.id}/export`)).data)

      const before = await readExport()
      const left = await person.delete(own)

      assert.deepEqual([before.length, left.status, await readExport()], [1, 200, []])
    })

    if (kind !== undefined)
      it('cannot be added to a hidden object, and can leave it', async () => {
        const { given, owner, person, path, own } = await createStaffed()
        const [root, other] = [await given.admin(), await given.user()]
        const [, , id] = path.split('/')
        const hidden = await root.post(`/admin/content/${kind}/${id}/hide`, { reason: 'It is an advertisement.' })

        const added = await attach(owner, path, other)
        const left = await person.delete(own)

        assert.deepEqual([hidden.status, added.status, left.status], [200, 422, 200], `${added.text} ${left.text}`)
        assert.equal(await countNotices(other), 0)
        assert.equal((await owner.delete(own)).status, 404)
      })
  })
