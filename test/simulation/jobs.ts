/** Recruiters post jobs that close, people apply, and consents of the talent pool end. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import type { Person } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import { apply } from '#test/support/jobs.ts'
import type { Domain, Scene } from './domain.ts'
import type { Citizen } from './people/population.ts'

const openFor = { days: 12 }
const grantedFor = { days: 50 }
const consentFor = { days: 30 }

interface Post {
  id: number
  recruiter: Citizen
  deadline: string
  applicants: number
}

export class Jobs implements Domain {
  readonly #year: Scene
  readonly #posts: Post[] = []

  constructor(year: Scene) {
    this.#year = year
  }

  /** Each recruiter has a plan for some time, whose end is promised. */
  async begin() {
    for (const recruiter of this.#year.citizens('recruiter')) await this.#grant(recruiter)
  }

  async #grant({ id, name, get }: Citizen) {
    const { admin, world, pledges } = this.#year
    const until = addDuration(world.now, grantedFor)
    const body = { user_id: id, plan_id: 'enterprise', until, reason: 'A year' }
    const { status, data, text } = await admin.post('/admin/subscriptions', body)
    assert.equal(status, 201, text)
    const look = async () => (await get('/subscriptions/current')).data.plan.id
    pledges.add({
      what: `a granted plan ends: ${name}`,
      at: data.period_end,
      before: async () => assert.equal(await look(), 'enterprise'),
      after: async () => assert.equal(await look(), 'free'),
    })
  }

  async act(now: string) {
    const { chance, citizens } = this.#year
    await this.#offer(chance.of(citizens('recruiter')), now)
    const open = this.#posts.filter(({ deadline }) => deadline > addDuration(now, { hours: 1 }))
    for (const post of open)
      for (const person of citizens('learner').filter(() => chance.oneIn(12))) await this.#apply(person, post)
    if (open.length > 0) await this.#decide(chance.of(open))
    // Those who have a profile.
    await this.#ask(chance.of(citizens('recruiter')), chance.of(citizens('researcher')), now)
  }

  /** Its deadline is the last moment of an application. */
  async #offer(recruiter: Citizen, now: string) {
    const { chance, citizens, pledges } = this.#year
    const { status, data, text } = await recruiter.post('/job-posts', {
      title: `Botanist of ${now.slice(0, 10)}`,
      description: 'Plants, all day.',
      location: chance.of(['Nairobi', 'Lusaka', 'Pune']),
      deadline: addDuration(now, openFor),
    })
    // A free plan has few open posts.
    if (status !== 201) return assert.equal(status, 403, text)
    const post = { id: data.id, recruiter, deadline: data.deadline, applicants: 0 }
    this.#posts.push(post)
    const [early, late] = [chance.of(citizens('learner')), chance.of(citizens('learner'))]
    pledges.add({
      what: `a job post closes: ${data.title}`,
      at: data.deadline,
      before: () => this.#apply(early, post),
      after: async () =>
        assert.equal((await sendApplication(late, post.id)).status, 422, 'It still takes applications.'),
    })
  }

  async #apply(person: Citizen, post: Post) {
    const { status, text } = await sendApplication(person, post.id)
    if (status === 201) post.applicants += 1
    else assert.match(text, /already/i)
  }

  async #decide({ id, recruiter }: Post) {
    const { chance } = this.#year
    const { data } = await recruiter.get(`/job-posts/${id}/applicants?limit=5`)
    for (const { id: application } of data) {
      const body = { status: chance.of(['reviewing', 'shortlisted', 'rejected']) }
      const { status, text } = await recruiter.put(`/job-applications/${application}/status`, body)
      assert.ok([200, 422].includes(status), text)
    }
  }

  /** Who is asked and does not answer is forgotten when the request says. */
  async #ask(recruiter: Citizen, person: Citizen, now: string) {
    const consent_until = addDuration(now, consentFor)
    const asked = await recruiter.post('/talent-pool', { user_id: person.id, consent_until })
    // Who was asked lately is not asked again.
    if (asked.status !== 201) return assert.ok([422, 429].includes(asked.status), asked.text)
    const { id, ends_at } = asked.data
    const look = async () => {
      const { data } = await recruiter.get('/talent-pool?limit=100')
      return data.some((entry: Reply['data']) => entry.id === id)
    }
    this.#year.pledges.add({
      what: `a request for consent ends: ${id}`,
      at: ends_at,
      before: async () => assert.ok(await look()),
      after: async () => assert.ok(!(await look())),
    })
  }

  /** Numbers of applicants are those of the people who have applied. */
  async close() {
    for (const { id, recruiter, applicants } of this.#posts) {
      const { meta } = await recruiter.get(`/job-posts/${id}/applicants?limit=1`)
      const { data } = await recruiter.get(`/job-posts/${id}`)
      assert.deepEqual([meta.total, data.applicants_count], [applicants, applicants], `Applicants of the post ${id}`)
    }
  }
}

const sendApplication = (person: Citizen, post: number) => apply(person as Person, post)
