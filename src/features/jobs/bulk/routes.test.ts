import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'

async function createScene(more: object = {}, applicants = 3) {
  const app = await testApp()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter, { rejection_reasons: ['Too little statistics'], ...more })
  const people: Person[] = []
  const ids: number[] = []
  for (let count = 0; count < applicants; count++) {
    const person = await app.given.verifiedUser()
    people.push(person)
    ids.push(await createApplication(person, post.id))
  }
  const path = `/job-posts/${post.id}/applicants/bulk`
  const states = async () => {
    const { data, meta } = await recruiter.get(`/job-posts/${post.id}/applicants`)
    return { statuses: data.map((row: { status: string }) => row.status), counts: meta.status_counts }
  }
  return { ...app, recruiter, post, people, ids, path, states }
}

const news = async (person: Person) =>
  (await person.get('/notifications')).data
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.startsWith('Your application'))

const verdicts = (data: { results: { verdict: string }[] }) => data.results.map(({ verdict }) => verdict)

describe('an action on many applicants', () => {
  it('changes the status of each, and tells the applicants when it cannot be undone any more', async () => {
    const { recruiter, people, ids, path, states, clock, settle, listMails } = await createScene()
    await settle()

    const { data } = await recruiter.post(path, { application_ids: ids, action: 'status', status: 'reviewing' })
    await settle()
    const early = await Promise.all(people.map(news))
    clock.advance({ minutes: 10 })
    await settle()

    assert.deepEqual(verdicts(data), ['done', 'done', 'done'])
    assert.deepEqual((await states()).counts, { applied: 0, reviewing: 3, shortlisted: 0, rejected: 0, hired: 0 })
    assert.deepEqual(early, [[], [], []])
    for (const person of people) {
      assert.deepEqual(await news(person), ['Your application for Botanist is being reviewed.'])
      const mails = (await listMails(person.email)).filter(({ subject }) => subject === 'Your application for Botanist')
      assert.equal(mails.length, 1)
    }
    assert.equal((await recruiter.post(`${path}/${data.id}/undo`, {})).status, 404)
  })

  it('gives each application its verdict, and changes no other', async () => {
    const { recruiter, ids, path, states } = await createScene()
    const other = await createScene()
    const [first = 0, second = 0] = ids
    await recruiter.put(`/job-applications/${first}/status`, { status: 'reviewing' })
    const foreign = other.ids[0] ?? 0

    const { data } = await recruiter.post(path, {
      application_ids: [second, first, foreign, 999_999],
      action: 'status',
      status: 'reviewing',
    })

    assert.deepEqual(verdicts(data), ['done', 'unchanged', 'not_found', 'not_found'])
    const unknown = 'This job post has no such application.'
    assert.deepEqual(
      data.results.map(({ message }: { message: string }) => message),
      ['', '', unknown, unknown],
    )
    assert.deepEqual((await states()).statuses, ['applied', 'reviewing', 'reviewing'])
    assert.deepEqual((await other.states()).statuses, ['applied', 'applied', 'applied'])
  })

  it('rejects with a reason and a letter, which is mailed', async () => {
    const { recruiter, people, ids, path, clock, settle, listMails, post } = await createScene()
    const unknown = await recruiter.post(path, { application_ids: ids, action: 'reject', reason: 'Other' })

    const reason = 'Too little statistics'
    await recruiter.post(path, { filter: {}, action: 'reject', reason, letter: 'Please write again.' })
    clock.advance({ minutes: 11 })
    await settle()

    assert.deepEqual(Object.keys(unknown.errors), ['reason'])
    const { data } = await recruiter.get(`/job-posts/${post.id}/applicants`)
    assert.deepEqual(new Set(data.map((row: { rejection_reason: string }) => row.rejection_reason)), new Set([reason]))
    const [person] = people
    const texts = (await listMails(person?.email ?? '')).map(({ text }) => text)
    assert.ok(texts.some((text) => text.includes('Please write again.')))
  })

  it('tags by the filters of the list, and takes tags away', async () => {
    const { recruiter, ids, path, post } = await createScene()
    const [first = 0] = ids
    await recruiter.put(`/job-applications/${first}/tags`, { tags: ['Old', 'Kept'] })

    const tagged = await recruiter.post(path, {
      filter: { tag: 'kept' },
      action: 'tag',
      tags: ['New', 'KEPT'],
      remove_tags: ['OLD'],
    })
    const again = await recruiter.post(path, { filter: { tag: 'new' }, action: 'tag', tags: ['new'] })
    const many = Array.from({ length: 19 }, (_, index) => `t${index}`)
    const full = await recruiter.post(path, { application_ids: [first], action: 'tag', tags: many })

    assert.deepEqual(tagged.data.results, [{ application_id: first, verdict: 'done', message: '' }])
    assert.deepEqual(verdicts(again.data), ['unchanged'])
    assert.deepEqual(full.data.results, [
      { application_id: first, verdict: 'refused', message: 'An application has at most 20 tags.' },
    ])
    assert.deepEqual((await recruiter.get(`/job-applications/${first}`)).data.tags, ['Kept', 'New'])
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants?tag=new`)).meta.total, 1)
    await recruiter.post(`${path}/${tagged.data.id}/undo`, {})
    assert.deepEqual((await recruiter.get(`/job-applications/${first}`)).data.tags, ['Old', 'Kept'])
  })

  it('writes to each by a template, at once, and cannot be undone', async () => {
    const { recruiter, people, ids, path } = await createScene()
    const template = await recruiter.post('/message-templates', {
      name: 'Hello',
      texts: [{ language: 'en', body: 'Dear {{candidate.first_name}}' }],
    })

    const sent = await recruiter.post(path, { filter: {}, action: 'message', template_id: template.data.id })

    assert.deepEqual([sent.data.id, sent.data.undo_until, verdicts(sent.data)], [null, null, ['done', 'done', 'done']])
    for (const [index, person] of people.entries()) {
      const { data } = await person.get(`/job-applications/${ids[index]}/messages`)
      assert.deepEqual(
        data.map((row: { body: string }) => row.body),
        ['Dear Barbara'],
      )
    }
  })

  it('is for those who manage the post', async () => {
    const { recruiter, given, post, people, ids, path } = await createScene()
    const reviewer = await given.user()
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })
    const body = { application_ids: ids, action: 'tag', tags: ['x'] }
    const { data } = await recruiter.post(path, body)

    for (const person of [reviewer, people[0], await given.user({ role: 'recruiter' })])
      if (person !== undefined)
        assertStatuses({
          acts: [await person.post(path, body), 403],
          undoes: [await person.post(`${path}/${data.id}/undo`, {}), 403],
        })
    const other = await createJobPost(recruiter)
    assert.equal((await recruiter.post(`/job-posts/${other.id}/applicants/bulk/${data.id}/undo`, {})).status, 404)
  })

  it('is for the colleagues in the company of the post too, who undo it for each other', async () => {
    const { given, recruiter: owner } = await createScene({}, 0)
    const [colleague, interviewer] = [await given.user(), await given.user()]
    const company = await createCompany(owner)
    const membership = await addMember(owner, company.id, colleague)
    await addMember(owner, company.id, interviewer, 'interviewer')
    const post = await createJobPost(owner, { company_id: company.id })
    const id = await createApplication(await given.user(), post.id)
    const path = `/job-posts/${post.id}/applicants/bulk`
    const body = { application_ids: [id], action: 'status', status: 'reviewing' }

    const { data } = await colleague.post(path, body)

    assert.deepEqual(verdicts(data), ['done'])
    assertStatuses({
      'an interviewer': [await interviewer.post(path, body), 403],
      'an interviewer undoes': [await interviewer.post(`${path}/${data.id}/undo`, {}), 403],
      'the owner undoes': [await owner.post(`${path}/${data.id}/undo`, {}), 200],
      leaving: [await colleague.delete(`/companies/${company.id}/members/${membership.id}`), 200],
      'a former member': [await colleague.post(path, body), 403],
    })
    assert.equal((await owner.get(`/job-applications/${id}`)).data.status, 'applied')
  })

  it('is refused with fields of another action, without a choice, or with too many', async () => {
    const { recruiter, ids, path, states } = await createScene()
    const errorsOf = async (body: object) => Object.keys((await recruiter.post(path, body)).errors ?? {}).sort()

    assert.deepEqual(await errorsOf({ action: 'status', status: 'hired' }), ['application_ids'])
    assert.deepEqual(await errorsOf({ application_ids: ids, filter: {}, action: 'status', status: 'hired' }), [
      'filter',
    ])
    assert.deepEqual(await errorsOf({ application_ids: ids, action: 'status' }), ['status'])
    assert.deepEqual(await errorsOf({ application_ids: ids, action: 'tag' }), ['tags'])
    assert.deepEqual(await errorsOf({ application_ids: ids, action: 'message' }), ['body'])
    assert.deepEqual(await errorsOf({ application_ids: ids, action: 'reject', status: 'hired', tags: ['x'] }), [
      'status',
      'tags',
    ])
    const many = Array.from({ length: 501 }, (_, index) => index + 1)
    assert.deepEqual(await errorsOf({ application_ids: many, action: 'status', status: 'hired' }), ['application_ids'])
    assert.deepEqual((await states()).statuses, ['applied', 'applied', 'applied'])
  })
})

describe('GET /job-posts/{id}/applicants/bulk', () => {
  it('lists what can be undone for 10 minutes, by which an action whose answer was lost is undone', async () => {
    const { recruiter, ids, path, states, clock, settle } = await createScene()
    const [first = 0] = ids
    const early = await recruiter.post(path, { application_ids: [first], action: 'tag', tags: ['x'] })
    clock.advance({ minutes: 5 })
    await recruiter.post(path, { filter: {}, action: 'reject', letter: 'Sorry' })
    await recruiter.post(path, { filter: {}, action: 'message', body: 'Hello' })

    const { data, meta } = await recruiter.get(path)
    const undone = await recruiter.post(`${path}/${data[0].id}/undo`, {})
    const after = (await recruiter.get(path)).data
    clock.advance({ minutes: 5 })
    const late = (await recruiter.get(path)).data

    const { id, created_at, undo_until, ...action } = data[0]
    assert.deepEqual(action, {
      ...{ action: 'reject', changed: 3, undone_at: null },
      user: { id: recruiter.id, name: 'Rosalind' },
    })
    assert.equal(undo_until, addDuration(created_at, { minutes: 10 }))
    assert.deepEqual([meta.total, data[1].id, data[1].changed], [2, early.data.id, 1])
    assert.deepEqual(verdicts(undone.data), ['undone', 'undone', 'undone'])
    assert.deepEqual([after[0].id, after[0].undone_at !== null], [id, true])
    assert.deepEqual(
      late.map((one: { id: number }) => one.id),
      [id],
    )
    assert.deepEqual((await states()).statuses, ['applied', 'applied', 'applied'])
    await settle()
  })

  it('is for those who manage the post', async () => {
    const { recruiter, given, post, people, path } = await createScene()
    const reviewer = await given.user()
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })

    for (const person of [reviewer, people[0], await given.user({ role: 'recruiter' })])
      assert.equal((await person?.get(path))?.status, 403)
  })
})

describe('an undone action', () => {
  it('leaves each application as it was, and tells nobody', async () => {
    const { recruiter, people, ids, path, states, clock, settle } = await createScene()
    const { data } = await recruiter.post(path, { application_ids: ids, action: 'reject', letter: 'Sorry' })
    clock.advance({ minutes: 9 })

    const undone = await recruiter.post(`${path}/${data.id}/undo`, {})
    clock.advance({ minutes: 30 })
    await settle()

    assert.deepEqual(verdicts(undone.data), ['undone', 'undone', 'undone'])
    assert.deepEqual(await states(), {
      statuses: ['applied', 'applied', 'applied'],
      counts: { applied: 3, reviewing: 0, shortlisted: 0, rejected: 0, hired: 0 },
    })
    for (const person of people) assert.deepEqual(await news(person), [])
    assert.equal((await people[0]?.get(`/job-applications/${ids[0]}`))?.data.rejection_letter, '')
  })

  it('keeps what was changed since, and what was told', async () => {
    const { recruiter, people, ids, path, states } = await createScene()
    const [first, second] = ids
    const { data } = await recruiter.post(path, { application_ids: ids, action: 'status', status: 'reviewing' })
    await recruiter.put(`/job-applications/${first}/status`, { status: 'hired' })
    await recruiter.put(`/job-applications/${second}/status`, { status: 'applied' })
    await recruiter.put(`/job-applications/${second}/status`, { status: 'reviewing' })
    await people[2]?.delete(`/job-applications/${ids[2]}`)

    const undone = await recruiter.post(`${path}/${data.id}/undo`, {})

    assert.deepEqual(verdicts(undone.data), ['changed_since', 'changed_since'])
    assert.deepEqual((await states()).statuses, ['reviewing', 'hired'])
  })

  it('is undone once, also by ten requests at the same time, and not after 10 minutes', async () => {
    const { recruiter, ids, path, clock, states } = await createScene()
    const act = async (status: string) =>
      (await recruiter.post(path, { application_ids: ids, action: 'status', status })).data.id
    const id = await act('reviewing')

    const replies = await runConcurrently(10, () => recruiter.post(`${path}/${id}/undo`, {}))
    const late = await act('hired')
    clock.advance({ minutes: 10 })
    const refused = await recruiter.post(`${path}/${late}/undo`, {})

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 9 })
    assert.ok([404, 422].includes(refused.status), refused.text)
    assert.deepEqual((await states()).counts.hired, 3)
  })

  it('and single changes at the same moment leave the counts and the history whole', async () => {
    const { recruiter, ids, path, states } = await createScene({}, 4)
    await recruiter.post(path, { application_ids: ids, action: 'status', status: 'reviewing' })

    const singles = ids.map((id) => () => recruiter.put(`/job-applications/${id}/status`, { status: 'hired' }))
    const bulks = ['shortlisted', 'rejected', 'applied'].map(
      (status) => () => recruiter.post(path, { application_ids: ids, action: 'status', status }),
    )
    const replies = await Promise.all([...singles, ...bulks].map((send) => send()))
    const made = replies.flatMap(({ data }) => (data?.id === undefined ? [] : [data.id]))
    await Promise.all(made.map((id) => recruiter.post(`${path}/${id}/undo`, {})))

    const { statuses, counts } = await states()
    for (const [status, count] of Object.entries(counts))
      assert.equal(statuses.filter((one: string) => one === status).length, count, status)
    for (const id of ids) {
      const { data } = await recruiter.get(`/job-applications/${id}`)
      const steps: { from: string; to: string }[] = data.status_history
      for (const [index, { from }] of steps.entries()) assert.equal(from, steps[index - 1]?.to ?? 'applied')
      assert.equal(steps.at(-1)?.to, data.status)
    }
  })

  it('does not take back the name of a blind candidate, who was told at once', async () => {
    const { recruiter, people, ids, path, clock, settle } = await createScene({ blind: true }, 1)
    clock.advance({ days: 1 })
    await settle()
    const { data } = await recruiter.post(path, { application_ids: ids, action: 'status', status: 'shortlisted' })

    const undone = await recruiter.post(`${path}/${data.id}/undo`, {})

    assert.deepEqual([verdicts(data), verdicts(undone.data)], [['done'], ['told']])
    const [person] = people
    assert.ok(person)
    assert.deepEqual(await news(person), ['Your application for Botanist has been shortlisted.'])
  })

  it('invites to choose a slot by the rules of a single invitation, with a verdict each', async () => {
    const { recruiter, post, people, ids, path, clock, settle, listMails } = await createScene()
    const [first = 0, second = 0] = ids
    const [ada, bea] = people
    assert.ok(ada && bea)
    await recruiter.put(`/job-applications/${second}/status`, { status: 'rejected' })
    const foreign = (await createScene()).ids[0] ?? 0
    const action = { action: 'slot_invitation', application_ids: [first, second, foreign] }

    const early = await recruiter.post(path, action)
    const starts = [`${addDuration(clock.now(), { days: 2 }).slice(0, 16)}:00.000Z`]
    await recruiter.post('/interview-slots', { job_post_id: post.id, minutes: 30, starts })
    const late = await recruiter.post(path, { ...action, until: addDuration(clock.now(), { days: 61 }) })
    const foreignField = await recruiter.post(path, { ...action, body: 'Hello' })
    const { data } = await recruiter.post(path, action)
    await settle()

    assert.deepEqual(
      early.data.results.map(({ message }: { message: string }) => message),
      [
        'This job post has no free slots. Please create some first.',
        'A rejected applicant cannot be invited.',
        'This job post has no such application.',
      ],
    )
    assert.deepEqual(
      [late.status, late.errors],
      [422, { until: ['An invitation ends in the future, within 60 days.'] }],
    )
    assert.deepEqual([foreignField.status, Object.keys(foreignField.errors)], [422, ['body']])
    assert.deepEqual([verdicts(data), data.id, data.undo_until], [['done', 'refused', 'not_found'], null, null])
    const isInvitation = ({ subject }: { subject: string }) => subject.startsWith('Choose a time')
    assert.equal((await listMails(ada.email)).filter(isInvitation).length, 1)
    assert.equal((await listMails(bea.email)).filter(isInvitation).length, 0)
    const slots = await ada.get(`/job-applications/${first}/interview-slots`)
    assert.equal(slots.meta.total, 1, slots.text)
  })

  it('tells nothing of who a blind candidate is', async () => {
    const { recruiter, people, path, clock, settle } = await createScene({ blind: true }, 2)
    clock.advance({ days: 1 })
    await settle()

    const byName = await recruiter.post(path, { filter: { search: 'McClintock' }, action: 'tag', tags: ['x'] })
    const byResume = await recruiter.post(path, { filter: { resume: 'botany' }, action: 'tag', tags: ['x'] })
    const byNumber = await recruiter.post(path, { filter: { search: 'candidate 2' }, action: 'tag', tags: ['x'] })

    assert.deepEqual([byName.data.results, byResume.data.results, byNumber.data.results.length], [[], [], 1])
    for (const { email } of people) assert.ok(!byNumber.text.includes(email))
  })
})
