/** A recruiter who posts jobs, and users who apply for each of them. */

import assert from 'node:assert/strict'
import { createForm } from '#test/support/forms.ts'
import { createResume } from '#test/support/jobs.ts'
import { type Account, expectStatus, type Program, readAll, type SimulatedUser } from './simulated-user.ts'

interface Post {
  id: number
  title: string
}

interface Application {
  post: Post
  person: Account
  resume: string
  /** Null until it was acknowledged. */
  id: number | null
  seen: boolean
}

export class Recruiter implements SimulatedUser {
  readonly #recruiter: Account
  readonly #people: readonly Account[]
  #sentPosts = 0
  readonly #posts: Post[] = []
  #applications: Application[] = []

  constructor(recruiter: Account, people: readonly Account[]) {
    this.#recruiter = recruiter
    this.#people = people
  }

  async act({ as }: Program) {
    const post = this.#posts.at(-1)
    const applied = this.#applications.filter((one) => one.post === post).map(({ person }) => person)
    const person = this.#people.find((one) => !applied.includes(one))
    if (post === undefined || person === undefined) return this.#post(as(this.#recruiter.token))

    const text = `%PDF-1.7\nResume of ${person.email} for ${post.title}\n%%EOF\n`
    const application: Application = { post, person, resume: text, id: null, seen: false }
    this.#applications.push(application)
    const body = createForm({
      job_post_id: String(post.id),
      first_name: 'Barbara',
      last_name: 'McClintock',
      email: person.email,
      phone: '+44 20 7946 0000',
      cover_letter: `About ${post.title}`,
      resume: createResume(Buffer.from(text)),
      consent_data: 'true',
    })
    const { data } = expectStatus(await as(person.token).send('POST', '/job-applications', { body }), 201)
    application.id = data.id
  }

  async #post(recruiter: ReturnType<Program['as']>) {
    const title = `Post ${++this.#sentPosts}`
    const { data } = expectStatus(await recruiter.post('/job-posts', { title, description: `This is ${title}.` }), 201)
    this.#posts.push({ id: data.id, title })
  }

  async check({ as }: Program, settled: boolean) {
    const recruiter = as(this.#recruiter.token)
    const posts = await readAll(recruiter, '/job-posts?mine=true')
    for (const { title } of this.#posts)
      assert.ok(
        posts.some((one) => one.title === title),
        title,
      )
    for (const { title, description } of posts) assert.equal(description, `This is ${title}.`)
    assert.ok(posts.length <= this.#sentPosts)

    for (const person of this.#people) await this.#checkApplicationsOf(person, as(person.token), settled)
    // An application that did not arrive may be sent again.
    const done = this.#applications.filter(({ id }) => id !== null)
    this.#applications = done
    for (const { id, applicants_count } of posts)
      assert.equal(applicants_count, done.filter(({ post }) => post.id === id).length)
    const told = await readAll(recruiter, '/notifications?type=job_application')
    assert.deepEqual(told.map(({ data }) => data.url).sort(), done.map(({ id }) => `/job-applications/${id}`).sort())
  }

  async #checkApplicationsOf(person: Account, client: ReturnType<Program['as']>, settled: boolean) {
    const found = await readAll(client, '/job-applications')
    for (const application of this.#applications.filter((one) => one.person === person)) {
      const one = found.find(({ job_post_id }) => job_post_id === application.post.id)
      if (one === undefined) {
        assert.equal(application.id, null, `The application for ${application.post.title} is lost.`)
        continue
      }
      application.id = one.id
      if (application.seen && !settled) continue
      application.seen = true
      assert.equal(one.cover_letter, `About ${application.post.title}`)
      const { text } = expectStatus(await client.get(`/job-applications/${one.id}/resume`), 200)
      assert.equal(text, application.resume)
    }
  }
}
