import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { countByStatus, runSequentially } from '#test/support/concurrency.ts'
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
}

/** Every way to attach a person to an object of another user. */
const ways: Record<string, Way> = {
  'graders of an exam': {
    role: 'researcher',
    create: async (owner) => `/exams/${(await createExam(owner)).id}/graders`,
  },
  'editors of a question bank': {
    role: 'researcher',
    create: async (owner) =>
      `/question-banks/${(await owner.post('/question-banks', { title: 'Planets' })).data.id}/editors`,
  },
  'reviewers of a job post': {
    role: 'recruiter',
    create: async (owner) => `/job-posts/${(await createJobPost(owner)).id}/reviewers`,
  },
  'collaborators of a project': {
    role: 'researcher',
    create: async (owner) => `/projects/${(await project(owner)).id}/collaborators`,
    within: 'collaborator',
  },
  'members of a research team': {
    role: 'researcher',
    create: async (owner) =>
      `/researchers/${(await owner.put('/researchers/me', { department: 'Botany' })).data.id}/team`,
    more: { role: 'Analyst' },
    within: 'team_member',
  },
  'members of a company': {
    role: 'recruiter',
    create: async (owner) => `/companies/${(await createCompany(owner)).id}/members`,
    more: { role: 'recruiter' },
  },
}

const countNotices = async (person: Person): Promise<number> => (await person.get('/notifications')).meta.total

for (const [what, { role, create, more, within }] of Object.entries(ways))
  describe(what, () => {
    const attach = (by: Person, path: string, person: Person) => by.post(path, { user_id: person.id, ...more })
    const getId = (data: Record<string, { id: number }> & { id: number }) => (within ? data[within]?.id : data.id)

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
  })
