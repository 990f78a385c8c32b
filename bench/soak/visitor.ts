/** An hour of one person: signs up, looks around, applies, learns, sits an exam, prints a certificate, and leaves. */

import { randomBytes } from 'node:crypto'
import type { House } from './house.ts'
import type { Speaker } from './speaker.ts'

const pdf = new Blob(['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'])
const picture = new Blob([new Uint8Array(200_000)])
const looks = 12

const lists =
  `/users?search=a /researchers?sort=recent /job-posts?search=botanist /courses?category=x /projects?search=maize
  /exams /notifications /notifications/unread-count /activity /search/suggestions?q=bo /search/categories /search/popular
  /subscriptions/current /billing/history /files /auth/me`
    .split(/\s+/)
    .filter((path) => path !== '/activity')

export async function visit(speaker: Speaker, house: House): Promise<void> {
  const email = `visitor-${randomBytes(8).toString('hex')}@example.org`
  const password = 'a visitor of the bench'
  const { data } = await speaker.json('POST', '/auth/signup', { name: 'Barbara Visitor', email, password })
  const { token } = data
  await speaker.stream('/notifications/stream', token)
  for (let look = 0; look < looks; look++) await lookAround(speaker, token, look)
  await apply(speaker, house, { token, email })
  await learn(speaker, house, token)
  await sit(speaker, house, token)
  await keepFiles(speaker, token)
  await speaker.json('PUT', '/notifications/read-all', undefined, token)
  await speaker.json('POST', '/auth/logout', undefined, token)
}

async function lookAround(speaker: Speaker, token: string, look: number) {
  for (const [index, path] of lists.entries())
    if ((index + look) % 4 === 0) await speaker.json('GET', path, undefined, token)
  await speaker.json('POST', '/search/intelligent', { query: `botany ${look % 5}`, page: 1 }, token)
}

async function apply(
  speaker: Speaker,
  { post, admin }: House,
  { token, email }: { token: string; email: string },
) {
  const { data } = await speaker.form(
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
  await speaker.json('GET', `/job-posts/${post}/applicants?limit=20`, undefined, admin)
  await speaker.json('PUT', `/job-applications/${data.id}/status`, { status: 'reviewing' }, admin)
  await speaker.bytes(`/job-applications/${data.id}/resume`, admin)
}

async function learn(speaker: Speaker, { course, lessons }: House, token: string) {
  await speaker.json('POST', `/courses/${course}/enroll`, {}, token)
  for (const lesson_id of lessons)
    await speaker.json(
      'PUT',
      `/courses/${course}/progress`,
      { lesson_id, completed: true, time_spent_seconds: 60 },
      token,
    )
  await speaker.json('GET', `/courses/${course}/progress`, undefined, token)
  await speaker.json('POST', `/courses/${course}/complete`, undefined, token)
  await speaker.bytes(`/courses/${course}/download`, token)
}

interface Question {
  id: number
  options: string[]
}

async function sit(speaker: Speaker, { exam }: House, token: string) {
  const { data: attempt } = await speaker.json('POST', `/exams/${exam}/start`, undefined, token)
  const answers: Record<string, string> = {}
  for (const { id, options } of attempt.questions as Question[]) {
    answers[id] = String(Math.min(...options.map(Number)))
    await speaker.json('PUT', `/exam-attempts/${attempt.id}/answers`, { answers }, token)
  }
  await speaker.json('POST', `/exam-attempts/${attempt.id}/submit`, { answers }, token)
  const { data: certificates } = await speaker.json('GET', '/certificates', undefined, token)
  for (const { id } of certificates) await speaker.bytes(`/certificates/${id}/download`, token)
}

async function keepFiles(speaker: Speaker, token: string) {
  const { data } = await speaker.form('/upload', { type: 'project_file', file: picture }, token)
  await speaker.bytes(new URL(data.file.url).pathname, token)
  await speaker.json('DELETE', `/files/${data.file.id}`, undefined, token)
}
