/** A recruiter who posts jobs, and people who apply for each of them with a resume. */

import assert from 'node:assert/strict'
import { formOf } from '../../support/forms.ts'
import { resume } from '../../support/hiring.ts'
import { all, type Doer, expected, type Reach, type Settler } from './doer.ts'

interface Post {
  id: number
  title: string
}

interface Application {
  post: Post
  person: Settler
  resume: string
  /** Null until it was acknowledged. */
  id: number | null
  seen: boolean
}

export class Hiring implements Doer {
  readonly #recruiter: Settler
  readonly #people: readonly Settler[]
  #sentPosts = 0
  readonly #posts: Post[] = []
  #applications: Application[] = []

  constructor(recruiter: Settler, people: readonly Settler[]) {
    this.#recruiter = recruiter
    this.#people = people
  }

  async act({ as }: Reach) {
    const post = this.#posts.at(-1)
    const applied = this.#applications.filter((one) => one.post === post).map(({ person }) => person)
    const person = this.#people.find((one) => !applied.includes(one))
    if (post === undefined || person === undefined) return this.#post(as(this.#recruiter.token))

    const text = `%PDF-1.7\nResume of ${person.email} for ${post.title}\n%%EOF\n`
    const application: Application = { post, person, resume: text, id: null, seen: false }
    this.#applications.push(application)
    const body = formOf({
      job_post_id: String(post.id),
      first_name: 'Barbara',
      last_name: 'McClintock',
      email: person.email,
      phone: '+44 20 7946 0000',
      cover_letter: `About ${post.title}`,
      resume: resume(Buffer.from(text)),
      consent_data: 'true',
    })
    const { data } = expected(await as(person.token).send('POST', '/job-applications', { body }), 201)
    application.id = data.id
  }

  async #post(recruiter: ReturnType<Reach['as']>) {
    const title = `Post ${++this.#sentPosts}`
    const { data } = expected(
      await recruiter.post('/job-posts', { title, description: `This is ${title}.` }),
      201,
    )
    this.#posts.push({ id: data.id, title })
  }

  async check({ as }: Reach, settled: boolean) {
    const recruiter = as(this.#recruiter.token)
    const posts = await all(recruiter, '/job-posts?mine=true')
    for (const { title } of this.#posts)
      assert.ok(
        posts.some((one) => one.title === title),
        title,
      )
    for (const { title, description } of posts) assert.equal(description, `This is ${title}.`)
    assert.ok(posts.length <= this.#sentPosts)

    for (const person of this.#people) await this.#checkApplicationsOf(person, as(person.token), settled)
    // What did not arrive may be sent again.
    const done = this.#applications.filter(({ id }) => id !== null)
    this.#applications = done
    for (const { id, applicants_count } of posts)
      assert.equal(applicants_count, done.filter(({ post }) => post.id === id).length)
    const told = await all(recruiter, '/notifications?type=job_application')
    assert.deepEqual(
      told.map(({ data }) => data.url).sort(),
      done.map(({ id }) => `/job-applications/${id}`).sort(),
    )
  }

  async #checkApplicationsOf(person: Settler, client: ReturnType<Reach['as']>, settled: boolean) {
    const found = await all(client, '/job-applications')
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
      const { text } = expected(await client.get(`/job-applications/${one.id}/resume`), 200)
      assert.equal(text, application.resume)
    }
  }
}
