/** Blind review: nothing that recruiters and reviewers can ask for tells who a candidate is before the shortlist. */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import PDFDocument from 'pdfkit'
import { assertUntold } from '#test/support/secrets.ts'
import type { Person, TestApp } from '../support/app.ts'
import { isSampled } from '../support/breadth.ts'
import { addMember, createCompany } from '../support/companies.ts'
import { createVerifiedAuthor, prove } from '../support/evidence.ts'
import { createForm } from '../support/forms.ts'
import { createApplication, createJobPost, createResume } from '../support/jobs.ts'
import { type Route, walk } from './walk.ts'

/** Words that are nowhere but in what the candidate is and wrote. */
const telling = {
  account: 'Wilhelmina Quastel',
  first_name: 'Zebulonia',
  last_name: 'Oxbridgerton',
  phone: '+44 20 7946 0917',
  location: 'Ulaanbaatar',
  skill: 'Glassharmonica',
  letter: 'hollyhocks',
  resume: 'saxifrage',
  fileName: 'quastel-of-the-archive',
  headline: 'Reader in Tardigrades',
}

const secrets = (email: string) => [
  ...['Wilhelmina', 'Quastel', 'Zebulonia', 'Oxbridgerton', '7946 0917', 'Ulaanbaatar', 'Glassharmonica'],
  ...['hollyhocks', 'saxifrage', 'archive', 'Tardigrades', email, email.split('@')[0] ?? email],
]

function createPdf(text: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const document = new PDFDocument()
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.on('end', () => resolve(Buffer.concat(parts)))
  document.text(text).end()
  return promise
}

/** In development it has the mails of all, also those to the candidate. */
const mailbox = '/sandbox/mail'

/** Streams do not end; the others are asked. */
const isAsked = ({ method, url, access }: Route) =>
  method === 'GET' && access !== undefined && !url.endsWith('/stream') && !url.includes('*') && url !== mailbox

/** What the routes told before the application, such as the list of users, they may still tell. */
function findNewSecrets(all: readonly string[], former: string, text: string): string[] {
  const [before, now] = [former.toLowerCase(), text.toLowerCase()]
  return all.filter((secret) => {
    const sought = secret.toLowerCase()
    return now.includes(sought) && now.split(sought).length > before.split(sought).length
  })
}

interface Scene {
  app: TestApp
  routes: Route[]
  candidate: Person
  judges: Person[]
  recruiter: Person
  post: { id: number }
  application: number
  /** The ids with which all routes are asked. */
  ids: number[]
  earlier: Map<string, string>
}

/** Asks every route with every id, lists as CSV too, and returns the answers. */
async function askAll(routes: readonly Route[], person: Person, ids: readonly number[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { url } of routes.filter(isAsked)) {
    const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const paths = names.length === 0 ? [url] : ids.map((id) => url.replace(/:\w+/, String(id)).replaceAll(/:\w+/g, '1'))
    for (const path of paths)
      for (const accept of ['application/json', 'text/csv']) {
        const { text, data } = await person.get(path, { Accept: accept })
        answers.set(`${accept} ${path}`, text)
        // What is refused, and what is no list, is the same in either format.
        if (!Array.isArray(data) && !url.includes('export')) break
      }
  }
  return answers
}

async function uploadLetter(person: Person): Promise<number> {
  const content = Uint8Array.from(await createPdf(`I study ${telling.resume}.`))
  const body = createForm({ type: 'document', file: new File([content], `${telling.fileName}.pdf`) })
  return (await person.send('POST', '/upload', { body })).data.file.id
}

async function createScene(): Promise<Scene> {
  const { app, routes } = await walk()
  const admin = await app.given.admin()
  const author = await createVerifiedAuthor(app, admin)
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const reviewer = await app.given.verifiedUser({ name: 'Grace' })
  const candidate = await app.given.verifiedUser({ role: 'researcher', name: telling.account })
  const skills = [telling.skill, 'R']
  await candidate.put(`/users/${candidate.id}`, { location: telling.location, skills })
  await candidate.put('/researchers/me', { headline: telling.headline, skills })
  const questions = [{ id: 1, question: 'Why?' }]
  const colleague = await app.given.verifiedUser({ name: 'Carla' })
  const company = await createCompany(recruiter)
  await addMember(recruiter, company.id, colleague)
  const post = await createJobPost(recruiter, {
    blind: true,
    company_id: company.id,
    skills: ['R', 'Botany'],
    questions,
    criteria: [{ name: 'Care' }],
  })
  await recruiter.post(`/job-posts/${post.id}/reviewers`, { user_id: reviewer.id })
  await recruiter.post('/webhooks', { url: 'https://hooks.example.org/a', types: ['job_application'] })
  const judges = [recruiter, reviewer, colleague]
  await prove(candidate, author, { exams: ['R'] })
  await app.settle()
  // The first of each kind, and the candidate.
  const ids = isSampled ? [1, candidate.id] : [1, 2, 3, 4, 5, 6]
  const answers = new Map<string, string>()
  for (const [index, judge] of judges.entries())
    for (const [path, text] of await askAll(routes, judge, ids)) answers.set(`${index} ${path}`, text)

  const application = await createApplication(candidate, post.id, {
    ...{ first_name: telling.first_name, last_name: telling.last_name, phone: telling.phone },
    cover_letter: `I grow ${telling.letter}.`,
    experience_level: telling.first_name,
    notice_period: `Ask ${telling.first_name}`,
    additional_answers: JSON.stringify([
      {
        question_id: 1,
        answer: `I am Wilhelmina, ${telling.first_name} ${telling.last_name}, ${candidate.email}, see https://quastel.example`,
      },
    ]),
    resume: createResume(await createPdf(`I study ${telling.resume}.`), `${telling.fileName}.pdf`),
  })
  await candidate.get(`/job-applications/${application}/resume`)
  app.clock.advance({ days: 1 })
  await app.settle()
  await recruiter.put(`/job-applications/${application}/status`, { status: 'reviewing' })
  const invited = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
    application_id: application,
    interview_date: '2036-12-01T00:00:00Z',
    interview_time: '10:00',
    interviewer_ids: judges.map(({ id }) => id),
  })
  await candidate.post(`/interviews/${invited.data.interview_id}/answer`, {
    answer: 'accepted',
    message: `Kind regards, ${telling.first_name} ${telling.last_name}`,
  })
  await reviewer.post(`/job-applications/${application}/scorecards`, { recommendation: 'yes' })
  await recruiter.put(`/job-applications/${application}/tags`, { tags: ['second round'] })
  await recruiter.post(`/job-applications/${application}/notes`, { text: 'Ask about the trial.' })
  const texts = [{ language: 'en', body: 'Dear {{candidate.first_name}} {{candidate.last_name}}, {{candidate.name}}' }]
  const { data: template } = await recruiter.post('/message-templates', { name: 'Invitation', texts })
  const asked = await recruiter.post(`/job-applications/${application}/messages`, { template_id: template.id })
  const answered = await candidate.post(`/job-applications/${application}/messages`, {
    body: `Kind regards, ${telling.first_name} ${telling.last_name}, ${candidate.email}`,
    files: [await uploadLetter(candidate)],
  })
  assert.deepEqual([asked.status, answered.status], [201, 201])
  await app.settle()
  return { app, routes, candidate, judges, recruiter, post, application, ids, earlier: answers }
}

describe('a blind candidate', () => {
  let scene: Scene
  before(async () => {
    scene = await createScene()
  })

  it('is told by no route, list, export, notification or feed that the application has changed', async () => {
    const { routes, judges, candidate, earlier, application, ids } = scene
    const found: string[] = []
    const changed = new Set<string>()
    for (const [index, judge] of judges.entries())
      for (const [path, text] of await askAll(routes, judge, [...ids, application])) {
        const former = earlier.get(`${index} ${path}`) ?? ''
        if (former !== text) changed.add(path.replace(/^\S+ /, ''))
        found.push(...findNewSecrets(secrets(candidate.email), former, text).map((secret) => `${path}: ${secret}`))
      }

    assert.deepEqual(found, [])
    for (const path of ['/notifications', '/interviews', '/changes', `/job-applications/${application}`])
      assert.ok(changed.has(path), `${path} has changed`)
  })

  it('is a number in the list, with a coarse score', async () => {
    const { judges, post, application } = scene
    for (const judge of judges) {
      const { data } = await judge.get(`/job-posts/${post.id}/applicants?sort=evidence`)
      const [
        { name, email, phone, location, resume_url, skills, profile_photo, cover_letter, blind, match, evidence },
      ] = data
      const { applied_at } = data[0]
      assert.equal(applied_at, '2026-11-21T00:00:00.000Z')
      assert.deepEqual(
        { name, email, phone, location, resume_url, skills, profile_photo, cover_letter, blind },
        {
          name: 'Candidate 1',
          email: '',
          phone: '',
          location: '',
          resume_url: '',
          skills: [],
          profile_photo: null,
          cover_letter: '',
          blind: true,
        },
      )
      assert.deepEqual(match, { score: 50, reasons: [], missing: [], required_met: true })
      assert.deepEqual(evidence, [])
      const shown = (await judge.get(`/job-applications/${application}`)).data
      assert.deepEqual([shown.user_id, shown.first_name, shown.resume_downloads], [null, 'Candidate', []])
      assert.equal(shown.additional_answers[0].answer, 'I am …, …, …, see …')
    }
  })

  it('is found by no search for who they are', async () => {
    const { judges, post, candidate } = scene
    for (const judge of judges) {
      for (const secret of secrets(candidate.email))
        for (const query of ['search', 'resume']) {
          const { meta } = await judge.get(`/job-posts/${post.id}/applicants?${query}=${encodeURIComponent(secret)}`)
          assert.equal(meta.total, 0, `${query}=${secret}`)
        }
      assert.equal((await judge.get(`/job-posts/${post.id}/applicants?search=candidate%201`)).meta.total, 1)
    }
  })

  it('is named in no mail', async () => {
    const { app, judges, candidate } = scene
    for (const judge of judges)
      for (const mail of await app.listMails(judge.email))
        assertUntold(JSON.stringify(mail), secrets(candidate.email), mail.subject)
    const subjects = (await app.listMails(scene.recruiter.email)).map(({ subject }) => subject)
    assert.ok(subjects.includes('Candidate 1 applied for Botanist'), subjects.join())
    assert.ok(subjects.includes('Candidate 1 wrote to you about Botanist'), subjects.join())
  })

  it('keeps the resume until the shortlist', async () => {
    const { judges, application } = scene
    for (const judge of judges) {
      const reply = await judge.get(`/job-applications/${application}/resume`)
      assert.deepEqual(
        [reply.status, JSON.parse(reply.text).message],
        [403, 'The resume is withheld until the candidate is shortlisted.'],
      )
    }
  })

  it('cannot be unmasked by changing the post', async () => {
    const { recruiter, post } = scene

    const reply = await recruiter.put(`/job-posts/${post.id}`, { blind: false })

    assert.deepEqual(reply.errors, {
      blind: ['Whether a job post is blind can change only until the first application.'],
    })
  })

  it('is told to the recruiter who asks with a reason, and is told who asked', async () => {
    const { recruiter, judges, candidate, application } = scene
    const [, reviewer] = judges
    const reason = 'A conflict of interest must be excluded.'

    const reply = await recruiter.post(`/job-applications/${application}/identity`, { reason })
    const refused = await reviewer?.post(`/job-applications/${application}/identity`, { reason })
    const silent = await recruiter.post(`/job-applications/${application}/identity`, {})

    assert.deepEqual([reply.data.user_id, reply.data.email], [candidate.id, candidate.email])
    assert.deepEqual([refused?.status, silent.status], [403, 422])
    const { identity_disclosures } = (await candidate.get(`/job-applications/${application}`)).data
    assert.deepEqual(
      identity_disclosures.map((one: { disclosed_to: object; reason: string }) => [one.disclosed_to, one.reason]),
      [[{ id: recruiter.id, name: 'Rosalind' }, reason]],
    )
    assert.match((await candidate.get('/notifications')).data[0].message, /Rosalind asked who you are/)
    assert.equal((await recruiter.get(`/job-applications/${application}`)).data.name, 'Candidate 1')
  })

  it('has a name once shortlisted, also after a later rejection', async () => {
    const { app, recruiter, judges, application, post } = scene
    await app.settle()

    await recruiter.put(`/job-applications/${application}/status`, { status: 'shortlisted' })
    await recruiter.put(`/job-applications/${application}/status`, { status: 'rejected' })

    for (const judge of judges) {
      const { data } = await judge.get(`/job-posts/${post.id}/applicants?search=zebulonia`)
      assert.deepEqual([data[0].name, data[0].blind, data[0].candidate_number], ['Zebulonia Oxbridgerton', false, 1])
      assert.equal((await judge.get(`/job-posts/${post.id}/applicants?resume=SAXIF`)).meta.total, 1)
      const resume = await judge.get(`/job-applications/${application}/resume`)
      assert.equal(resume.status, 200)
      assert.match(resume.headers.get('content-disposition') ?? '', /quastel-of-the-archive/)
    }
    assert.equal((await recruiter.post(`/job-applications/${application}/identity`, { reason: 'x' })).status, 422)
  })
})
