import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { apply, createApplication, createJobPost } from '#test/support/jobs.ts'

async function createScene() {
  const app = await testApp()
  const recruiter = await app.given.user({ role: 'recruiter', name: 'Rosalind' })
  const criteria = [{ name: 'Care' }, { name: 'Statistics' }]
  const post = await createJobPost(recruiter, { criteria })
  const [one, two] = [await app.given.user({ name: 'Grace' }), await app.given.user({ name: 'Emmy' })]
  for (const { id } of [one, two]) await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: id })
  const ada = await app.given.user()
  const id = await createApplication(ada, post.id)
  return { ...app, recruiter, post, one, two, ada, id, path: `/job-applications/${id}/scorecards` }
}

describe('reviewers of a job post', () => {
  it('read its applications and resumes, and change nothing', async () => {
    const { one, recruiter, post, id } = await createScene()

    assert.equal((await one.get(`/job-posts/${post.id}/applicants`)).data[0].id, id)
    assert.equal((await one.get(`/job-applications/${id}`)).status, 200)
    assert.equal((await one.get(`/job-applications/${id}/resume`)).status, 200)
    assert.equal((await one.get(`/job-posts/${post.id}/interviews`)).status, 200)
    assert.deepEqual((await one.get(`/job-posts/${post.id}`)).data.criteria, post.criteria)
    assert.equal((await one.get(`/job-posts/${post.id}`)).data.applicants_count, undefined)
    assert.equal((await one.put(`/job-applications/${id}/status`, { status: 'hired' })).status, 403)
    assert.equal((await one.put(`/job-posts/${post.id}`, { title: 'Mine' })).status, 403)
    assert.equal((await one.post(`/job-posts/${post.id}/reviewers`, { user_id: recruiter.id })).status, 403)
    assert.equal((await one.post(`/job-applications/${id}/identity`, { reason: 'x' })).status, 403)
  })

  it('are listed and notified, and read nothing once they are removed or leave', async () => {
    const { one, two, recruiter, post, id } = await createScene()
    const path = `/job-posts/${post.id}/reviewers`
    const { data } = await one.get(path)

    const left = await one.delete(`${path}/${data[0].id}`)
    const foreign = await two.delete(`${path}/${data[0].id}`)
    const removed = await recruiter.delete(`${path}/${data[1].id}`)

    assert.deepEqual(
      data.map(({ user }: { user: { name: string } }) => user.name),
      ['Grace', 'Emmy'],
    )
    assert.match(
      (await one.get('/notifications')).data[0].message,
      /Rosalind asks you to review the applications for Botanist/,
    )
    assert.deepEqual([left.status, foreign.status, removed.status], [200, 404, 200])
    for (const person of [one, two]) assert.equal((await person.get(`/job-applications/${id}`)).status, 403)
  })

  it('who have applied are accepted without a word, and read nothing of others', async () => {
    const { ada, given, recruiter, post, id } = await createScene()
    const other = await createApplication(await given.user(), post.id)

    const added = await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: ada.id })

    assert.equal(added.status, 201)
    for (const path of [
      `/job-posts/${post.id}/applicants`,
      `/job-applications/${other}`,
      `/job-posts/${post.id}/funnel`,
    ])
      assert.equal((await ada.get(path)).status, 403, path)
    assert.equal((await ada.post(`/job-applications/${id}/scorecards`, { recommendation: 'strong_yes' })).status, 403)
    assert.equal((await ada.get(`/job-posts/${post.id}`)).data.criteria, undefined)
    const told = (await ada.get('/changes?since=0&types=job_application')).data
    assert.deepEqual([...new Set(told.map(({ object }: { object: { id: number } }) => object.id))], [id])
  })

  it('are not the owner, and are added once', async () => {
    const { one, recruiter, post } = await createScene()
    const add = async (user_id: number) => (await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id })).errors

    assert.deepEqual(await add(recruiter.id), { user_id: ['The owner of the job post reviews it anyway.'] })
    assert.deepEqual(await add(one.id), { user_id: ['This person is already a reviewer.'] })
    assert.deepEqual(await add(999_999), { user_id: ['The selected user id is invalid.'] })
    assert.deepEqual((await apply(one, post.id)).errors, {
      job_post_id: ['You review the applications of this job post.'],
    })
  })
})

describe('scorecards', () => {
  it('of others are withheld until one has written one’s own', async () => {
    const { one, two, recruiter, path, post } = await createScene()
    const [care, statistics] = post.criteria
    const ratings = [
      { criterion_id: care.id, rating: 5, notes: 'Tidy' },
      { criterion_id: statistics.id, rating: 2 },
    ]
    const written = await one.post(path, { recommendation: 'yes', ratings, notes: 'Good.' })

    const early = await two.get(path)
    const byOwner = await recruiter.get(path)
    await two.post(path, { recommendation: 'strong_no', ratings: [{ criterion_id: care.id, rating: 2 }] })
    const late = await two.get(path)

    assert.equal(written.status, 201, written.text)
    assert.deepEqual(written.data.ratings[0], { criterion_id: care.id, criterion: 'Care', rating: 5, notes: 'Tidy' })
    assert.deepEqual([early.data, early.meta.own, early.meta.scorecards], [[], false, 0])
    assert.deepEqual([byOwner.data, byOwner.meta.own], [[], false])
    assert.deepEqual(
      late.data.map(({ reviewer }: { reviewer: { name: string } }) => reviewer.name),
      ['Grace', 'Emmy'],
    )
    assert.deepEqual(late.meta, {
      own: true,
      scorecards: 2,
      recommendations: { strong_no: 1, no: 0, yes: 1, strong_yes: 0 },
      criteria: [
        { criterion_id: care.id, criterion: 'Care', average: 3.5 },
        { criterion_id: statistics.id, criterion: 'Statistics', average: 2 },
      ],
    })
  })

  it('are seen by administrators, never by the applicant or strangers', async () => {
    const { given, one, ada, path } = await createScene()
    await one.post(path, { recommendation: 'yes' })

    assert.equal((await (await given.admin()).get(path)).data.length, 1)
    assert.equal((await ada.get(path)).status, 403)
    assert.equal((await (await given.user()).get(path)).status, 403)
    assert.equal((await ada.post(path, { recommendation: 'strong_yes' })).status, 403)
  })

  it('are one each, also under ten requests at once, and only their authors change them', async () => {
    const { one, two, path } = await createScene()

    const replies = await runConcurrently(10, () => one.post(path, { recommendation: 'yes' }))
    const [{ id }] = (await one.get(path)).data
    const changed = await one.put(`${path}/${id}`, { recommendation: 'no', notes: 'On second thought' })

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 9 })
    assert.deepEqual([changed.data.recommendation, changed.data.notes], ['no', 'On second thought'])
    assert.equal((await two.put(`${path}/${id}`, { recommendation: 'yes' })).status, 403)
    assert.equal((await one.put(`${path}/999999`, { recommendation: 'yes' })).status, 404)
  })

  it('name what is wrong with the ratings', async () => {
    const { one, recruiter, path, post, ada } = await createScene()
    const [care] = post.criteria
    const rated = (...ratings: object[]) => one.post(path, { recommendation: 'yes', ratings })
    const bare = await createJobPost(recruiter)
    await recruiter.post(`/job-posts/${bare.id}/reviewers`, { user_id: one.id })
    const other = await createApplication(ada, bare.id)

    assert.deepEqual((await rated({ criterion_id: 99, rating: 3 })).errors, {
      'ratings.0.criterion_id': ['The selected criterion id is invalid.'],
    })
    assert.deepEqual((await rated({ criterion_id: care.id, rating: 3 }, { criterion_id: care.id, rating: 4 })).errors, {
      ratings: ['Each criterion can be rated once.'],
    })
    assert.equal((await rated({ criterion_id: care.id, rating: 6 })).status, 422)
    const ratings = [{ criterion_id: 1, rating: 3 }]
    assert.deepEqual(
      (await one.post(`/job-applications/${other}/scorecards`, { recommendation: 'yes', ratings })).errors,
      {
        ratings: ['The job post has no criteria to rate.'],
      },
    )
    assert.deepEqual((await one.get(path)).data, [])
  })

  it('are exported to their authors and deleted with the account of the applicant', async () => {
    const { one, ada, path } = await createScene()
    await one.post(path, { recommendation: 'yes', notes: 'About Barbara' })

    const exported = (await one.get(`/users/${one.id}/export`)).data
    await ada.delete(`/users/${ada.id}`)

    assert.equal(exported.jobs.scorecards[0].notes, 'About Barbara')
    assert.equal(exported.jobs.reviewed_job_posts.length, 1)
    assert.deepEqual((await one.get(path)).data, [])
  })
})
