import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'

async function createScene() {
  const app = await testApp()
  const recruiter = await app.given.user({ role: 'recruiter' })
  const rejection_reasons = ['Too little statistics', 'Position filled']
  const post = await createJobPost(recruiter, { rejection_reasons })
  const people = [await app.given.verifiedUser(), await app.given.user(), await app.given.user()]
  const ids: number[] = []
  for (const person of people) ids.push(await createApplication(person, post.id))
  const move = (index: number, body: object) => recruiter.put(`/job-applications/${ids[index]}/status`, body)
  return { ...app, recruiter, post, people, ids, move }
}

describe('a rejection', () => {
  it('carries a reason for the recruiter and a kind letter for the applicant', async () => {
    const { people, ids, recruiter, move, listMails, clock, settle } = await createScene()
    const [ada] = people
    const letter = 'Dear Barbara,\nyour letter moved us.'

    const reply = await move(0, { status: 'rejected', reason: 'Position filled', letter })
    clock.advance({ minutes: 3 })
    await settle()

    assert.equal(reply.status, 200, reply.text)
    const [mail] = await listMails(ada?.email ?? '')
    assert.match(mail?.text ?? '', /was not successful this time\.\n+Dear Barbara,\nyour letter moved us\./)
    assert.doesNotMatch(mail?.text ?? '', /Position filled/)
    const own = (await ada?.get(`/job-applications/${ids[0]}`))?.data
    assert.deepEqual([own.rejection_letter, own.rejection_reason], [letter, undefined])
    assert.doesNotMatch((await ada?.get(`/users/${ada.id}/export`))?.text ?? '', /Position filled/)
    const judged = (await recruiter.get(`/job-applications/${ids[0]}`)).data
    assert.deepEqual([judged.rejection_letter, judged.rejection_reason], [letter, 'Position filled'])
    await move(0, { status: 'reviewing' })
    assert.equal((await recruiter.get(`/job-applications/${ids[0]}`)).data.rejection_reason, '')
  })

  it('has a reason of the post, and no other status has one', async () => {
    const { move, ids, recruiter } = await createScene()

    const unknown = await move(0, { status: 'rejected', reason: 'Other' })
    const hired = await move(0, { status: 'hired', reason: 'Position filled', letter: 'Well done' })

    assert.deepEqual(unknown.errors, { reason: ['The reason must be one of the rejection reasons of the job post.'] })
    assert.deepEqual(hired.errors, {
      reason: ['Only a rejection has a reason.'],
      letter: ['Only a rejection has a letter.'],
    })
    assert.equal((await recruiter.get(`/job-applications/${ids[0]}`)).data.status, 'applied')
  })
})

describe('GET /job-posts/{id}/funnel', () => {
  it('counts by stage and by reason', async () => {
    const { recruiter, post, move, clock } = await createScene()
    clock.advance({ days: 1 })
    await move(0, { status: 'reviewing' })
    await move(1, { status: 'reviewing' })
    clock.advance({ days: 2 })
    await move(0, { status: 'shortlisted' })
    await move(1, { status: 'rejected', reason: 'Too little statistics' })
    await move(2, { status: 'rejected' })

    const { data } = await recruiter.get(`/job-posts/${post.id}/funnel`)

    assert.deepEqual(data, {
      total: 3,
      stages: [
        { status: 'applied', current: 0, reached: 3, average_days: null },
        { status: 'reviewing', current: 0, reached: 2, average_days: 1 },
        { status: 'shortlisted', current: 1, reached: 1, average_days: 3 },
        { status: 'rejected', current: 2, reached: 2, average_days: 3 },
        { status: 'hired', current: 0, reached: 0, average_days: null },
      ],
      reasons: [
        { reason: '', count: 1 },
        { reason: 'Too little statistics', count: 1 },
      ],
    })
  })

  it('is for the owner, reviewers and administrators', async () => {
    const { given, recruiter, post, people } = await createScene()
    const reviewer = await given.user()
    await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })
    const path = `/job-posts/${post.id}/funnel`

    assert.equal((await reviewer.get(path)).status, 200)
    assert.equal((await (await given.admin()).get(path)).status, 200)
    assert.equal((await people[0]?.get(path))?.status, 403)
    assert.equal((await reviewer.get('/job-posts/999999/funnel')).status, 404)
  })
})
