/** One journey in each language: nothing that a person reads is in English. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { MailTransport, OutgoingMail } from '#adapters/mail/transport.ts'
import { type Language, languages } from '#language/languages.ts'
import { createApp, type Person, password, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/client.ts'
import { completeLessons, createCourse } from '../support/courses.ts'
import { createExam, getRightAnswers } from '../support/exams.ts'
import { apply, createJobPost } from '../support/jobs.ts'
import { addCard } from '../support/payments.ts'
import { readPdfTexts } from '../support/pdf.ts'
import { createReader, listen, type Reader, readMail } from './reader.ts'

interface Stage {
  app: TestApp
  reader: Reader
  /** A client without an account. */
  visitor: Client
  enter(name: string, role: string): Promise<Person>
}

/** Everything that the clients of the stage receive is read. */
function prepareStage(app: TestApp, reader: Reader, language: Language): Stage {
  const headers = { 'accept-language': `${language}-KE;q=0.9, en;q=0.1` }
  const visitor = listen(createClient(app.address, null, headers), reader, language)
  const enter = async (name: string, role: string): Promise<Person> => {
    const email = `${name.toLowerCase()}@amani.example`
    const { token, user } = await signUp(app, visitor, { name, email, role })
    assert.equal(user.locale, `${language}-KE`)
    return { ...listen(createClient(app.address, token, headers), reader, language), id: user.id, name, email, token }
  }
  return { app, reader, visitor, enter }
}

/** Keeps every mail with its attachments. */
function createPostbox() {
  const sent: OutgoingMail[] = []
  const mail: MailTransport = {
    kind: 'mailbox',
    deliver: async (one) => void sent.push(one),
    check: async () => undefined,
    close: () => undefined,
  }
  return { mail, sent }
}

/** Signs up, and confirms the address on the page behind the link in the mail. */
async function signUp(app: TestApp, visitor: Client, who: { name: string; email: string; role: string }) {
  const { data } = await visitor.post('/auth/signup', { ...who, password, password_confirmation: password })
  const [mail] = await app.listMails(who.email)
  const link = /http:\/\/api\.test(\/app\/verify-email\S+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link')
  const page = await visitor.get(link)
  assert.equal(page.status, 200)
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  await visitor.send('POST', link, { body: new URLSearchParams({ token }), headers: { origin: 'http://api.test' } })
  return data
}

const readPdf = async ({ app }: Stage, path: string, headers: Record<string, string> = {}) =>
  readPdfTexts(Buffer.from(await (await fetch(`${app.address}${path}`, { headers })).arrayBuffer()))

const getPath = (url: string) => url.replace('http://api.test', '')

const publicPages = ['/', '/app/sign-in', '/app/forgot-password', '/app/nowhere', '/sandbox', '/sandbox/sign-in']

/** The mistakes of a newcomer. */
async function makeMistakes({ visitor }: Stage) {
  await visitor.post('/auth/signup', { name: '', email: 'x', password: '1', role: 'king', age: 3 })
  await visitor.post('/auth/login', { email: 'a@amani.example', password: 'b' })
  await visitor.post('/auth/forgot-password', { email: 'nobody@amani.example' })
  for (const path of publicPages) await visitor.get(path, { accept: 'text/html' })
}

async function changeAccount({ visitor }: Stage, amina: Person) {
  await visitor.post('/auth/forgot-password', { email: amina.email })
  await amina.put(`/users/${amina.id}`, { bio: 'x'.repeat(5001), links: { github: 'x' }, locale: 'tlh' })
  await amina.post('/auth/api-keys', { name: 'k', scopes: ['jobs:read'], password })
}

/** From an incomplete application to the interview and the end; returns the path of the application. */
async function applyForJob({ app }: Stage, amina: Person, juma: Person): Promise<string> {
  const { id: post } = await createJobPost(juma, { title: 'Botanica', description: 'Flora.' })
  assert.equal((await apply(amina, post, { first_name: '', resume: undefined, consent_data: 'false' })).status, 422)
  const applied = await apply(amina, post)
  assert.equal((await apply(amina, post)).status, 422)
  const application = `/job-applications/${applied.data.id}`
  await juma.put(`${application}/status`, { status: 'shortlisted' })
  const { data: interview } = await juma.post(`/job-posts/${post}/schedule-interview`, {
    application_id: applied.data.id,
    interview_date: '2026-12-01T00:00:00Z',
    interview_time: '09:30',
    timezone: 'Africa/Nairobi',
    location: 'Kisumu',
  })
  const path = `/interviews/${interview.interview_id}`
  await app.settle()
  await amina.post(`${path}/answer`, { response: 'propose', proposed_times: ['2026-12-02T08:00:00Z'] })
  await juma.put(path, { interview_time: '11:00' })
  await amina.post(`${path}/answer`, { response: 'accept' })
  await juma.delete(path)
  await juma.put(`${application}/status`, { status: 'hired' })
  return application
}

/** A course that costs something, and an exam. */
async function earnCertificates(amina: Person, zuri: Person) {
  const lessons = [{ title: 'Uno', duration_minutes: 90 }]
  const course = await createCourse(zuri, { title: 'Flora', certificate_enabled: true, price: 12, lessons })
  assert.equal((await amina.post(`/courses/${course.id}/enroll`)).status, 422)
  const payment_method_id = await addCard(amina)
  await amina.post(`/courses/${course.id}/enroll`, { payment_method_id })
  await completeLessons(amina, course.id, course.lessons)
  assert.equal((await amina.post(`/courses/${course.id}/complete`)).status, 200)
  const exam = await createExam(zuri, { title: 'Botanica II', duration_minutes: 30 })
  const { data: attempt } = await amina.post(`/exams/${exam.id}/start`)
  assert.equal((await amina.post(`/exams/${exam.id}/start`)).status, 422)
  const answers = getRightAnswers(attempt.questions)
  assert.equal((await amina.post(`/exam-attempts/${attempt.id}/submit`, { answers })).data.passed, true)
  await amina.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
  await amina.post('/subscriptions/cancel', { password })
}

/** Returns the path of a project with a collaborator. */
async function createProject(zuri: Person, juma: Person): Promise<string> {
  const { data } = await zuri.post('/projects', { title: 'Herbarium', description: 'Flora.' })
  await zuri.post(`/projects/${data.id}/collaborators`, { user_id: juma.id, role: 'member' })
  return `/projects/${data.id}`
}

async function visitPages({ visitor }: Stage, { email }: Person, paths: readonly string[]) {
  const body = new URLSearchParams({ email, password })
  const entered = await visitor.send('POST', '/app/sign-in', { body, headers: { origin: 'http://api.test' } })
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  for (const path of paths) assert.equal((await visitor.get(`/app${path}`, { cookie })).status, 200, path)
}

async function readDocuments(stage: Stage, { get, token }: Person) {
  const { reader, visitor } = stage
  const readTexts = (texts: string[], least: number) => {
    assert.ok(texts.length > least, 'the document has no texts')
    for (const text of texts) reader.read(text.replace(/https?:\S+/g, ''), 'the document')
  }
  for (const { id, certificate_url } of (await get('/certificates')).data) {
    await visitor.get(getPath(certificate_url), { accept: 'text/html' })
    readTexts(await readPdf(stage, `/certificates/${id}/download`, { authorization: `Bearer ${token}` }), 8)
  }
  for (const { invoice_url, pdf_url } of (await get('/billing/history')).data) {
    await visitor.get(getPath(invoice_url))
    readTexts(await readPdf(stage, getPath(pdf_url)), 15)
  }
}

for (const language of languages.filter((one) => one !== 'en'))
  it(`a journey in ${language} shows no English sentence from sign-up to certificate`, async () => {
    const { mail, sent } = createPostbox()
    const app = await createApp({ ORGANIZATION_NAME: 'Amani', FRONTEND_URL: '' }, { mail })
    const reader = createReader(language)
    const stage = prepareStage(app, reader, language)
    await makeMistakes(stage)
    const amina = await stage.enter('Amina', 'learner')
    const juma = await stage.enter('Juma', 'recruiter')
    const zuri = await stage.enter('Zuri', 'researcher')

    await changeAccount(stage, amina)
    const application = await applyForJob(stage, amina, juma)
    await earnCertificates(amina, zuri)
    const project = await createProject(zuri, juma)
    await app.settle()

    for (const person of [amina, juma, zuri]) {
      await person.get('/notifications?limit=100')
      await person.get(`/users/${person.id}/activity?limit=100`)
    }
    await visitPages(stage, amina, ['', '/notifications', application, '/security'])
    await visitPages(stage, juma, [project])
    await readDocuments(stage, amina)
    for (const one of sent) readMail(reader, one, language)
    assert.ok(sent.length >= 10, `${sent.length} mails`)
    assert.ok(reader.count() > 250, `${reader.count()} texts`)
  })
