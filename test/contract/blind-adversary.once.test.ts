/**
 * Fifty candidates of a blind post, and an adversary who judges them, wrote the exam that they passed, and has read all
 * that is public: names, profiles with what they have proven, and who passed when. A guess names one of fifty.
 */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createApp, type Person, type TestApp } from '../support/app.ts'
import { addMember, createCompany } from '../support/companies.ts'
import { completeCourse } from '../support/courses.ts'
import { createSkillCourse, createSkillExam, createVerifiedAuthor } from '../support/evidence.ts'
import { takeExam } from '../support/exams.ts'
import { apply, createJobPost } from '../support/jobs.ts'

const candidates = 50

/** More right names than a guess gives once in a million runs. */
const tooMany = 11

/** Different records of candidates by which a judge can tell groups of them apart. */
const maxGroups = 5

interface Applicant {
  id: number
  name: string
  candidate_number: number
  match: { score: number; reasons: object[]; missing: string[]; required_met: boolean }
  evidence: object[]
}

interface Notice {
  data: { url: string }
}

interface Scene {
  app: TestApp
  judges: Person[]
  post: number
  course: Awaited<ReturnType<typeof createSkillCourse>>
  exam: number
  people: Person[]
  /** The candidate of each application. */
  owners: Map<number, number>
  /** What the judges could read when nobody had applied, when all had, and after the batch. */
  readings: Record<'empty' | 'sealed' | 'delivered', Map<string, string>>
  /** When somebody passed or applied, to the minute. */
  moments: string[]
}

/** All that a judge can read about the post, as JSON and as a table, by its path. */
async function readAll(judges: readonly Person[], post: number): Promise<Map<string, string>> {
  const lists = [`/job-posts/${post}/applicants?limit=100`, `/job-posts/${post}/applicants?limit=100&sort=evidence`]
  const paths = [
    ...[...lists, `/job-posts/${post}`, '/job-posts?mine=true', `/job-posts/${post}/funnel`],
    ...['/job-posts?company_id=1', '/companies/1', '/companies/1/members', '/company-invitations'],
    ...['/message-templates', '/message-templates?company_id=1'],
    ...[`/interview-slots?job_post_id=${post}`, '/saved-searches', '/saved-searches/1/matches', '/talent-pool'],
    ...[`/job-posts/${post}/candidates?limit=100`, `/job-posts/${post}/candidates/1`],
    ...[`/job-posts/${post}/interviews`, '/interviews', '/notifications?limit=100'],
    ...[
      '/changes?limit=100&types=job_application,job_post,interview,interview_slot,notification',
      '/webhooks',
      '/webhooks/1/deliveries',
    ],
  ]
  const texts = new Map<string, string>()
  for (const [index, judge] of judges.entries()) {
    // The cursor of the feed moves with all that happens on the platform.
    for (const path of paths) texts.set(`${index} ${path}`, (await judge.get(path)).text.replace(/"next":"\d+"/, ''))
    texts.set(`${index} activity`, (await judge.get(`/users/${judge.id}/activity?limit=100`)).text)
    texts.set(`${index} csv`, (await judge.get(lists[0] ?? '', { Accept: 'text/csv' })).text)
  }
  const [recruiter] = judges
  for (const { id } of (await recruiter?.get(lists[0] ?? ''))?.data ?? [])
    for (const path of [`/job-applications/${id}`, `/job-applications/${id}/messages`])
      texts.set(path, (await recruiter?.get(path))?.text ?? '')
  return texts
}

async function createScene(): Promise<Scene> {
  const app = await createApp()
  const admin = await app.given.admin()
  const author = await createVerifiedAuthor(app, admin)
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rafael' })
  const reviewer = await app.given.user({ name: 'Grace' })
  const { id: exam } = await createSkillExam(author, ['Ethics'])
  const course = await createSkillCourse(author, ['Statistics'])
  const colleague = await app.given.verifiedUser({ role: 'recruiter', name: 'Carla' })
  const company = await createCompany(recruiter)
  await addMember(recruiter, company.id, colleague)
  const { id: post } = await createJobPost(recruiter, {
    blind: true,
    company_id: company.id,
    skills: ['Ethics', 'Statistics'],
    requirements: [{ exam_id: exam }],
  })
  await recruiter.post(`/job-posts/${post}/reviewers`, { user_id: reviewer.id })
  await recruiter.post('/saved-searches', { kind: 'researchers', query: 'person', frequency: 'instant' })
  await recruiter.post('/interview-slots', {
    job_post_id: post,
    minutes: 30,
    starts: ['2026-12-01T09:00:00.000Z', '2026-12-01T09:30:00.000Z'],
  })
  await recruiter.post('/webhooks', { url: 'https://hooks.example.org/a', types: ['job_application'] })
  const judges = [recruiter, reviewer, colleague]
  const people: Person[] = []
  for (let index = 0; index < candidates; index++)
    people.push(await app.given.user({ role: 'researcher', name: `Person ${index}` }))
  const owners = new Map<number, number>()
  const moments: string[] = []
  // The recruiter imports all who will apply, with the addresses that they will give.
  const rows = people.map((_, index) => `Person ${index},applicant-${index}@example.org,tag ${index},note ${index}`)
  const origin = { source: 'Career day', consent: 'A signed form.' }
  const csv = ['name,email,tags,note', ...rows].join('\n')
  await recruiter.post(`/job-posts/${post}/candidates/import`, { csv, ...origin })
  // The saved search finds the public profiles before anybody applies.
  for (let hour = 0; hour < 2; hour++) {
    await app.settle()
    app.clock.advance({ minutes: 61 })
  }
  await app.settle()
  const empty = await readAll(judges, post)
  // One after the other, so that all that is public is in the order in which they apply. Half reserve a place first.
  for (const [index, person] of people.entries()) {
    app.clock.advance({ minutes: 7 })
    moments.push(app.clock.now().slice(0, 16))
    if (index % 2 > 0) await takeExam(person, exam, 'right')
    const { data } = await apply(person, post, {
      pending_requirements: 'true',
      email: `applicant-${index}@example.org`,
    })
    if (index % 2 === 0) await takeExam(person, exam, 'right')
    owners.set(data.id, index)
    if (index % 3 === 0) await completeCourse(person, course)
  }
  await app.settle()
  const sealed = await readAll(judges, post)
  app.clock.set('2026-11-22T00:00:00.000Z')
  await app.settle()
  const delivered = await readAll(judges, post)
  return { app, judges, post, course, exam, people, owners, moments, readings: { empty, sealed, delivered } }
}

/** How many are named by reading a list as if it were in the order of another. */
const countHits = (list: readonly number[], order: readonly number[]) =>
  list.filter((person, index) => person === order[index]).length

describe('an adversary who knows all that is public', () => {
  let scene: Scene
  let listed: Applicant[]
  before(async () => {
    scene = await createScene()
    const [recruiter] = scene.judges
    listed = (await recruiter?.get(`/job-posts/${scene.post}/applicants?limit=100`))?.data
  })

  it('sees nothing change in the moment of an application', () => {
    const { empty, sealed } = scene.readings
    assert.deepEqual(
      [...sealed].filter(([path, text]) => text !== empty.get(path)),
      [],
    )
  })

  it('gets all candidates of a day at once, and no moment of theirs', () => {
    const { readings, moments } = scene
    assert.equal(listed.length, candidates)
    for (const [path, text] of readings.delivered)
      assert.deepEqual(
        moments.filter((moment) => text.includes(moment)),
        [],
        path,
      )
  })

  it('names no more candidates than a guess by any order or number', async () => {
    const { app, judges, post, owners } = scene
    const [recruiter] = judges
    assert.ok(recruiter)
    const toPeople = (ids: readonly number[]) => ids.map((id) => owners.get(id) ?? -1)
    const idsOf = (rows: readonly Notice[]) =>
      rows.flatMap(({ data }) => Number(/job-applications\/(\d+)/.exec(data.url)?.[1] ?? []))
    const changes = (await recruiter.get('/changes?limit=100&types=job_application')).data
    const deliveries = (await recruiter.get('/webhooks/1/deliveries?limit=100')).data
    const mails = await app.listMails(recruiter.email)
    const tagging = { filter: {}, action: 'tag', tags: ['all'] }
    const bulk = (await recruiter.post(`/job-posts/${post}/applicants/bulk`, tagging)).data
    const undone = (await recruiter.post(`/job-posts/${post}/applicants/bulk/${bulk.id}/undo`, {})).data
    const listVerdicts = ({ results }: { results: { application_id: number }[] }) =>
      results.map(({ application_id }) => application_id)
    const lists: Record<string, number[]> = {
      list: listed.map(({ id }) => id),
      'verdicts of an action on all': listVerdicts(bulk),
      'verdicts of its undo': listVerdicts(undone),
      ids: listed.map(({ id }) => id).toSorted((one, other) => one - other),
      numbers: listed.toSorted((one, other) => one.candidate_number - other.candidate_number).map(({ id }) => id),
      notifications: idsOf((await recruiter.get('/notifications?limit=100&type=job_application')).data),
      changes: changes.map(({ object }: { object: { id: number } }) => object.id),
      status: (await recruiter.get(`/job-posts/${post}/applicants?limit=100&status=applied`)).data.map(
        ({ id }: Applicant) => id,
      ),
      mails: mails.flatMap(({ text }) => Number(/job-applications\/(\d+)/.exec(text)?.[1] ?? [])),
    }
    // Ids of users, names, sign-ups, passes and applications all have this order.
    const publicOrder = Array.from({ length: candidates }, (_, index) => index)
    const hits = Object.entries(lists).flatMap(([name, ids]) => {
      const found = toPeople(ids)
      assert.ok(found.length > 1, name)
      return [
        [name, countHits(found, publicOrder)],
        [`${name}, turned`, countHits(found, publicOrder.slice(0, found.length).toReversed())],
      ] as const
    })

    assert.deepEqual(
      hits.filter(([, count]) => count >= tooMany),
      [],
    )
    assert.ok(deliveries.length > 0)
  })

  it('tells candidates apart by no more than a few coarse scores', () => {
    const records = Map.groupBy(listed, ({ id, candidate_number, name, ...record }) =>
      JSON.stringify(record).replaceAll(String(id), '').replaceAll(name, ''),
    )
    assert.ok(records.size <= maxGroups, [...records.keys()].join('\n'))
    assert.deepEqual(new Set(listed.map(({ match }) => match.score)), new Set([50, 75]))
    assert.deepEqual([listed[0]?.match.reasons, listed[0]?.match.missing, listed[0]?.evidence], [[], [], []])
  })

  it('ranks them by that score', async () => {
    const [recruiter] = scene.judges
    const { data } = (await recruiter?.get(`/job-posts/${scene.post}/applicants?limit=100&sort=evidence`)) ?? {}
    assert.deepEqual(
      data.map(({ match, candidate_number }: Applicant) => [match.score, candidate_number]),
      listed
        .toSorted((one, other) => other.match.score - one.match.score || one.candidate_number - other.candidate_number)
        .map(({ match, candidate_number }) => [match.score, candidate_number]),
    )
  })

  it('learns nothing from what candidates prove later, or from exams that are said to prove more', async () => {
    const { app, judges, post, people, course } = scene
    for (const person of people.slice(1, 3)) await completeCourse(person, course)
    await app.settle()

    for (const sort of ['recent', 'evidence']) {
      const path = `/job-posts/${post}/applicants?limit=100`
      const { data } = (await judges[0]?.get(`${path}&sort=${sort}`)) ?? {}
      const former = scene.readings.delivered.get(`0 ${path}${sort === 'recent' ? '' : '&sort=evidence'}`)
      assert.deepEqual(data, JSON.parse(former ?? '{}').data, sort)
    }
  })

  it('cannot ask for other skills, requirements or names, one by one', async () => {
    const { judges, post, exam } = scene
    const [recruiter] = judges
    const path = `/job-posts/${post}`
    const skills = [
      'The skills of a blind job post can change only until the first application. Please create another post for other skills.',
    ]
    const requirements = [
      'The requirements of a blind job post can change only until the first application. Please create another post for other requirements.',
    ]

    assert.deepEqual((await recruiter?.put(path, { skills: ['Botany'] }))?.errors, { skills })
    assert.deepEqual((await recruiter?.put(path, { requirements: [] }))?.errors, { requirements })
    assert.deepEqual(
      (await recruiter?.put(path, { requirements: [{ skill: 'Botany', required: false }], skills: [] }))?.errors,
      {
        skills,
        requirements,
      },
    )
    const same = { title: 'Biologist', skills: ['Ethics', 'Statistics'], requirements: [{ exam_id: exam }] }
    assert.equal((await recruiter?.put(path, same))?.data.title, 'Biologist')
  })
})
