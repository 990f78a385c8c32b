/** Creates job posts and applications. */

import assert from 'node:assert/strict'
import type { Person } from './app.ts'
import type { Reply } from './client.ts'
import { createForm } from './forms.ts'
import { pdf } from './samples.ts'

/** A new post of the recruiter. */
export async function createJobPost(recruiter: Person, more: object = {}) {
  const reply = await recruiter.post('/job-posts', { title: 'Botanist', description: 'Plants.', ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

export const createResume = (content: Uint8Array = pdf, name = 'cv.pdf') => new File([Uint8Array.from(content)], name)

type Fields = Record<string, string | string[] | File | undefined>

/** Sends an application; `more` replaces fields, or omits undefined ones. */
export const apply = (person: Person, postId: number, more: Fields = {}): Promise<Reply> =>
  person.send('POST', '/job-applications', {
    body: createForm({
      job_post_id: String(postId),
      first_name: 'Barbara',
      last_name: 'McClintock',
      email: person.email,
      phone: '+44 20 7946 0000',
      resume: createResume(),
      consent_data: 'true',
      ...more,
    }),
  })

/** Applies successfully and returns the id. */
export async function createApplication(person: Person, postId: number, more: Fields = {}): Promise<number> {
  const reply = await apply(person, postId, more)
  assert.equal(reply.status, 201, reply.text)
  return reply.data.id
}
