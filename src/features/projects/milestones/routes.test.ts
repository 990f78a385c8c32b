import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { milestone, project } from '#test/support/projects.ts'

const statuses = ['not_started', 'in_progress', 'in_review', 'completed', 'blocked'] as const

/** An owner with a project, and the path of its milestones. */
async function createPlannedProject(more: object = {}) {
  const app = await testApp()
  const owner = await app.given.user({ name: 'Barbara' })
  const { id } = await project(owner, more)
  return { ...app, owner, id, path: `/projects/${id}/milestones` }
}

describe('GET /projects/{id}/milestones', () => {
  it('lists all milestones in order, with a summary and without pagination', async () => {
    const { owner, path } = await createPlannedProject({
      milestones: Array.from({ length: 120 }, (_, index) => ({
        title: `${index}`,
        due_date: '2027-04-01',
        status: statuses[index % 5],
        order: 200 - index,
      })),
    })

    const { data, meta } = await owner.get(path)

    assert.deepEqual(
      data.map(({ title }: { title: string }) => title),
      Array.from({ length: 120 }, (_, index) => `${119 - index}`),
    )
    assert.deepEqual(meta, { summary: { total: 120, completed: 24, in_progress: 24, not_started: 24 } })
  })
})

describe('POST /projects/{id}/milestones', () => {
  it('adds a milestone at the end, also for twenty simultaneous requests', async () => {
    const { owner, id, path } = await createPlannedProject({
      milestones: [{ title: 'Sow', due_date: '2027-04-01', order: 7 }],
    })

    const first = await milestone(owner, id, {
      title: 'Grow',
      completion_criteria: 'Green',
      due_date: '2027-05-01',
    })
    const replies = await runConcurrently(20, () => owner.post(path, { title: 'Weed', due_date: '2027-06-01' }))

    assert.deepEqual(first, {
      id: first.id,
      title: 'Grow',
      description: '',
      due_date: '2027-05-01',
      status: 'not_started',
      completion_criteria: 'Green',
      completed_at: null,
      order: 8,
    })
    assert.deepEqual(countByStatus(replies), { 201: 20 })
    const { data, meta } = await owner.get(path)
    const orders = data.map(({ order }: { order: number }) => order)
    assert.deepEqual(
      orders,
      Array.from({ length: 22 }, (_, index) => index + 7),
    )
    assert.equal(meta.summary.total, 22)
  })
})

describe('PUT /projects/{id}/milestones/{milestone_id}', () => {
  it('sets the time of completion, keeps it when it is repeated, and clears it when the milestone is reopened', async () => {
    const { owner, id, path, clock } = await createPlannedProject()
    const { id: one } = await milestone(owner, id)
    const move = async (status: string) => (await owner.put(`${path}/${one}`, { status })).data.milestone.completed_at

    const first = clock.now()
    assert.equal(await move('completed'), first)
    clock.advance({ hours: 5 })

    assert.equal(await move('completed'), first)
    const renamed = await owner.put(`${path}/${one}`, { title: 'Sow again' })
    assert.deepEqual([renamed.data.milestone.completed_at, renamed.data.milestone.title], [first, 'Sow again'])
    for (const status of statuses.filter((other) => other !== 'completed')) {
      assert.equal(await move(status), null)
      assert.equal(await move('completed'), clock.now())
    }
    assert.equal((await owner.get(`/projects/${id}`)).data.progress, 100)
  })

  it('changes every field, and clears fields with null', async () => {
    const { owner, id, path } = await createPlannedProject()
    const before = await milestone(owner, id, { description: 'Deep', due_date: '2027-01-01' })
    const change = {
      title: 'Reap',
      due_date: '2027-02-01',
      description: null,
      completion_criteria: 'Full',
      order: 9,
    }

    const { data } = await owner.put(`${path}/${before.id}`, change)

    assert.deepEqual(data.milestone, { ...before, ...change, description: '' })
    for (const wrong of [
      { title: '' },
      { order: -1 },
      { status: 'done' },
      { due_date: 'soon' },
      { due_date: null },
      { status: null },
    ])
      assert.equal((await owner.put(`${path}/${before.id}`, wrong)).status, 422)
    const empty = await owner.put(`${path}/${before.id}`, {})
    assert.deepEqual([empty.status, Object.keys(empty.errors)], [422, ['status']])
  })

  it('records changes and notes in a history, and logs real changes', async () => {
    const { owner, id, path, clock, given } = await createPlannedProject()
    const admin = await given.admin()
    const { id: one } = await milestone(owner, id)
    const start = clock.now()

    await owner.put(`${path}/${one}`, { status: 'in_progress', notes: ' Rain. ' })
    await owner.put(`${path}/${one}`, { status: 'in_progress', notes: null })
    clock.advance({ minutes: 1 })
    await admin.put(`${path}/${one}`, { notes: 'Still rain.' })
    await owner.put(`${path}/${one}`, { status: 'blocked' })

    const { data } = await owner.get(`${path}/${one}`)
    const barbara = { id: owner.id, name: 'Barbara' }
    assert.deepEqual(data.history, [
      { from: 'not_started', to: 'in_progress', notes: 'Rain.', changed_by: barbara, changed_at: start },
      {
        from: 'in_progress',
        to: 'in_progress',
        notes: 'Still rain.',
        changed_by: { id: admin.id, name: data.history[1].changed_by.name },
        changed_at: clock.now(),
      },
      { from: 'in_progress', to: 'blocked', notes: '', changed_by: barbara, changed_at: clock.now() },
    ])
    const log = await owner.get(`/users/${owner.id}/activity?type=milestone_updated`)
    assert.deepEqual(
      log.data.map(({ metadata }: { metadata: { to: string } }) => metadata.to),
      ['blocked', 'in_progress'],
    )
  })

  it('is recorded once when twenty equal changes arrive at once', async () => {
    const { owner, id, path } = await createPlannedProject()
    const { id: one } = await milestone(owner, id)

    const replies = await runConcurrently(20, () => owner.put(`${path}/${one}`, { status: 'completed' }))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal((await owner.get(`${path}/${one}`)).data.history.length, 1)
  })
})

describe('a milestone', () => {
  it('belongs to its project, and is deleted once', async () => {
    const { owner, id, path } = await createPlannedProject()
    const { id: one } = await milestone(owner, id)
    const other = `/projects/${(await project(owner)).id}/milestones/${one}`

    for (const reply of [
      await owner.get(other),
      await owner.put(other, { status: 'blocked' }),
      await owner.delete(other),
    ])
      assert.equal(reply.status, 404)
    const replies = await runConcurrently(10, () => owner.delete(`${path}/${one}`))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 9 })
    assert.equal((await owner.get(path)).meta.summary.total, 0)
  })
})
