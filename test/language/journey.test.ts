/** One journey in each language: nothing that a person reads is in English. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import ICAL from 'ical.js'
import type { MailTransport, OutgoingMail } from '#adapters/mail/transport.ts'
import { isRightToLeft, type Language, languages, loadCatalogue } from '#language/languages.ts'
import { createApp, type Person, password, type TestApp } from '../support/app.ts'
import { type Client, createClient, type Reply } from '../support/client.ts'
import { completeLessons, createCourse } from '../support/courses.ts'
import { createExam, getRightAnswers } from '../support/exams.ts'
import { createForm } from '../support/forms.ts'
import { apply, createJobPost } from '../support/jobs.ts'
import { addCard } from '../support/payments.ts'
import { readPdfTexts } from '../support/pdf.ts'

const sentences: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../src/language/sentences.json', import.meta.url), 'utf8'),
)

/** Words of English that none of the other languages writes. */
const englishWords = /\b(the|your|you|is|are|was|with|and|must|not|please|been|cannot|will|sign in|course|exam|job)\b/i

/** The constant parts of English sentences that have at least two words. */
const fragments = Object.keys(sentences).flatMap((sentence) =>
  sentence
    .split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}+\s+\p{L}+/u.test(part) && part.length > 9),
)

/** Collects what a person reads, and fails on the first text that is English. */
function createReader(language: Language) {
  // Names of products and standards are the same in all languages.
  const own = Object.values(loadCatalogue(language).sentences).join('\n')
  const foreign = fragments.filter((fragment) => !own.includes(fragment))
  let read = 0
  return {
    count: () => read,
    read(text: string, where: string) {
      read++
      const found = englishWords.exec(text)?.[0] ?? foreign.find((fragment) => text.includes(fragment))
      assert.equal(found, undefined, `${where} has English in ${language}: ${text.slice(0, 300)}`)
    },
  }
}

type Reader = ReturnType<typeof createReader>

const toText = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, ' ')
    .replace(/<(code|pre)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, '’')
    .replace(/\s+/g, ' ')

/** The fields of an answer that are sentences of the service. */
const sentenceFields = new Set(['title', 'message', 'description', 'action_label', 'label'])

function readAnswer(reader: Reader, { message, errors, data, headers }: Reply, where: string, language: Language) {
  assert.equal(headers.get('content-language'), language, where)
  reader.read(message, where)
  for (const sentence of Object.values(errors).flat()) reader.read(sentence, where)
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && sentenceFields.has(key)) reader.read(inner, `${where}, ${key}`)
      visit(inner)
    }
  }
  visit(data)
}

/** A client whose answers are all read. */
function listen(client: Client, reader: Reader, language: Language): Client {
  const hear = (where: string, reply: Promise<Reply>) =>
    reply.then((answer) => {
      if (answer.headers.get('content-type')?.startsWith('application/json')) readAnswer(reader, answer, where, language)
      else if (answer.headers.get('content-type')?.startsWith('text/html')) readPage(reader, answer, where, language)
      return answer
    })
  return {
    get: (path, headers) => hear(`GET ${path}`, client.get(path, headers)),
    delete: (path, headers) => hear(`DELETE ${path}`, client.delete(path, headers)),
    post: (path, body, headers) => hear(`POST ${path}`, client.post(path, body, headers)),
    put: (path, body, headers) => hear(`PUT ${path}`, client.put(path, body, headers)),
    send: (method, path, init) => hear(`${method} ${path}`, client.send(method, path, init)),
  }
}

function readPage(reader: Reader, { text, headers }: Reply, where: string, language: Language) {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  assert.equal(headers.get('content-language'), language, where)
  assert.ok(text.includes(`<html lang="${language}" dir="${direction}">`), where)
  reader.read(toText(text), where)
}

function readMail(reader: Reader, { subject, text, html, attachments }: OutgoingMail, language: Language) {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  for (const part of [subject, text.replace(/https?:\S+/g, ''), toText(html).replace(/https?:\S+/g, '')])
    reader.read(part, `the mail "${subject}"`)
  assert.ok(html.includes(`<html lang="${language}" dir="${direction}">`), subject)
  for (const { content_type, content } of attachments) {
    if (!content_type.startsWith('text/calendar')) continue
    const event = new ICAL.Component(ICAL.parse(content.toString())).getFirstSubcomponent('vevent')
    const { summary, description } = new ICAL.Event(event ?? assert.fail())
    for (const part of [summary, description.replace(/https?:\S+/g, '')]) reader.read(part, 'the invitation')
  }
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

/** Signs up in the language, and confirms the address by the page behind the link in the mail. */
async function join(app: TestApp, visitor: Client, who: { name: string; email: string; role: string }) {
  const { data } = await visitor.post('/auth/signup', { ...who, password, password_confirmation: password })
  const [mail] = await app.listMails(who.email)
  const link = /http:\/\/api\.test(\/app\/verify-email\S+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link')
  const page = await visitor.get(link)
  assert.equal(page.status, 200)
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  await visitor.send('POST', link, { body: new URLSearchParams({ token }), headers: { origin: 'http://api.test' } })
  return data
}

const readPdf = async (app: TestApp, path: string, headers: Record<string, string>) =>
  readPdfTexts(Buffer.from(await (await fetch(`${app.address}${path}`, { headers })).arrayBuffer()))

const getPath = (url: string) => url.replace('http://api.test', '')

const hiddenPhrases = { TAX_RATE: '0', ORGANIZATION_NAME: 'Amani', FRONTEND_URL: '' }

for (const language of languages.filter((one) => one !== 'en'))
  describe(`a journey in ${language}`, () => {
    it('shows no English sentence from sign-up to certificate', async () => {
      const { mail, sent } = createPostbox()
      const app = await createApp(hiddenPhrases, { mail })
      const reader = createReader(language)
      const headers = { 'accept-language': `${language}-KE;q=0.9, en;q=0.1` }
      const visitor = listen(createClient(app.address, null, headers), reader, language)
      const enter = async (name: string, role: string): Promise<Person> => {
        const email = `${name.toLowerCase()}@amani.example`
        const { token, user } = await join(app, visitor, { name, email, role })
        assert.equal(user.locale, `${language}-KE`)
        const client = listen(createClient(app.address, token, headers), reader, language)
        return { ...client, id: user.id, name, email, token }
      }

      // Sign-up, with mistakes first.
      await visitor.post('/auth/signup', { name: '', email: 'x', password: '1', role: 'king', age: 3 })
      await visitor.post('/auth/login', { email: 'a@amani.example', password: 'b' })
      for (const path of ['/', '/app/sign-in', '/app/forgot-password', '/app/nowhere', '/sandbox', '/sandbox/sign-in'])
        await visitor.get(path, { accept: 'text/html' })
      const amina = await enter('Amina', 'learner')
      const juma = await enter('Juma', 'recruiter')
      const zuri = await enter('Zuri', 'researcher')
      await visitor.post('/auth/forgot-password', { email: amina.email })
      await amina.post('/auth/forgot-password', { email: 'nobody@amani.example' })
      await amina.put(`/users/${amina.id}`, { bio: 'x'.repeat(5001), links: { github: 'x' }, locale: 'tlh' })
      await amina.post('/auth/api-keys', { name: 'k', scopes: ['jobs:read'], password })

      // An application, from its first mistake to the interview.
      const { id: post } = await createJobPost(juma, { title: 'Botanica', description: 'Flora.' })
      assert.equal((await apply(amina, post, { first_name: '', resume: undefined, consent_data: 'false' })).status, 422)
      const applied = await apply(amina, post)
      assert.equal(applied.status, 201)
      const application = `/job-applications/${applied.data.id}`
      assert.equal((await apply(amina, post)).status, 422)
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

      // A course and an exam, each with its certificate.
      const course = await createCourse(zuri, {
        title: 'Flora',
        certificate_enabled: true,
        price: 12,
        lessons: [{ title: 'Uno', duration_minutes: 90 }],
      })
      await amina.post(`/courses/${course.id}/enroll`)
      const payment_method_id = await addCard(amina)
      await amina.post(`/courses/${course.id}/enroll`, { payment_method_id })
      await completeLessons(amina, course.id, course.lessons)
      const completion = await amina.post(`/courses/${course.id}/complete`)
      const exam = await createExam(zuri, { title: 'Botanica II', duration_minutes: 30 })
      const { data: attempt } = await amina.post(`/exams/${exam.id}/start`)
      await amina.post(`/exams/${exam.id}/start`)
      const { data: result } = await amina.post(`/exam-attempts/${attempt.id}/submit`, {
        answers: getRightAnswers(attempt.questions),
      })
      assert.equal(result.passed, true)
      await amina.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
      await amina.post('/subscriptions/cancel', { password })
      const project = await amina.post('/projects', { title: 'Herbarium', description: 'Flora.' })
      await amina.post(`/projects/${project.data.id}/collaborators`, { user_id: juma.id, role: 'member' })
      await app.settle()

      // What they are told: notifications, activity, pages, documents.
      for (const person of [amina, juma, zuri]) {
        await person.get('/notifications?limit=100')
        await person.get(`/users/${person.id}/activity?limit=100`)
      }
      const form = new URLSearchParams({ email: amina.email, password })
      const entered = await visitor.send('POST', '/app/sign-in', { body: form, headers: { origin: 'http://api.test' } })
      const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      for (const page of ['/app', '/app/notifications', `/app${application}`, `/app/projects/${project.data.id}`, '/app/security'])
        assert.equal((await visitor.get(page, { cookie })).status, 200, page)
      for (const certificate of (await amina.get('/certificates')).data) {
        const page = getPath(certificate.certificate_url)
        await visitor.get(page, { accept: 'text/html' })
        const texts = await readPdf(app, `/certificates/${certificate.id}/download`, { authorization: `Bearer ${amina.token}` })
        assert.ok(texts.length > 8, 'the certificate has no texts')
        for (const text of texts) reader.read(text.replace(/https?:\S+/g, ''), 'the certificate')
      }
      for (const { invoice_url, pdf_url } of (await amina.get('/billing/history')).data) {
        await visitor.get(getPath(invoice_url))
        const texts = await readPdf(app, getPath(pdf_url), {})
        assert.ok(texts.length > 15, 'the invoice has no texts')
        for (const text of texts) reader.read(text, 'the invoice')
      }
      assert.equal(completion.status, 200)

      for (const one of sent) readMail(reader, one, language)
      assert.ok(sent.length >= 10, `${sent.length} mails`)
      assert.ok(reader.count() > 250, `${reader.count()} texts`)
    })
  })
