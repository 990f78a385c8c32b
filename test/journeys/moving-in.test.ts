import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { demoPassword, logins } from '../../src/demo/logins.ts'
import { type Serving, serve } from '../resilience/program.ts'
import { createApp, type TestApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { runCommand } from '../support/command.ts'
import { compareReads, type ExpectedDifferences, listUnexpected, type Reader, read } from '../support/compare-reads.ts'
import { exportRows } from '../support/export-rows.ts'
import { importInto } from '../support/import.ts'
import { createFindParameters } from '../support/path-parameters.ts'

const root = await mkdtemp(join(tmpdir(), 'research-platform-moving-'))
after(() => rm(root, { recursive: true, force: true }))

/** What `npm run compare` says: attempts that go on do not move. */
const expected = [
  'GET /exam-attempts/9 (token 3): the status was 200 and is 404',
  'GET /exam-attempts/10 (token 4): the status was 200 and is 404',
]

const pageFields = ['data[]', 'meta.total', 'meta.from', 'meta.to']
const inList = (...operations: string[]) => operations.flatMap((name) => pageFields.map((field) => `${name} ${field}`))

/** What differs between the old and the new service, and why. */
const differing: ExpectedDifferences = {
  'the time and the figures of the service itself': [
    'showSandboxClock',
    'showService',
    'listSchedules data[].last_run_at',
    'listSchedules data[].next_run_at',
    'listTasks',
    'exportUser data.exported_at',
  ],
  'the first administrator of the new service, who exists before the import, stays': [
    ...['name', 'headline', 'location', 'created_at', 'updated_at'].flatMap((field) =>
      ['showUser data.', 'showMe data.', 'showPerson data.user.', 'listUsers data[].', 'exportUser data.profile.'].map(
        (place) => place + field,
      ),
    ),
    'showPerson data.name',
    'showPerson data.created_at',
    'showSubscription data.started_at',
  ],
  'the keys and the log of the service are its own, and so is what they sign': [
    ...['showTransparencyHead', 'showDidDocument', 'showDidDocumentOfPath', 'showKeySet', 'showIssuer'],
    ...['downloadCredential', 'showCredential', 'showStatusList', 'showAuditHead', 'listAudit'],
    ...['size', 'root', 'rows[]', 'rows[].content', 'rows[].proof[]'].map(
      (field) => `exportUser data.transparency_log.${field}`,
    ),
    // They have the address of the service.
    ...['downloadCertificate', 'showCertificateBadge', 'showCertificateBadgeAsPng'],
    'downloadCourse ',
  ],
  'sessions and devices are those of this test': [
    ...inList('listSessions').filter((name) => !name.endsWith('from')),
    ...['sessions[]', 'known_devices[]'].map((field) => `exportUser data.account.${field}`),
    ...['id', 'created_at'].map((field) => `exportUser data.activity[].${field}`),
    ...['id', 'type', 'description', 'metadata.user_id', 'created_at'].map((field) => `listActivity data[].${field}`),
    'listPeople data[].last_active_at',
    'showPerson data.last_active_at',
    'showPerson data.sessions[]',
    'showApplication data.resume_downloads[]',
  ],
  'the change feed begins with the import': [
    ...['occurred_at', 'type', 'object.kind', 'object.id', 'object.url'].map((field) => `listChanges data[].${field}`),
    ...['[]', '[].number', '[].occurred_at'].map((field) => `exportUser data.changes${field}`),
  ],
  'mails, invitations, announcements and what administrators did do not move': [
    'listMails',
    ...inList('listInvitations', 'listPeopleImports', 'listReports', 'listAnnouncements'),
    'showContent data.open_reports',
    'countWaiting data.open_reports',
    'showPerson data.invitation',
    'exportUser data.account.invitation',
    'exportUser data.account.sent_invitations[]',
    'exportUser data.administration.acts[]',
    'exportUser data.administration.acts[].created_at',
    'exportUser data.administration.imported_from[]',
    ...inList('listUnmatchedPayments', 'listPaymentDifferences'),
  ],
  'figures of days count what happened here': ['listFigures'],
  'keys, webhooks, candidates and what people searched do not move': [
    ...inList('listApiKeys', 'listWebhooks', 'listSavedSearches', 'listCandidates'),
    ...['suggest', 'listPopular', 'listSearchAliases'].map((name) => `${name} data[]`),
    ...['queries[]', 'clicks[]'].map((field) => `exportUser data.searches.${field}`),
    'showSubscription data.usage.candidate_searches.used',
  ],
  'slots of interviews, the talent pool, shares, appeals and events of exams do not move': [
    'showSlotInvitation status',
    'listOfferedSlots status',
    ...inList('listTalentPool', 'listConsents', 'listAppealsOfAttempt', 'listAppeals'),
    'listCertificateShares data[]',
    'reviewAttempt data.questions[].appeal',
    'listAttemptsOfExam data[].events_count',
  ],
  'attempts that go on, and applications that wait for a proof, do not move': [
    ...['showAttempt', 'reviewAttempt', 'listAppealsOfAttempt', 'listExamEvents'].map((name) => `${name} status`),
    ...['data.can_take', 'data.open_attempt_id'].map((field) => `showExam ${field}`),
    ...inList('listAttemptsOfExam', 'listExamResults'),
    ...inList('listMyAttempts', 'listMyApplications').filter((name) => !name.endsWith('from')),
    'listJobPosts data[].applied',
    'showJobPost data.applied',
  ],
  'a reminder whose day has come is sent by the new service, too': [
    ...inList('listNotifications').filter((name) => !name.endsWith('from')),
    'listNotifications meta.unread_count',
    'countUnread data.count',
  ],
  // The old service asks a phone for a renewal by day alone; at night it waits until the morning.
  'the whole number of a phone does not move, so that no renewal waits for its hours': [
    'showSubscription data.next_billing_date',
  ],
  'a former version of a subscription says nothing here': ['showPayment data.details.version'],
  'a file that was larger before it was cleaned': ['listFiles meta.used_bytes'],
}

let [old, fresh]: [Serving | null, TestApp | null] = [null, null]
const readers: Reader[] = [{ name: 'stranger', tokens: [null, null] }]
const dataDir = join(root, 'data-demo')

before(async () => {
  const settings = { DATA_DIR: join(root, 'data'), RATE_LIMIT_API: '0', RATE_LIMIT_AUTH: '0' }
  old = await serve(settings, { args: ['demo'], ready: /Sign in with.*admin[^\n]*\n/s })
  fresh = await createApp({
    ADMIN_EMAIL: logins.admin.email,
    ADMIN_PASSWORD: demoPassword,
    // The demonstration has none, and pages lead to it.
    FRONTEND_URL: '',
    RATE_LIMIT_API: '0',
    RATE_LIMIT_AUTH: '0',
  })
  const folder = join(root, 'export')
  await mkdir(folder)
  const login = { email: logins.admin.email, password: demoPassword }
  const admin = old.as((await old.anonymous.post('/auth/login', login)).data.token)
  await exportRows(dataDir, admin, folder)
  const { code, stdout, stderr } = await importInto(fresh, folder, '--merge')
  assert.equal(code, 0, stdout + stderr)
  // The new service reads resumes and numbers changes in the background.
  fresh.clock.set(new Date().toISOString())
  await fresh.settle()
  for (const [name, { email }] of Object.entries(logins)) {
    const given = { email, password: demoPassword }
    const was = await old.anonymous.post('/auth/login', given)
    const is: Reply = await fresh.anonymous.post('/auth/login', given)
    assert.deepEqual([was.status, is.status], [200, 200], email)
    readers.push({ name, tokens: [was.data.token, is.data.token] })
  }
  await setPrices(admin, fresh.withToken(readers.at(-1)?.tokens[1] ?? ''))
})

after(async () => {
  old?.kill('SIGTERM')
  await old?.ended
})

/** Plans that the service ships are kept by the import; an administrator gives them their prices, as the guide says. */
async function setPrices(was: Client, is: Client) {
  for (const { id, prices } of (await was.get('/subscriptions/plans')).data)
    if (prices.length > 1) assert.equal((await is.put(`/subscriptions/plans/${id}`, { prices })).status, 200)
}

function getServices() {
  assert.ok(old !== null && fresh !== null)
  return {
    old: { address: old.address, publicUrl: old.address },
    fresh: { address: fresh.address, publicUrl: fresh.platform.config.publicUrl },
  }
}

describe('the demonstration, exported and imported into an empty service', () => {
  it('answers the reads of each role as before', async () => {
    const services = getServices()
    const file = join(root, 'tokens')
    const tokens = readers.flatMap(({ tokens: [was, is] }) => (was === null ? [] : [`${was} ${is}`]))
    await writeFile(file, tokens.join('\n'))

    const given = ['compare', '--old', services.old.address, '--new', services.fresh.address, '--tokens', file]
    const compared = await runCommand(given, {})

    const lines = compared.stdout.trim().split('\n')
    assert.deepEqual(lines.slice(0, -1), expected)
    assert.match(lines.at(-1) ?? '', /^3\d\d reads were compared, 2 differ\.$/)
  })

  it('answers every GET with the same values to all its people and to strangers, but for what is named with its reason', async () => {
    const { compared, differences } = await compareReads(getServices(), readers, createFindParameters(dataDir))

    assert.deepEqual(listUnexpected(differences, differing), [])
    assert.ok(compared > 3_000, `${compared} reads were compared`)
  })

  it('shows the same invoices and credit notes, to the cent and to the letter', async () => {
    const services = getServices()
    const documents: string[] = []
    for (const { tokens } of readers.slice(1))
      for (const [path, field] of [
        ['/billing/history', 'invoice_url'],
        ['/billing/credit-notes', 'credit_note_url'],
      ] as const) {
        const lists = await Promise.all([
          old?.as(tokens[0] ?? '').get(path),
          fresh?.withToken(tokens[1] ?? '').get(path),
        ])
        const [was = [], is = []] = lists.map((list): string[] =>
          (list?.data ?? []).map((row: Record<string, string>) => row[field]),
        )
        for (const [index, url] of was.entries()) {
          const pages = await Promise.all([
            read(services.old, null, url.replace(services.old.publicUrl, '')),
            read(services.fresh, null, (is[index] ?? '').replace(services.fresh.publicUrl, '')),
          ])
          assert.equal(pages[0].status, 200)
          assert.deepEqual(pages[1], pages[0])
          documents.push(url)
        }
      }
    assert.ok(documents.length >= 5, `${documents.length} documents`)
  })
})
