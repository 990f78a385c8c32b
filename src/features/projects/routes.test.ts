import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createApp, type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import {
  collaborator,
  listStoredFiles,
  milestone,
  project,
  sendScopeDocument,
  version,
} from '#test/support/projects.ts'

/** A unique word, so that a search finds only the projects of one test. */
const uniqueWord = () => `word${randomBytes(5).toString('hex')}`

const listTitles = async (person: Person, query: string): Promise<string[]> => {
  const { status, data, meta, text } = await person.get(`/projects?${query}`)
  assert.equal(status, 200, text)
  assert.equal(meta.total, data.length)
  return data.map(({ title }: { title: string }) => title)
}

describe('POST /projects', () => {
  it('has defaults for fields that are not sent', async () => {
    const { given, clock } = await testApp()
    const owner = await given.user({ name: 'Barbara' })

    const data = await project(owner)

    assert.deepEqual(data, {
      id: data.id,
      title: 'Maize',
      description: '',
      status: 'planning',
      visibility: 'private',
      field: '',
      start_date: null,
      end_date: null,
      owner: { id: owner.id, name: 'Barbara', profile_photo: null },
      scope_document_url: null,
      progress: 0,
      milestones_count: 0,
      collaborators_count: 0,
      my_permissions: { can_edit: true, can_upload_versions: true, can_manage_milestones: true },
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    const [entry] = (await owner.get(`/users/${owner.id}/activity?type=project_created`)).data
    assert.deepEqual(entry.metadata, { project_id: data.id })
  })

  it('creates nested milestones, in order', async () => {
    const { given, clock } = await testApp()
    const owner = await given.user()

    const { id, progress, milestones_count } = await project(owner, {
      milestones: [
        { title: 'Sow', status: 'completed', due_date: '2026-12-01' },
        { title: 'Grow', description: ' slowly ', due_date: '2027-04-01' },
        { title: 'Plan', order: 0, due_date: '2027-04-01' },
      ],
    })

    assert.deepEqual([progress, milestones_count], [33, 3])
    const { data } = await owner.get(`/projects/${id}/milestones`)
    assert.deepEqual(
      data.map(({ id: _, ...one }: { id: number }) => one),
      [
        { title: 'Plan', order: 0, status: 'not_started', due_date: '2027-04-01', completed_at: null },
        { title: 'Sow', order: 1, status: 'completed', due_date: '2026-12-01', completed_at: clock.now() },
        { title: 'Grow', order: 2, status: 'not_started', due_date: '2027-04-01', completed_at: null },
      ].map((one) => ({
        ...one,
        description: one.title === 'Grow' ? 'slowly' : '',
        completion_criteria: '',
      })),
    )
  })

  it('reports all errors at once, and creates nothing', async () => {
    const { given } = await testApp()
    const owner = await given.user()

    const reply = await owner.post('/projects', {
      title: ' ',
      status: 'dead',
      visibility: 'secret',
      start_date: '2026-02-30',
      milestones: [{ title: 'Sow' }, { status: 'done', due_date: 'soon' }],
    })

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), [
      'milestones.0.due_date',
      'milestones.1.due_date',
      'milestones.1.status',
      'milestones.1.title',
      'start_date',
      'status',
      'title',
      'visibility',
    ])
    assert.equal((await owner.get('/projects?mine=true')).meta.total, 0)
  })

  it('refuses an end before the start, also when only one of them changes', async () => {
    const { given } = await testApp()
    const owner = await given.user()
    const dates = { start_date: '2026-12-02', end_date: '2026-12-01' }

    const refused = await owner.post('/projects', { title: 'Backwards', ...dates })
    const { id } = await project(owner, { start_date: '2026-12-02' })
    const changed = await owner.put(`/projects/${id}`, { end_date: '2026-12-01' })

    for (const reply of [refused, changed]) {
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, { end_date: ['The end date may not be before the start date.'] })
    }
    assert.equal((await owner.get(`/projects/${id}`)).data.end_date, null)
  })
})

describe('GET /projects', () => {
  it("lists public projects, the caller's own and those the caller collaborates on; for administrators all", async () => {
    const { given } = await testApp()
    const [ada, ben, eve, admin] = [await given.user(), await given.user(), await given.user(), await given.admin()]
    const word = uniqueWord()
    for (const [who, owner] of [
      ['ada', ada],
      ['ben', ben],
    ] as const)
      for (const visibility of ['public', 'private'])
        await project(owner, { title: `${word} ${who} ${visibility}`, visibility })
    const shared = await project(ben, { title: `${word} ben shared` })
    await collaborator(ben, shared.id, ada, { can_edit: true })

    const listSeen = async (person: Person, query = '') =>
      (await listTitles(person, `search=${word}&sort=title${query}`)).map((title) => title.slice(word.length + 1))
    const all = ['ada private', 'ada public', 'ben private', 'ben public', 'ben shared']
    assert.deepEqual(await listSeen(ada), ['ada private', 'ada public', 'ben public', 'ben shared'])
    assert.deepEqual(await listSeen(ben), ['ada public', 'ben private', 'ben public', 'ben shared'])
    assert.deepEqual(await listSeen(eve), ['ada public', 'ben public'])
    assert.deepEqual(await listSeen(admin), all)
    assert.deepEqual(await listSeen(ada, '&mine=true'), ['ada private', 'ada public'])
    assert.deepEqual(await listSeen(admin, '&mine=true'), [])
    assert.equal((await ada.get('/projects?mine=true')).meta.total, 2)
    const { data } = await ada.get(`/projects?search=${word}&sort=title`)
    assert.deepEqual(
      data.map(({ my_permissions }: { my_permissions: object }) => Object.values(my_permissions).join()),
      ['true,true,true', 'true,true,true', 'false,false,false', 'true,false,false'],
    )
  })

  it('searches by words, field and status', async () => {
    const { given } = await testApp()
    const owner = await given.user()
    const word = uniqueWord()
    await project(owner, { title: `${word} A`, field: 'Plant  Génetics', description: 'Jumping genes' })
    await project(owner, { title: `${word} B`, field: 'Genetics', status: 'active', visibility: 'public' })

    for (const [query, found] of [
      ['search=jump gen', 'A'],
      ['search=genetic', 'A,B'],
      ['search=PLANT', 'A'],
      ['search=jump&status=active', 'B'],
      ['search=%25_%27', 'A,B'],
      ['field=plant genetics', 'A'],
      ['field=GENETICS', 'B'],
      ['field=plant', ''],
      ['status=active', 'B'],
      ['status=planning&field=plant genetics', 'A'],
    ] as const) {
      const joined = query.startsWith('search=') ? `search=${word} ${query.slice(7)}` : `search=${word}&${query}`
      const letters = (await listTitles(owner, `${joined}&sort=title`)).map((title) => title.at(-1))
      assert.equal(letters.join(), found, query)
    }
  })

  it('sorts, and paginates without missing or repeating a project', async () => {
    const { given } = await testApp()
    const [owner, other] = [await given.user(), await given.user()]
    const word = uniqueWord()
    await project(owner, { title: `${word} Écru`, end_date: '2027-01-02' })
    await project(owner, { title: `${word} zinc`, visibility: 'public' })
    await project(owner, { title: `${word} Amber`, end_date: '2027-01-01', visibility: 'public' })
    const shared = await project(other, { title: `${word} zinc`, end_date: '2027-01-02' })
    await collaborator(other, shared.id, owner)

    const listSorted = async (sort: string) =>
      (await listTitles(owner, `search=${word}&sort=${sort}`)).map((title) => title.split(' ')[1]).join(' ')
    assert.equal(await listSorted('recent'), 'zinc Amber zinc Écru')
    assert.equal(await listSorted('title'), 'Amber Écru zinc zinc')
    assert.equal(await listSorted('due'), 'Amber Écru zinc zinc')
    assert.equal((await owner.get('/projects?sort=best')).status, 422)

    const ids = await runSequentially(5, async (index) => {
      const { data, meta } = await owner.get(`/projects?search=${word}&sort=title&limit=1&page=${index + 1}`)
      assert.equal(meta.total, 4)
      return data[0]?.id
    })
    assert.equal(new Set(ids).size, 5)
    assert.equal(ids[4], undefined)
  })

  it('counts visible projects without reading all of them', async () => {
    const { given, settle, clock } = await createApp()
    const [owner, other, admin] = [await given.user(), await given.user(), await given.admin()]
    const total = async (person: Person) => (await person.get('/projects?limit=1')).meta.total

    const made = await runConcurrently(6, (index) => project(owner, { visibility: index < 4 ? 'public' : 'private' }))
    const [first, second, third] = made.filter(({ visibility }) => visibility === 'public')
    await owner.put(`/projects/${first.id}`, { visibility: 'private' })
    await owner.delete(`/projects/${second.id}`)
    await collaborator(owner, third.id, other)
    await collaborator(owner, first.id, other)
    const before = [await total(owner), await total(other), await total(admin)]
    clock.advance({ minutes: 6 })
    await settle()

    assert.deepEqual(before, [5, 3, 5])
    assert.deepEqual([await total(owner), await total(other), await total(admin)], before)
  })
})

describe('the total numbers of projects', () => {
  it('stay correct while twenty requests change the visibility of a project and another project is deleted', async () => {
    const { given } = await createApp()
    const [owner, other] = [await given.user(), await given.user()]
    const [turned, gone] = [await project(owner), await project(owner, { visibility: 'public' })]

    const [changes, deletions] = await Promise.all([
      runConcurrently(20, (index) =>
        owner.put(`/projects/${turned.id}`, { visibility: index % 2 === 0 ? 'public' : 'private' }),
      ),
      runConcurrently(5, () => owner.delete(`/projects/${gone.id}`)),
    ])
    await owner.put(`/projects/${turned.id}`, { visibility: 'public' })

    assert.deepEqual([countByStatus(changes), countByStatus(deletions)], [{ 200: 20 }, { 200: 1, 404: 4 }])
    for (const [person, query] of [
      [owner, ''],
      [owner, '?mine=true'],
      [other, ''],
    ] as const)
      assert.equal((await person.get(`/projects${query}`)).meta.total, 1)
    await owner.put(`/projects/${turned.id}`, { visibility: 'private' })
    assert.equal((await other.get('/projects')).meta.total, 0)
    assert.equal((await owner.get('/projects?mine=true')).meta.total, 1)
  })
})

describe('one project', () => {
  it('changes only the fields that are sent, and is found by its new words', async () => {
    const { given, clock } = await testApp()
    const owner = await given.user()
    const [old, fresh] = [uniqueWord(), uniqueWord()]
    const created = await project(owner, { title: old, field: 'Botany', end_date: '2027-01-01' })
    clock.advance({ minutes: 1 })

    const reply = await owner.put(`/projects/${created.id}`, { title: fresh, end_date: null, field: null })

    assert.equal(reply.status, 200)
    const changed = { title: fresh, end_date: null, field: '', updated_at: clock.now() }
    assert.deepEqual(reply.data, { ...created, ...changed })
    assert.deepEqual(await listTitles(owner, `search=${old}`), [])
    assert.deepEqual(await listTitles(owner, `search=${fresh}`), [fresh])
    assert.equal((await owner.put(`/projects/${created.id}`, { title: '' })).status, 422)
  })

  it('is deleted once, with everything that belongs to it', async () => {
    const app = await testApp()
    const [owner, other] = [await app.given.user(), await app.given.user()]
    const before = await listStoredFiles(app)
    const { id } = await project(owner)
    await version(owner, id)
    await milestone(owner, id)
    await collaborator(owner, id, other)
    assert.equal((await sendScopeDocument(owner, id)).status, 201)

    const replies = await runConcurrently(20, () => owner.delete(`/projects/${id}`))
    await app.settle()

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 19 })
    for (const path of ['', '/versions', '/versions/latest', '/milestones', '/collaborators'])
      assert.equal((await owner.get(`/projects/${id}${path}`)).status, 404)
    assert.deepEqual(await listStoredFiles(app), before)
  })
})
