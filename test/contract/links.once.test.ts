/** Every address that the service writes for people leads somewhere, with and without a frontend. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { type Person, password, type TestApp, testApp } from '../support/app.ts'
import { createCertificate } from '../support/certificates.ts'
import { createCompany } from '../support/companies.ts'
import { createExam } from '../support/exams.ts'
import { getPath } from '../support/forms.ts'
import { createApplication, createJobPost } from '../support/jobs.ts'
import { createPayer } from '../support/payments.ts'
import { collaborator, project } from '../support/projects.ts'

const own = 'http://api.test'

interface Writing {
  /** Who reads it; null for everybody. */
  reader: Person | null
  where: string
  text: string
}

/** Lets the service write mails, notifications, pages, feeds and documents. */
async function createWritings(app: TestApp): Promise<Writing[]> {
  const { given, anonymous } = app
  const person = await given.verifiedUser()
  const recruiter = await given.verifiedUser({ role: 'recruiter' })
  const researcher = await given.verifiedUser({ role: 'researcher' })
  const admin = await given.admin()
  const post = await createJobPost(recruiter, { title: 'Botanist' })
  const application_id = await createApplication(person, post.id)
  await recruiter.put(`/job-applications/${application_id}/status`, { status: 'shortlisted' })
  const when = { interview_date: '2099-01-01', interview_time: '10:00', location: 'Kew' }
  await recruiter.post(`/job-posts/${post.id}/schedule-interview`, { application_id, ...when })
  await collaborator(researcher, (await project(researcher)).id, person)
  const company = await createCompany(recruiter, { website: 'https://kew.example.org' })
  await recruiter.post(`/companies/${company.id}/members`, { user_id: person.id, role: 'interviewer' })
  await createJobPost(recruiter, { company_id: company.id })
  const exam = await createExam(researcher)
  await person.post(`/exams/${exam.id}/book`, {
    exam_type: 'online',
    date: '2099-01-01',
    time: '09:00',
    location: 'Online',
  })
  const certificate = await createCertificate(app, person)
  const { data: share } = await person.post(`/certificates/${certificate.id}/share`, {})
  const { person: payer, subscribe } = await createPayer(app)
  await subscribe('professional')
  const { data: profile } = await researcher.put('/researchers/me', { public_page: true, visibility: 'public' })
  await anonymous.post('/auth/forgot-password', { email: person.email })
  await anonymous.post('/auth/login', { email: person.email, password }, { 'user-agent': 'Another device' })
  await admin.post(`/admin/content/exam/${exam.id}/hide`, { reason: 'A check' })
  await admin.post(`/admin/content/exam/${exam.id}/restore`, {})
  app.clock.advance({ minutes: 3 })
  await app.settle()

  const writings: Writing[] = []
  for (const reader of [person, recruiter, researcher, payer]) {
    for (const { subject, text, html } of await app.listMails(reader.email))
      writings.push({ reader, where: `mail: ${subject}`, text: `${text}\n${html}` })
    for (const { title, data } of (await reader.get('/notifications?limit=100')).data)
      writings.push({ reader, where: `notification: ${title}`, text: `${own}${data.url}` })
  }
  const { data: calendar } = await person.post('/calendar')
  const [bill] = (await payer.get('/billing/history')).data
  const [page, code] = [certificate.certificate_url, share.url].map(getPath)
  for (const path of [
    `/jobs/${post.id}`,
    `/people/${profile.id}`,
    `/companies/${company.id}`,
    '/job-posts.rss',
    '/feeds/job-posts.atom',
    '/feeds/job-posts.json',
    '/sitemap.xml',
    page ?? '',
    code ?? '',
    getPath(calendar.url),
    getPath(bill.invoice_url),
  ]) {
    const { status, text } = await anonymous.get(path, { accept: 'text/html, */*' })
    assert.equal(status, 200, path)
    writings.push({ reader: null, where: path, text })
  }
  return writings
}

/** The addresses in a text or HTML, without those of other sites. */
function listAddresses({ text }: Writing, origins: readonly string[]): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('\u200b', '')
  const absolute = plain.match(/https?:\/\/[^\s"'<>\\)]+/g) ?? []
  const relative = [...plain.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, path]) => `${own}${path}`)
  const found = [...absolute, ...relative].map((address) => address.replace(/[.,;]+$/, ''))
  return [...new Set(found)].filter((address) => origins.some((origin) => address.startsWith(origin)))
}

/** Signs in at the hosted pages and returns the cookie. */
async function signIn(app: TestApp, { email }: Person): Promise<string> {
  const reply = await fetch(`${app.address}/app/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.address },
    body: new URLSearchParams({ email, password }),
  })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Requests an address as its reader does: pages with the cookie, the API with the token. */
async function follow({ address: base }: TestApp, address: string, reader: Person | null, cookie: string) {
  const path = getPath(address) || '/'
  const token = reader === null ? {} : { authorization: `Bearer ${reader.token}` }
  const headers = path.startsWith('/app') ? { cookie, accept: 'text/html' } : { ...token, accept: 'text/html, */*' }
  return (await fetch(`${base}${path}`, { headers, redirect: 'manual' })).status
}

describe('every address in mails, notifications, pages, feeds, calendars and documents', () => {
  it('leads to a page or an object of the service, without a frontend', async () => {
    const app = await testApp({ FRONTEND_URL: '' })
    const writings = await createWritings(app)
    const readers = [...new Set(writings.flatMap(({ reader }) => reader ?? []))]
    const cookies = new Map<Person, string>()
    for (const reader of readers) cookies.set(reader, await signIn(app, reader))
    const addresses = new Map(
      writings.flatMap((writing) =>
        listAddresses(writing, [own]).map((address) => [`${writing.reader?.id} ${address}`, writing] as const),
      ),
    )

    for (const [key, { reader, where }] of addresses) {
      const [, address = ''] = key.split(' ')
      const visitor = reader ?? readers[0]
      const cookie = visitor === undefined ? '' : (cookies.get(visitor) ?? '')
      assert.equal(await follow(app, address, reader, cookie), 200, `${where}: ${address}`)
    }

    const paths = [...addresses.keys()].join('\n')
    for (const part of ['job-posts', 'exams', 'projects', 'job-applications', 'reset-password'])
      assert.ok(paths.includes(`${own}/app/${part}`), part)
  })

  it('is documented for frontends, or leads to the service, with a frontend', async () => {
    const frontend = 'https://app.example.org'
    const app = await testApp({ FRONTEND_URL: frontend })
    const documented = [
      ...(await readFile('docs/operations/configure.md', 'utf8')).matchAll(/^\| `(\/[a-z-]*)(?:\/\{id\})?[?`]/gm),
    ]
    const paths = new Set(documented.map(([, path]) => path))
    const found = new Set<string>()

    for (const writing of await createWritings(app))
      for (const address of listAddresses(writing, [frontend, own])) {
        assert.ok(!address.startsWith(`${own}/app`), `${writing.where}: ${address}`)
        if (!address.startsWith(frontend)) continue
        const [, first = ''] = new URL(address).pathname.split('/')
        assert.ok(paths.has(`/${first}`), `${writing.where}: ${address}`)
        found.add(`/${first}`)
      }

    assert.ok(found.has('/job-posts') && found.has('/exams') && found.size > 5, [...found].join())
  })
})
