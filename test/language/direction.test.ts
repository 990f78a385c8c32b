/** A text of a person has its own direction, and the sentence that names it has that of its language. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'

const app = await testApp()
const { given } = app
const notes = 'Bring a laptop (charged).\nSee you soon!'

/** Invites a person who reads the language, and returns the mail. */
async function inviteInto(locale: string, title: string) {
  const recruiter = await given.user({ role: 'recruiter', name: 'Rafael Ortiz' })
  const person = await given.verifiedUser()
  await person.put(`/users/${person.id}`, { locale })
  const post = await createJobPost(recruiter, { title })
  const application_id = await createApplication(person, post.id)
  const day = new Date(Date.parse(app.clock.now()) + 3 * 86_400_000).toISOString().slice(0, 10)
  const terms = { interview_date: day, interview_time: '10:00', timezone: 'UTC', location: 'Kew', notes }
  const reply = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, { application_id, ...terms })
  assert.equal(reply.status, 201, reply.text)
  const [mail] = await app.listMails(person.email)
  assert.ok(mail !== undefined)
  return { ...mail, paragraphs: [...mail.html.matchAll(/<(?:p|h1) class="ink"([^>]*)>([^<]*)</g)] }
}

describe('A mail in Arabic', async () => {
  const { html, text, paragraphs } = await inviteInto('ar', 'Botanist (Kew)')

  it('sets each line of a note in English from left to right', () => {
    assert.match(html, /<html lang="ar" dir="rtl">/)
    for (const line of notes.split('\n')) {
      const [, attributes = ''] = paragraphs.find(([, , content]) => content === line) ?? []
      assert.match(attributes, / dir="auto"/, line)
      assert.ok(text.split('\n').includes(line))
    }
  })

  it('sets its own sentences from right to left, also those that begin with a name', () => {
    const own = paragraphs.filter(([, , content]) => !notes.includes(String(content)))
    assert.ok(own.length > 3)
    for (const [, attributes = '', content = ''] of own) assert.ok(!attributes.includes('dir='), content)
    assert.ok(text.includes('\u2068Botanist (Kew)\u2069'))
  })
})

describe('A mail in English', async () => {
  const { text, subject } = await inviteInto('en', 'عالم نبات')

  it('isolates a title in Arabic, and nothing else', () => {
    assert.ok(text.includes('\u2068عالم نبات\u2069'))
    assert.ok(subject.includes('\u2068عالم نبات\u2069'))
    assert.ok(!text.includes('\u2068Rafael'))
  })
})
