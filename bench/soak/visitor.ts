/** An hour of one person: signs up, looks around, applies, learns, sits an exam, prints a certificate, and leaves. */

import { randomBytes } from 'node:crypto'
import type { Fixtures } from './fixtures.ts'
import type { HttpClient } from './http-client.ts'

const pdf = new Blob(['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'])
const picture = new Blob([new Uint8Array(200_000)])
const looks = 12

const lists =
  `/users?search=a /researchers?sort=recent /job-posts?search=botanist /courses?category=x /projects?search=maize
  /exams /notifications /notifications/unread-count /activity /search/suggestions?q=bo /search/categories /search/popular
  /subscriptions/current /billing/history /files /auth/me`
    .split(/\s+/)
    .filter((path) => path !== '/activity')

export async function visit(client: HttpClient, fixtures: Fixtures): Promise<void> {
  const email = `visitor-${randomBytes(8).toString('hex')}@example.org`
  const password = 'a visitor of the bench'
  const { data } = await client.json('POST', '/auth/signup', { name: 'Barbara Visitor', email, password })
  const { token } = data
  await client.stream('/notifications/stream', token)
  for (let look = 0; look < looks; look++) await lookAround(client, token, look)
  await apply(client, fixtures, { token, email })
  await learn(client, fixtures, token)
  await sit(client, fixtures, token)
  await keepFiles(client, token)
  await client.json('PUT', '/notifications/read-all', undefined, token)
  await client.json('POST', '/auth/logout', undefined, token)
}

async function lookAround(client: HttpClient, token: string, look: number) {
  for (const [index, path] of lists.entries())
    if ((index + look) % 4 === 0) await client.json('GET', path, undefined, token)
  await client.json('POST', '/search/intelligent', { query: `botany ${look % 5}`, page: 1 }, token)
}

async function apply(
  client: HttpClient,
  { post, admin }: Fixtures,
  { token, email }: { token: string; email: string },
) {
  const { data } = await client.form(
    '/job-applications',
    {
      job_post_id: String(post),
      first_name: 'Barbara',
      last_name: 'Visitor',
      email,
      phone: '+44 20 7946 0000',
      resume: pdf,
      consent_data: 'true',
    },
    token,
  )
  await client.json('GET', `/job-posts/${post}/applicants?limit=20`, undefined, admin)
  await client.json('PUT', `/job-applications/${data.id}/status`, { status: 'reviewing' }, admin)
  await client.bytes(`/job-applications/${data.id}/resume`, admin)
}

async function learn(client: HttpClient, { course, lessons }: Fixtures, token: string) {
  await client.json('POST', `/courses/${course}/enroll`, {}, token)
  for (const lesson_id of lessons)
    await client.json(
      'PUT',
      `/courses/${course}/progress`,
      { lesson_id, completed: true, time_spent_seconds: 60 },
      token,
    )
  await client.json('GET', `/courses/${course}/progress`, undefined, token)
  await client.json('POST', `/courses/${course}/complete`, undefined, token)
  await client.bytes(`/courses/${course}/download`, token)
}

interface Question {
  id: number
  options: string[]
}

async function sit(client: HttpClient, { exam }: Fixtures, token: string) {
  const { data: attempt } = await client.json('POST', `/exams/${exam}/start`, undefined, token)
  const answers: Record<string, string> = {}
  for (const { id, options } of attempt.questions as Question[]) {
    answers[id] = String(Math.min(...options.map(Number)))
    await client.json('PUT', `/exam-attempts/${attempt.id}/answers`, { answers }, token)
  }
  await client.json('POST', `/exam-attempts/${attempt.id}/submit`, { answers }, token)
  const { data: certificates } = await client.json('GET', '/certificates', undefined, token)
  for (const { id } of certificates) await client.bytes(`/certificates/${id}/download`, token)
}

async function keepFiles(client: HttpClient, token: string) {
  const { data } = await client.form('/upload', { type: 'project_file', file: picture }, token)
  await client.bytes(new URL(data.file.url).pathname, token)
  await client.json('DELETE', `/files/${data.file.id}`, undefined, token)
}
