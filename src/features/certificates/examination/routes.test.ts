import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createKeyPair, toPublicJwk } from '@research-platform/credentials'
import { CompactSign } from 'jose'
import { createStatusList, signCredential } from '#adapters/credentials.ts'
import { createApp, type TestApp, testApp } from '#test/support/app.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { createForm } from '#test/support/forms.ts'

const app = await testApp()
const { anonymous, given } = app
const admin = await given.admin()

const json = { accept: 'application/json' }

type Content = string | ArrayBuffer | object

/** Sends a file to be checked; an object as JSON. */
async function check(content: Content, { email, to = app }: { email?: string; to?: TestApp } = {}) {
  const form = new FormData()
  const bytes = content instanceof ArrayBuffer || typeof content === 'string' ? content : JSON.stringify(content)
  form.append('file', new Blob([bytes]), 'file')
  if (email !== undefined) form.append('email', email)
  const { status, data, message, errors } = await to.anonymous.send('POST', '/certificates/verify', {
    body: form,
    headers: json,
  })
  const outcomes = Object.fromEntries(
    (data?.findings ?? []).map(({ about, outcome }: Record<string, string>) => [about, outcome]),
  )
  return { status, data, message, errors, outcomes }
}

async function createCredential(wish: object = {}) {
  const person = await given.verifiedUser()
  const { id, certificate_url } = await createCertificate(app, person, wish)
  const { text } = await person.get(`/certificates/${id}/credential`)
  return { person, id, code: certificate_url.slice(-19), credential: JSON.parse(text) }
}

const flip = (text: string) => {
  const middle = text.length >> 1
  return `${text.slice(0, middle)}${text[middle] === 'A' ? 'B' : 'A'}${text.slice(middle + 1)}`
}

/** All copies of the value in which one letter of one text is changed. */
function listChanged(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => listChanged(one).map((part) => value.with(at, part)))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => listChanged(one).map((part) => ({ ...value, [name]: part })))
  return typeof value === 'string' ? [flip(value)] : []
}

const allProven = { content: 'proven', issuer: 'proven', status: 'proven', period: 'proven' }

describe('a credential of this service', () => {
  it('is genuine as JSON, as a JWT, in the PDF and in the badge', async () => {
    const { person, id, code, credential } = await createCredential({ title: '<i>Soil & "Water"</i> 🌍', score: 92 })
    const jwt = await person.get(`/certificates/${id}/credential`, { accept: 'application/vc+jwt' })
    const badge = await anonymous.get(`/certificates/verify/${code}/badge.svg`)
    const pdf = await fetch(`${app.address}/certificates/${id}/download`, {
      headers: { authorization: `Bearer ${person.token}` },
    })

    for (const file of [credential, jwt.text, badge.text, await pdf.arrayBuffer()]) {
      const { data, outcomes } = await check(file)
      assert.equal(data.verdict, 'proven')
      assert.equal(data.summary, 'This credential is genuine')
      assert.equal(data.name, '<i>Soil & "Water"</i> 🌍')
      assert.equal(data.achievements[0].result, '92')
      assert.equal(data.certificate_url, `http://api.test/certificates/verify/${code}`)
      assert.deepEqual(outcomes, { ...allProven, holder: 'open' })
    }
  })

  it('is refused with any text in it changed, and with anything added', async () => {
    const { credential } = await createCredential()
    const added = [
      { ...credential, note: 'with honours' },
      { ...credential, credentialSubject: { ...credential.credentialSubject, grade: 'A' } },
    ]

    for (const changed of [...listChanged(credential), ...added]) {
      const { data } = await check(JSON.stringify(changed))
      assert.notEqual(data?.verdict, 'proven', JSON.stringify(changed))
    }
    const { data } = await check({ ...credential, name: 'Another title' })
    assert.equal(data.verdict, 'refuted')
    assert.equal(data.certificate_url, null)
    assert.equal(data.summary, 'Do not rely on this credential')
  })

  it('is revoked at once', async () => {
    const { id, credential } = await createCredential()

    await admin.post(`/certificates/${id}/revoke`, { reason: 'Another person sat the exam' })

    const { data, outcomes } = await check(credential)
    assert.deepEqual([data.verdict, data.revoked, data.summary], ['refuted', true, 'This credential was revoked'])
    assert.equal(outcomes.status, 'refuted')
  })

  it('belongs to the address it was issued to', async () => {
    const { person, credential } = await createCredential()

    const own = await check(credential, { email: ` ${person.email.toUpperCase()} ` })
    const other = await check(credential, { email: 'another@example.org' })

    assert.deepEqual([own.data.verdict, own.outcomes.holder], ['proven', 'proven'])
    assert.deepEqual([other.data.verdict, other.outcomes.holder], ['refuted', 'refuted'])
  })

  it('is shown as a page that runs nothing of what it says', async () => {
    const { credential } = await createCredential({ title: '<script>alert(1)</script>' })
    const form = new FormData()
    form.append('file', new Blob([JSON.stringify(credential)]), 'file')

    const response = await fetch(`${app.address}/certificates/verify`, { method: 'POST', body: form })

    const text = await response.text()
    assert.equal(response.status, 200)
    assert.match(text, /This credential is genuine/)
    assert.ok(!text.includes('<script>alert'))
    assert.match(text, /&lt;script&gt;alert/)
  })
})

describe('a file without a credential', () => {
  const files: Record<string, Content> = {
    'a text': 'hello',
    'an empty object': {},
    'no credential': { type: 'Person' },
    'a list': '[]',
    'deep JSON': '['.repeat(100_000),
    'a broken PDF': '%PDF-1.7\n%%EOF',
    'a picture without one': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'a bomb of entities':
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><svg><credential>&b;</credential></svg>',
    'a PNG that ends early': Uint8Array.from(Buffer.from('89504e470d0a1a0affffffff69545874', 'hex')).buffer,
    'a strange JWT': 'e30.e30.e30',
  }
  for (const [name, file] of Object.entries(files))
    it(`is refused: ${name}`, async () => {
      const { status, errors } = await check(file)

      assert.equal(status, 422)
      assert.match(String(errors.file), /^There is no credential in this file/)
    })

  it('shows the form again to a browser', async () => {
    const form = new FormData()
    form.append('file', new Blob(['hello']), 'file')

    const response = await fetch(`${app.address}/certificates/verify`, { method: 'POST', body: form })

    assert.equal(response.status, 422)
    assert.match(await response.text(), /role="alert">There is no credential[\s\S]*type="file"/)
  })

  it('is not needed by a request without one', async () => {
    const { status, errors } = await anonymous.send('POST', '/certificates/verify', {
      body: new FormData(),
      headers: json,
    })
    assert.equal(status, 422)
    assert.ok(errors.file)
  })
})

const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

const describeBadge = (issuer: string, more: object = {}) => ({
  '@context': contexts,
  id: 'urn:uuid:91537dba-56cb-11ec-bf63-0242ac130002',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: issuer, type: ['Profile'], name: 'Example University' },
  validFrom: '2026-01-01T00:00:00Z',
  name: 'Field methods',
  credentialSubject: {
    type: ['AchievementSubject'],
    achievement: {
      id: 'https://example.edu/achievements/1',
      type: ['Achievement'],
      name: 'Field methods',
      description: 'Knows field methods.',
      criteria: { narrative: 'Spent a summer in the field.' },
    },
  },
  ...more,
})

async function createDidKey() {
  const pair = await createKeyPair()
  const did = `did:key:${pair.publicKeyMultibase}`
  return { did, key: { ...pair, id: `${did}#${pair.publicKeyMultibase}`, controller: did } }
}

describe('a credential of another issuer', () => {
  it('whose name is only a key is not proven to be of an issuer', async () => {
    const { did, key } = await createDidKey()

    const { data, outcomes } = await check(await signCredential(describeBadge(did), key, '2026-01-01T00:00:00Z'))

    assert.equal(data.verdict, 'open')
    assert.deepEqual(outcomes, { ...allProven, issuer: 'open', holder: 'open' })
    assert.equal(data.issuer.name, 'Example University')
  })

  it('is refuted when another key has signed it', async () => {
    const { key } = await createDidKey()

    const { data, outcomes } = await check(
      await signCredential(describeBadge('did:web:api.test'), key, '2026-01-01T00:00:00Z'),
    )

    assert.equal(data.verdict, 'refuted')
    assert.equal(outcomes.issuer, 'refuted')
    assert.equal(data.certificate_url, null)
  })

  it('is refuted when it has expired, or begins later', async () => {
    const { did, key } = await createDidKey()
    for (const period of [{ validUntil: '2026-02-01T00:00:00Z' }, { validFrom: '2126-01-01T00:00:00Z' }]) {
      const { outcomes } = await check(await signCredential(describeBadge(did, period), key, '2026-01-01T00:00:00Z'))
      assert.equal(outcomes.period, 'refuted')
    }
  })

  it('is refuted without a signature, and with one that anything would pass', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const credential = describeBadge('did:web:api.test')
    const none = `${encode({ alg: 'none' })}.${encode(credential)}.`

    assert.equal((await check(credential)).data.verdict, 'refuted')
    assert.equal((await check(`${none}AA`)).data.verdict, 'refuted')
    const secret = await new CompactSign(new TextEncoder().encode(JSON.stringify(credential)))
      .setProtectedHeader({ alg: 'HS256', kid: 'did:web:api.test#key-1' })
      .sign(new TextEncoder().encode('any secret of more than 32 characters'))
    assert.notEqual((await check(secret)).outcomes.content, 'proven')
  })

  it('is not checked with terms or signatures that are not known here', async () => {
    const { did, key } = await createDidKey()
    const signed = JSON.parse(JSON.stringify(await signCredential(describeBadge(did), key, '2026-01-01T00:00:00Z')))

    const terms = await check({ ...signed, '@context': [...contexts, 'https://example.org/terms'] })
    const suite = await check({ ...signed, proof: { ...signed.proof, cryptosuite: 'bbs-2023' } })

    assert.match(terms.data.findings[0].message, /cannot be checked here \(https:\/\/example.org\/terms\)/)
    assert.match(suite.data.findings[0].message, /\(bbs-2023\)/)
    assert.deepEqual([terms.outcomes.content, suite.outcomes.content], ['open', 'open'])
  })

  it('is not proven by a key that a user has uploaded here', async () => {
    let target = ''
    const { host } = await serveIssuer(async (path) => (await fetch(`${target}${path}`)).text())
    const own = await createApp({ PUBLIC_URL: `http://${host}`, ALLOW_PRIVATE_ADDRESSES: 'true' })
    target = own.address
    const person = await own.given.user()
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const file = new File([JSON.stringify(publicKey.export({ format: 'jwk' }))], 'key.json')
    const { data } = await person.send('POST', '/upload', { body: createForm({ type: 'document', file }) })
    const address = data.file.url.replace('http:', 'https:')
    assert.ok((await (await fetch(data.file.url)).text()).includes('OKP'))

    for (const written of ['localhost', 'LOCALHOST', 'localhost.', 'ada@localhost%2e']) {
      const kid = address.replace('localhost', written)
      const forged = await new CompactSign(Buffer.from(JSON.stringify(describeBadge(`https://${host}/issuer`))))
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(privateKey)

      const { outcomes } = await check(forged, { to: own })
      assert.deepEqual([outcomes.content, outcomes.issuer], ['open', 'open'], kid)
    }
  })

  it('does not make the service read addresses of its own network', async () => {
    const { key } = await createDidKey()
    const { host, requests } = await serveIssuer(() => null)
    const did = `did:web:${encodeURIComponent(host)}`

    const { outcomes } = await check(
      await signCredential(describeBadge(did), { ...key, id: `${did}#1` }, '2026-01-01T00:00:00Z'),
    )

    assert.equal(outcomes.content, 'open')
    assert.deepEqual(requests, [])
  })
})

const closed = await testApp({ ALLOW_PRIVATE_ADDRESSES: 'true' })

/** An issuer on this machine; `answer` returns the document of a path. */
async function serveIssuer(answer: (path: string) => object | string | null | Promise<string>) {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    const document = await answer(request.url ?? '')
    if (document === null) return void response.writeHead(302, { location: '/elsewhere' }).end()
    response.end(typeof document === 'string' ? document : JSON.stringify(document))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { host: `localhost:${address.port}`, requests }
}

/** An issuer with a domain, a key and a status list in which `revoked` are set. */
async function createIssuer(revoked: number[] = []) {
  const documents = new Map<string, object | string>()
  const { host } = await serveIssuer((path) => documents.get(path) ?? null)
  const did = `did:web:${encodeURIComponent(host)}`
  const key = { ...(await createKeyPair()), id: `${did}#key`, controller: did }
  const url = `https://${host}/status`
  documents.set('/.well-known/did.json', {
    id: did,
    verificationMethod: [
      { id: '#key', type: 'JsonWebKey', controller: did, publicKeyJwk: await toPublicJwk(key.publicKeyMultibase) },
    ],
    assertionMethod: ['#key'],
  })
  const list = { ...(await createStatusList(url, revoked)), issuer: did, validFrom: '2026-01-01T00:00:00Z' }
  documents.set('/status', await signCredential(list, key, '2026-01-01T00:00:00Z'))
  const issue = (index: number) =>
    signCredential(
      describeBadge(did, {
        credentialStatus: {
          id: `${url}#${index}`,
          type: 'BitstringStatusListEntry',
          statusPurpose: 'revocation',
          statusListIndex: String(index),
          statusListCredential: url,
        },
      }),
      key,
      '2026-01-01T00:00:00Z',
    )
  return { documents, did, host, issue, key }
}

describe('a credential of an issuer with a domain', () => {
  it('is genuine with the key that the domain publishes, unless its list says that it is revoked', async () => {
    const { issue, host } = await createIssuer([7])

    const good = await check(await issue(6), { to: closed })
    const revoked = await check(await issue(7), { to: closed })

    assert.equal(good.data.verdict, 'proven')
    assert.ok(
      good.data.findings.some(({ message }: { message: string }) => message.includes(`a key that ${host} publishes`)),
    )
    assert.equal(revoked.data.revoked, true)
  })

  it('is open with a list that another key has signed, or that is missing, and with a key that is gone', async () => {
    const { documents, issue, did } = await createIssuer()
    const credential = await issue(1)
    const other = await createDidKey()
    const list = { ...(await createStatusList('https://x.test', [])), issuer: did, validFrom: '2026-01-01T00:00:00Z' }

    documents.set('/status', await signCredential(list, other.key, '2026-01-01T00:00:00Z'))
    assert.equal((await check(credential, { to: closed })).outcomes.status, 'open')
    documents.delete('/status')
    assert.equal((await check(credential, { to: closed })).outcomes.status, 'open')
    documents.set('/.well-known/did.json', 'x'.repeat(2_000_000))
    const { outcomes, data } = await check(credential, { to: closed })
    assert.deepEqual([outcomes.content, data.verdict], ['open', 'open'])
  })

  it('is open with a status list that unpacks to more than 16 MB, or that ends before the credential', async () => {
    const { documents, issue, did, key } = await createIssuer()
    const credential = await issue(7)
    for (const bytes of [17_000_000, 0]) {
      const encodedList = `u${gzipSync(Buffer.alloc(bytes)).toString('base64url')}`
      const list = await createStatusList('https://x.test', [])
      const credentialSubject = { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList }
      const content = { ...list, issuer: did, validFrom: '2026-01-01T00:00:00Z', credentialSubject }
      documents.set('/status', await signCredential(content, key, '2026-01-01T00:00:00Z'))

      assert.equal((await check(credential, { to: closed })).outcomes.status, 'open')
    }
  })

  it('is genuine as a JWT of RSA with a profile and a key on the same site', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { host } = await serveIssuer((path) => (path === '/key' ? publicKey.export({ format: 'jwk' }) : null))
    const sign = (issuer: string) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(describeBadge(issuer))))
        .setProtectedHeader({ alg: 'RS256', kid: `https://${host}/key` })
        .sign(privateKey)

    const own = await check(await sign(`https://${host}/issuers/1`), { to: closed })
    const foreign = await check(await sign('https://example.edu/issuers/1'), { to: closed })

    assert.equal(own.data.verdict, 'proven')
    assert.equal(foreign.outcomes.issuer, 'refuted')
  })
})
