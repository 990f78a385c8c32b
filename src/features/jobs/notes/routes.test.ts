import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'

async function createScene() {
  const app = await testApp()
  const recruiter = await app.given.user({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter)
  const reviewer = await app.given.user({ name: 'Grace' })
  await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })
  const ada = await app.given.user()
  const id = await createApplication(ada, post.id)
  const path = `/job-applications/${id}`
  return { ...app, recruiter, post, reviewer, ada, id, path, notes: `${path}/notes`, tags: `${path}/tags` }
}

describe('notes about an applicant', () => {
  it('are read by those who manage the post, the oldest first, and changed by their author', async () => {
    const { recruiter, given, notes, clock } = await createScene()
    const admin = await given.admin()

    const first = await recruiter.post(notes, { text: 'Ask about the trial.' })
    await admin.post(notes, { text: 'Seen by an administrator.' })
    clock.advance({ minutes: 5 })
    const changed = await recruiter.put(`${notes}/${first.data.id}`, { text: 'Ask about the second trial.' })
    const { data } = await recruiter.get(notes)

    assert.equal(first.status, 201, first.text)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      data.map(({ text, author }: { text: string; author: { id: number } }) => [text, author.id]),
      [
        ['Ask about the second trial.', recruiter.id],
        ['Seen by an administrator.', admin.id],
      ],
    )
    assert.ok(data[0].updated_at > data[0].created_at)
    assertStatuses({
      'another author changes': [await recruiter.put(`${notes}/${data[1].id}`, { text: 'Mine' }), 403],
      'another author deletes': [await recruiter.delete(`${notes}/${data[1].id}`), 403],
      'an administrator changes': [await admin.put(`${notes}/${data[0].id}`, { text: 'Mine' }), 403],
      'an administrator deletes': [await admin.delete(`${notes}/${data[0].id}`), 200],
      'the author deletes again': [await recruiter.delete(`${notes}/${data[0].id}`), 404],
      'nothing but spaces': [await recruiter.post(notes, { text: '  ' }), 422],
      'too long': [await recruiter.post(notes, { text: 'x'.repeat(5_001) }), 422],
    })
  })

  it('are never seen by the applicant, by reviewers or by others, nor told to them', async () => {
    const { recruiter, reviewer, ada, given, notes, tags, path, post, settle } = await createScene()
    const stranger = await given.user({ role: 'recruiter' })
    await settle()
    const since = new Map<number, string>()
    for (const person of [ada, reviewer, recruiter])
      since.set(person.id, (await person.get('/changes?since=now')).meta.next)
    const before = (await ada.get(path)).text

    const { data: note } = await recruiter.post(notes, { text: 'Gooseberry' })
    await recruiter.put(tags, { tags: ['Gooseberry'] })
    await settle()

    for (const person of [ada, reviewer, stranger]) {
      const statuses = [
        await person.get(notes),
        await person.post(notes, { text: 'x' }),
        await person.put(`${notes}/${note.id}`, { text: 'x' }),
        await person.delete(`${notes}/${note.id}`),
        await person.put(tags, { tags: [] }),
        await person.get(`/job-posts/${post.id}/applicants?tag=gooseberry`),
      ].map(({ status }) => status)
      assert.deepEqual(statuses, [403, 403, 403, 403, 403, 403])
    }
    assert.equal((await ada.get(path)).text, before)
    for (const person of [ada, reviewer])
      for (const url of [path, '/job-applications', `/job-posts/${post.id}/applicants`, '/notifications'])
        assert.ok(!/gooseberry|"tags"/i.test((await person.get(url)).text), url)
    for (const person of [ada, reviewer]) {
      assert.ok(!(await person.get(`/users/${person.id}/export`)).text.includes('Gooseberry'))
      assert.deepEqual((await person.get(`/changes?since=${since.get(person.id)}&types=job_application`)).data, [])
    }
    const told = await recruiter.get(`/changes?since=${since.get(recruiter.id)}&types=job_application`)
    assert.deepEqual([...new Set(told.data.map(({ type }: { type: string }) => type))], ['job_application.updated'])
  })

  it('are not for an administrator who has applied', async () => {
    const { given, post } = await createScene()
    const admin = await given.admin()
    const id = await createApplication(admin, post.id)

    const reply = await admin.get(`/job-applications/${id}/notes`)
    const tagged = await admin.put(`/job-applications/${id}/tags`, { tags: ['x'] })

    assert.deepEqual([reply.status, tagged.status], [403, 403])
    assert.equal((await admin.get(`/job-applications/${id}`)).data.tags, undefined)
  })

  it('belong to their application', async () => {
    const { recruiter, given, post, notes } = await createScene()
    const other = await createApplication(await given.user(), post.id)
    const { data } = await recruiter.post(notes, { text: 'Mine' })

    const path = `/job-applications/${other}/notes/${data.id}`

    assert.equal((await recruiter.put(path, { text: 'Theirs' })).status, 404)
    assert.equal((await recruiter.delete(path)).status, 404)
  })

  it('are exported to their author and erased with the account of the applicant', async () => {
    const { recruiter, ada, notes, tags, id } = await createScene()
    await recruiter.post(notes, { text: 'Gooseberry' })
    await recruiter.put(tags, { tags: ['Second round'] })

    const { data } = JSON.parse((await recruiter.get(`/users/${recruiter.id}/export`)).text)
    await ada.delete(`/users/${ada.id}`)

    assert.deepEqual(
      data.jobs.application_notes.map((note: { text: string; application_id: number }) => [
        note.text,
        note.application_id,
      ]),
      [['Gooseberry', id]],
    )
    assert.deepEqual(
      data.jobs.application_tags.map((row: { tags: string[] }) => row.tags),
      [['Second round']],
    )
    assert.deepEqual((await recruiter.get(notes)).data, [])
    assert.deepEqual((await recruiter.get(`/job-applications/${id}`)).data.tags, [])
  })

  it('are at most 200, also when many are written at once', async () => {
    const { recruiter, notes } = await createScene()
    for (let count = 0; count < 195; count++) await recruiter.post(notes, { text: 'x' })

    const replies = await runConcurrently(10, () => recruiter.post(notes, { text: 'y' }))

    assert.deepEqual(countByStatus(replies), { 201: 5, 422: 5 })
    assert.equal((await recruiter.get(notes)).data.length, 200)
  })
})

describe('tags of an application', () => {
  it('are replaced, without repetitions, and found without regard to case and accents', async () => {
    const { recruiter, given, post, tags, id } = await createScene()
    await createApplication(await given.user(), post.id)
    const list = `/job-posts/${post.id}/applicants`

    const saved = await recruiter.put(tags, { tags: [' Zweite  Runde ', 'zweite runde', '', 'Málaga'] })

    assert.deepEqual(saved.data, { tags: ['Zweite  Runde', 'Málaga'] })
    for (const query of ['tag=MALAGA', 'tag=zweite%20runde&sort=evidence', 'tag=m%C3%A1laga&status=applied']) {
      const { data, meta } = await recruiter.get(`${list}?${query}`)
      assert.deepEqual([data.map((row: { id: number }) => row.id), meta.total], [[id], 1], query)
    }
    assert.equal((await recruiter.get(`${list}?tag=mal`)).meta.total, 0)
    assert.deepEqual(
      (await recruiter.get(list)).data.flatMap((row: { tags: string[] }) => row.tags),
      ['Zweite  Runde', 'Málaga'],
    )
    await recruiter.put(tags, { tags: [] })
    assert.equal((await recruiter.get(`${list}?tag=malaga`)).meta.total, 0)
  })

  it('are bounded, and wrong ones change nothing', async () => {
    const { recruiter, tags, path } = await createScene()
    await recruiter.put(tags, { tags: ['kept'] })

    const many = await recruiter.put(tags, { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) })
    const long = await recruiter.put(tags, { tags: ['x'.repeat(51)] })
    const lines = await recruiter.put(tags, { tags: ['a\nb'] })
    const none = await recruiter.put(tags, {})

    assert.deepEqual(
      [many, long, lines, none].map(({ status }) => status),
      [422, 422, 422, 422],
    )
    assert.deepEqual((await recruiter.get(path)).data.tags, ['kept'])
  })
})
