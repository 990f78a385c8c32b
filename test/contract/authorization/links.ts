/** Routes that are open to anyone with the address: public pages, and links whose signature replaces a token. */

import assert from 'node:assert/strict'
import { signSandboxEvent } from '#adapters/payments/sandbox.ts'
import { createUnsubscribeUrl } from '#pages/unsubscribe-routes.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { addCard } from '#test/support/payments.ts'
import { content, project, version } from '#test/support/projects.ts'
import {
  inviteImported,
  inviteToChoose,
  inviteToInterview,
  mailedQuestions,
  requestConsent,
  signLink,
} from './mailed-links.ts'
import { all, type Ids, type Question, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, ofRole, type TestObjects } from './world.ts'

/** Everything that a link leads to. */
async function linkIdentity(world: TestObjects) {
  const { admin } = world
  const { id: courseId } = await createCourse(admin)
  await createEnrollment(admin, courseId)
  const { id: examId } = await createExam(admin)
  const material = createForm({ title: 'Notes', file: content('# Notes', 'notes.md') })
  await admin.send('POST', `/exams/${examId}/study-materials`, { body: material })
  const card = await addCard(admin)
  const { data: paid } = await admin.post('/subscriptions/subscribe', {
    plan_id: 'enterprise',
    payment_method_id: card,
  })
  await admin.post(`/admin/payments/${paid.payment.id}/refund`, { amount: 1 })
  await world.app.settle()
  const picture = createForm({ type: 'document', file: content('maize', 'notes.txt') })
  const [invoice] = (await admin.get('/billing/history')).data
  const [note] = (await admin.get('/billing/credit-notes')).data
  return {
    course: (await admin.get(`/courses/${courseId}/download?link=1`)).data.download_url,
    material: (await admin.get(`/exams/${examId}/study-materials`)).data[0].file_url,
    invoice: invoice.invoice_url,
    pdf: invoice.pdf_url,
    note: note.credit_note_url,
    notePdf: note.pdf_url,
    version: (await version(admin, (await project(admin)).id)).file_url,
    upload: (await admin.send('POST', '/upload', { body: picture })).data.file.url,
    invitation: await inviteToInterview(world),
    unsubscription: createUnsubscribeUrl(world.app.platform, 'saved-searches', admin.id),
    announcement: createUnsubscribeUrl(world.app.platform, 'announcements', admin.id),
    consent: await requestConsent(world),
    choice: await inviteToChoose(world),
    candidate: await inviteImported(world),
  }
}

/** The parameters of the addresses, and the signature of each. */
function extractIds(links: Record<string, string>): Ids {
  const paths = Object.entries(links).map(([name, link]) => [name, getPath(link).split('?')] as const)
  const part = (name: string, place: number) => paths.find(([one]) => one === name)?.[1][0]?.split('/')[place]
  return {
    course: part('course', 2),
    enrollment_id: part('course', 4),
    exam: part('material', 2),
    material_id: part('material', 4),
    number: part('invoice', 3),
    note: part('note', 3),
    interview: part('invitation', 2),
    user: part('unsubscription', 3),
    entry: part('consent', 2),
    application: part('choice', 2),
    candidate: part('candidate', 2),
    ...Object.fromEntries(paths.map(([name, [path = '']]) => [`${name} path`, path.replace('/files/', '')])),
    ...Object.fromEntries(paths.map(([name, [, signature = '']]) => [`${name} signature`, `?${signature}`])),
  }
}

async function scene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const strangers = await cast('strangers')
  const ids: Ids = { ...extractIds(await linkIdentity(world)), gateway: 'sandbox', at: world.app.clock.now() }
  const unsigned = Object.fromEntries(Object.entries(ids).filter(([name]) => !name.endsWith(' signature')))
  ids.secret = world.app.platform.config.appSecret
  return {
    'without its signature': all([nobody, ...strangers, admin], unsigned),
    'with its signature': all([nobody], ids),
  }
}

const at =
  (name: string) =>
  async ({ who, ids }: Relation): Promise<Relation> => ({ who, ids: { ...ids, '*': ids[`${name} path`] } })

const withNote = async ({ who, ids }: Relation): Promise<Relation> => ({ who, ids: { ...ids, number: ids.note } })

const withIds =
  (more: Ids) =>
  async ({ who, ids }: Relation): Promise<Relation> => ({ who, ids: { ...ids, ...more } })

const credential = { id: 'x', response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }

/** Requests without this header do not come from the console. */
const own = () => ({ 'x-console': '1' })

async function anybody({ nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const learner = ofRole(await cast('strangers'), 'learner')
  return {
    anybody: all([nobody, learner, admin], await issueCertificate(admin, learner, await newcomer('researcher'))),
  }
}

/** What public addresses contain: a certificate's code and link, a calendar, an open job post, a researcher's page. */
async function issueCertificate(author: Asker, learner: Asker, researcher: Asker): Promise<Ids> {
  const { id, lessons } = await createCourse(author, { lessons: [{ title: 'Roots' }] })
  await createEnrollment(learner, id)
  await learner.put(`/courses/${id}/progress`, { lesson_id: lessons[0].id, completed: true })
  const { status } = await learner.post(`/courses/${id}/complete`)
  assert.equal(status, 200)
  const [certificate] = (await learner.get('/certificates')).data
  const { data: share } = await learner.post(`/certificates/${certificate.id}/share`, {})
  const { data: calendar } = await learner.post('/calendar')
  const getName = ({ url }: { url: string }) => url.split('/').at(-1)?.replace('.ics', '')
  const post = await createJobPost(author)
  const { data: profile } = await researcher.put('/researchers/me', { public_page: true })
  const names = { token: getName(share), calendar: getName(calendar) }
  const { id: publicCourse } = await createCourse(author)
  return { id: post.id, code: certificate.verification_code, profile: profile.id, publicCourse, ...names }
}

const unsigned = '{"type": ["VerifiableCredential"]}'

export const links: Table[] = [
  {
    name: 'signed links',
    scene,
    questions: [
      { asks: 'GET /courses/{id}/downloads/{enrollment_id}', about: 'course', query: signLink('course') },
      {
        asks: 'GET /exams/{id}/study-materials/{material_id}/download',
        about: 'exam',
        query: signLink('material'),
      },
      ...mailedQuestions,
      { asks: 'GET /billing/invoices/{number}', query: signLink('invoice') },
      { asks: 'GET /billing/invoices/{number}/pdf', query: signLink('pdf') },
      { asks: 'GET /billing/credit-notes/{number}', query: signLink('note'), first: withNote },
      { asks: 'GET /billing/credit-notes/{number}/pdf', query: signLink('notePdf'), first: withNote },
      {
        asks: 'GET /files/*',
        part: 'of a private project',
        query: signLink('version'),
        first: at('version'),
      },
      { asks: 'GET /files/*', part: 'an upload', first: at('upload') },
      { asks: 'GET /legacy-files/*', first: withIds({ '*': 'unknown.png' }) },
      ...(['POST', 'PUT'] as const).map((method) => ({
        asks: `${method} /payments/webhooks/{gateway}` as const,
        body: { id: 'event', key: 'unknown' },
        headers: (body: string, { ids: { secret = 'a guess', at = '' } }: Relation) => ({
          'sandbox-signature': signSandboxEvent(String(secret), Buffer.from(body), String(at)),
        }),
        denies: 400,
      })),
      // The sandbox has no such callbacks, so they are 404 here; `payments/daraja.test.ts` has those with a secret.
      { asks: 'POST /payments/callbacks/prompt/{secret}', first: withIds({ secret: 'a.guess' }) },
      { asks: 'PUT /payments/callbacks/prompt/{secret}', first: withIds({ secret: 'a.guess' }) },
      { asks: 'POST /payments/callbacks/money/{secret}', first: withIds({ secret: 'a.guess' }) },
      { asks: 'PUT /payments/callbacks/money/{secret}', first: withIds({ secret: 'a.guess' }) },
      { asks: 'POST /payments/callbacks/money/{secret}/check', first: withIds({ secret: 'a.guess' }) },
      { asks: 'PUT /payments/callbacks/money/{secret}/check', first: withIds({ secret: 'a.guess' }) },
      { asks: 'POST /payments/callbacks/result/{secret}', first: withIds({ secret: 'a.guess' }) },
      { asks: 'PUT /payments/callbacks/result/{secret}', first: withIds({ secret: 'a.guess' }) },
    ],
  },
  {
    name: 'pages',
    scene: anybody,
    questions: [
      'GET /',
      ...['developers', 'favicon.svg', 'favicon.ico', 'robots.txt'].map((file) => `GET /${file}`),
      'GET /openapi.json',
      'GET /health/live',
      'GET /health/ready',
      'GET /metrics',
      'GET /certificates/verify',
      'GET /certificates/verify/{code}',
      'GET /certificates/verify/{code}/badge.svg',
      'GET /certificates/verify/{code}/badge.png',
      'GET /certificates/verify/{code}/card.png',
      'GET /certificates/verify/{code}/credential',
      'GET /certificates/shared/{token}',
      'GET /certificates/shared/{token}/card.png',
      'GET /certificates/status/{list}',
      'GET /.well-known/did.json',
      'GET /did.json',
      'GET /.well-known/jwks.json',
      'GET /issuer',
      'GET /transparency/head',
      ...['jobs', 'people', 'plans', 'pages/companies', 'pages/courses'].map((list) => `GET /${list}`),
      'GET /jobs/{id}',
      'GET /job-posts.rss',
      'GET /feeds/job-posts.atom',
      'GET /feeds/job-posts.json',
      'GET /sitemap.xml',

      'GET /sandbox',
      'GET /sandbox/mail',
      'GET /sandbox/design',
      'GET /sandbox/design/console',
      'GET /sandbox/clock.js',
      'GET /sandbox/sign-in',
      'GET /sandbox/sign-in.js',
    ]
      .map((asks): Question => ({ asks }))
      .concat({
        asks: 'GET /calendar/{token}.ics',
        first: async ({ who, ids }) => ({ who, ids: { ...ids, token: ids.calendar } }),
      })
      .concat({
        asks: 'GET /people/{id}',
        first: async ({ who, ids }) => ({ who, ids: { ...ids, id: ids.profile } }),
      })
      .concat({
        asks: 'GET /pages/courses/{id}',
        first: async ({ who, ids }) => ({ who, ids: { ...ids, id: ids.publicCourse } }),
      })
      .concat({ asks: 'GET /transparency/proof', query: '?from=0' })
      .concat({ asks: 'POST /certificates/verify', form: () => createForm({ file: content(unsigned, 'a.json') }) }),
  },
  {
    name: 'the console',
    scene: anybody,
    questions: [
      { asks: 'GET /console' },
      { asks: 'GET /console/*', first: withIds({ '*': 'people' }) },
      { asks: 'GET /console/app/catalogue.js' },
      { asks: 'GET /console/app/{name}', first: withIds({ name: 'kit.js' }) },
      { asks: 'GET /modules/{name}', first: withIds({ name: 'webauthn.js' }) },
      { asks: 'POST /console/session', body: { email: 'nobody@example.org', password: 'x' }, headers: own },
      { asks: 'POST /console/session/code', body: { challenge: 'x', code: '000000' }, headers: own },
      { asks: 'POST /console/session/passkey', body: { credential }, headers: own },
      { asks: 'DELETE /console/session' },
      { asks: 'GET /console/sign-in/with/{provider}', first: withIds({ provider: 'google' }) },
      { asks: 'GET /console/sign-in/callback' },
    ],
  },
]
