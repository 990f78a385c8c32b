import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createKeyPair } from '@research-platform/credentials'
import { signCredential } from '#adapters/credentials.ts'
import { extractText } from '#adapters/document-text.ts'
import { testApp } from '#test/support/app.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { createCourse } from '#test/support/courses.ts'
import { createForm } from '#test/support/forms.ts'
import { helperProcesses, observeStarts } from '#test/support/helper-processes.ts'
import {
  createBomb,
  createObjectBomb,
  createPdfWithAttachment,
  createPdfWithPage,
} from '#test/support/hostile-files.ts'
import { createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import { png } from '#test/support/samples.ts'

// Resumes are read as the service does, which other tests do within their process.
const app = await testApp({ TRUST_PROXY: 'true', ALLOW_PRIVATE_ADDRESSES: 'true' }, { extractText })
const ada = await app.given.verifiedUser({ role: 'researcher' })
const recruiter = await app.given.user({ role: 'recruiter' })
const post = await createJobPost(recruiter)
const course = await createCourse(ada, { lessons: [{ title: 'First', content: 'One.' }] })
const picture = await png()

const readGenuine = async () => {
  const { id } = await createCertificate(app, ada)
  return (await ada.get(`/certificates/${id}/credential`)).text
}
const genuine = await readGenuine()

/** Sends a file to be checked, from a network. */
async function check(content: string | Uint8Array, network = '192.0.2.1') {
  const file = new File([typeof content === 'string' ? content : Uint8Array.from(content)], 'file')
  const { status, data, errors, headers } = await app.anonymous.send('POST', '/certificates/verify', {
    body: createForm({ file }),
    headers: { accept: 'application/json', 'x-forwarded-for': network },
  })
  return { status, verdict: data?.verdict, errors, retryAfter: headers.get('retry-after') }
}

const uploadPicture = () =>
  ada.send('POST', '/auth/update-profile-picture', {
    body: createForm({ avatar: new File([new Uint8Array(picture)], 'a.png') }),
  })
const saveLesson = () => ada.post(`/courses/${course.id}/lessons`, { title: 'Next', content: '*Two*' })

async function applyWith(resume: Uint8Array): Promise<string> {
  const person = await app.given.user()
  const id = await createApplication(person, post.id, { resume: createResume(resume) })
  await app.settle()
  return (await person.get(`/job-applications/${id}`)).data.resume_state
}

const readable = createPdfWithPage(deflateSync(Buffer.from('BT /F1 9 Tf (Medlars) Tj ET')), 1)

const manyAchievements = JSON.stringify({
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential'],
  credentialSubject: { achievement: new Array(8_000).fill({}), result: new Array(8_000).fill({}) },
})

describe('files of a stranger', () => {
  const files: Record<string, () => string | Uint8Array> = {
    'a PDF whose attachment unpacks to six million objects': () => createPdfWithAttachment(createObjectBomb()),
    'a PDF whose attachment unpacks to 800 MB': () => createPdfWithAttachment(createBomb(), 2),
    'eight thousand achievements': () => manyAchievements,
    'a picture of a million elements': () => `<svg>${'<a/>'.repeat(1_000_000)}</svg>`,
    'a million objects': () => `{"type":"VerifiableCredential","a":[${'{},'.repeat(1_500_000)}{}]}`,
  }

  it('are refused, while a genuine certificate of the same network gets its verdict', async () => {
    const before = process.memoryUsage().rss

    const [own, ...others] = await Promise.all([
      ...Object.values(files).map((create) => check(create())),
      check(genuine),
    ]).then((replies) => replies.toReversed())

    assert.deepEqual([own?.status, own?.verdict], [200, 'proven'])
    for (const { status, errors } of others) {
      assert.equal(status, 422)
      assert.match(String(errors.file), /^(This file takes too much time or memory|There is no credential)/)
    }
    assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024)
  })

  it('that wait for a slow issuer keep only their own network waiting', async () => {
    const waiting: (() => void)[] = []
    const arrived = Promise.withResolvers<void>()
    const server = createServer((_, response) => {
      waiting.push(() => response.writeHead(404).end())
      if (waiting.length === 10) arrived.resolve()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    after(() => server.close())
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const did = `did:web:localhost%3A${address.port}`
    const credential = { '@context': ['https://www.w3.org/ns/credentials/v2'], type: ['VerifiableCredential'] }
    const slow = await signCredential(
      { ...credential, issuer: did, credentialSubject: { id: 'urn:x' } },
      { ...(await createKeyPair()), id: `${did}#key`, controller: did },
      '2026-01-01T00:00:00Z',
    )

    const open = Array.from({ length: 10 }, () => check(JSON.stringify(slow), '198.51.100.7'))
    await arrived.promise
    const [refused, other] = await Promise.all([check(genuine, '198.51.100.7'), check(genuine)])
    for (const answer of waiting) answer()

    assert.deepEqual([refused.status, refused.retryAfter], [503, '5'])
    assert.deepEqual([other.status, other.verdict], [200, 'proven'])
    for (const { status, verdict } of await Promise.all(open)) assert.deepEqual([status, verdict], [200, 'open'])
    assert.equal((await check(genuine, '198.51.100.7')).verdict, 'proven')
  })

  it('that exhaust the reader of resumes leave the next resume readable', async () => {
    assert.equal(await applyWith(createPdfWithPage(createBomb(), 2)), 'unreadable')
    assert.equal(await applyWith(readable), 'ready')
  })
})

/** One call of each kind of helper process. */
const callAll = () => Promise.all([check(genuine), uploadPicture(), saveLesson(), applyWith(readable)])

async function assertAllWork() {
  const [checked, uploaded, saved, resume] = await callAll()
  assert.deepEqual([checked.verdict, uploaded.status, saved.status, resume], ['proven', 200, 201, 'ready'])
}

describe('helper processes', () => {
  for (const signal of ['SIGKILL', 'SIGABRT'] as const)
    it(`that end with ${signal} while they work cost no more than one clear answer`, async () => {
      for (const child of helperProcesses) child.kill('SIGKILL')
      const end = observeStarts((child) => child.kill(signal))
      const [checked, uploaded, saved] = await callAll().finally(end)

      assert.deepEqual([checked.status, checked.retryAfter, checked.verdict], [503, '5', undefined])
      assert.equal(uploaded.status, 422)
      assert.equal(saved.status, 503)
      await assertAllWork()
    })

  it('that end while they have nothing to do cost nothing', async () => {
    await assertAllWork()
    assert.ok(helperProcesses.size >= 3)

    for (const child of helperProcesses) child.kill('SIGKILL')

    await assertAllWork()
  })
})
