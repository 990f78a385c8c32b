import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { verifyJWS } from 'did-jwt'
import { rotateKey } from '#features/issuer/index.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { createCertificate, createCertifiedCourse } from '#test/support/certificates.ts'
import { isProven, readStatusBit } from '#test/support/credential-verifier.ts'
import { readPdfAttachment } from '#test/support/pdf.ts'

const app = await testApp()
const { anonymous, given } = app
const admin = await given.admin()

const hostile = `]]></openbadges:credential><script>alert(1)</script>&quot;"' \ufffe 🎓`

const getKeys = async () => JSON.parse((await anonymous.get('/.well-known/did.json')).text)
const getList = async () => JSON.parse((await anonymous.get('/certificates/status/1')).text)

async function getCredential(person: Person, id: number) {
  const { status, text, headers } = await person.get(`/certificates/${id}/credential`)
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'application/vc')
  return JSON.parse(text)
}

async function createCredential(wish: object = {}) {
  const person = await given.verifiedUser({ name: 'Ada Lovelace' })
  const { id, certificate_url } = await createCertificate(app, person, wish)
  return { person, id, code: certificate_url.slice(-19), credential: await getCredential(person, id) }
}

describe('the credential of a certificate', () => {
  it('is proven to programs that know only its file and the published keys', async () => {
    const { credential } = await createCredential()

    assert.equal(await isProven(credential, await getKeys()), true)
    assert.equal(credential.proof.cryptosuite, 'eddsa-rdfc-2022')
  })

  it('says what was achieved, and names its holder by a hash only', async () => {
    const { person, credential, code } = await createCredential({ title: 'Statistics', score: 92 })

    const { achievement, identifier, result } = credential.credentialSubject
    assert.deepEqual(credential.type, ['VerifiableCredential', 'OpenBadgeCredential'])
    assert.equal(credential.id, `http://api.test/certificates/verify/${code}/credential`)
    assert.equal(credential.issuer.id, 'did:web:api.test')
    assert.equal(achievement.name, 'Statistics')
    assert.match(achievement.criteria.narrative, /Awarded by Agnes Arber, whose identity .* has not verified/)
    assert.deepEqual(
      result.map(({ value }: { value: string }) => value),
      ['92'],
    )
    const [{ identityHash, salt }] = identifier
    assert.equal(identityHash, `sha256$${createHash('sha256').update(`${person.email}${salt}`).digest('hex')}`)
    assert.ok(!/Ada|Lovelace/.test(JSON.stringify(credential)))
    assert.ok(!JSON.stringify(credential).includes(person.email))
  })

  it('of a course has no result, and is proven too', async () => {
    const course = await createCertifiedCourse(app)

    const { credential } = await createCredential({ for: course, score: null })

    assert.equal(credential.credentialSubject.result, undefined)
    assert.equal(credential.credentialSubject.achievement.achievementType, 'Course')
    assert.equal(await isProven(credential, await getKeys()), true)
  })

  it('names no holder without a verified address', async () => {
    const person = await given.user()
    const { id } = await createCertificate(app, person)

    const credential = await getCredential(person, id)

    assert.equal(credential.credentialSubject.identifier, undefined)
    assert.equal(await isProven(credential, await getKeys()), true)
  })

  it('is refused once a letter of any part is changed', async () => {
    const { credential } = await createCredential()
    const keys = await getKeys()
    const changed = listChanged(credential)

    const verdicts = await Promise.all(changed.map((one) => isProven(one, keys).catch(() => false)))

    assert.ok(changed.length > 40, String(changed.length))
    assert.deepEqual(
      changed.filter((_, index) => verdicts[index]),
      [],
    )
  })

  it('is a JWT for those who ask for it, refused once a letter is changed', async () => {
    const { person, id, credential } = await createCredential()

    const { text, headers } = await person.get(`/certificates/${id}/credential`, { accept: 'application/vc+jwt' })

    assert.equal(headers.get('content-type'), 'application/vc+jwt')
    const [head = '', body = '', signature = ''] = text.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const { keys } = JSON.parse((await anonymous.get('/.well-known/jwks.json')).text)
    const jwk = keys.find(({ kid }: { kid: string }) => kid === header.kid)
    const method = { id: header.kid, type: 'JsonWebKey', controller: 'did:web:api.test', publicKeyJwk: jwk }
    assert.equal(header.typ, 'vc+jwt')
    assert.doesNotThrow(() => verifyJWS(text, method))
    const { proof: _, ...unsigned } = credential
    assert.deepEqual(JSON.parse(Buffer.from(body, 'base64url').toString()), unsigned)
    for (const changed of [`${head}.${flip(body)}.${signature}`, `${head}.${body}.${flip(signature)}`])
      assert.throws(() => verifyJWS(changed, method))
  })

  it('has the same bytes each time', async () => {
    const { person, id, code } = await createCredential()

    const first = await person.get(`/certificates/${id}/credential`)
    const second = await anonymous.get(`/certificates/verify/${code}/credential`)

    assert.equal(first.text, second.text)
    assert.equal(first.headers.get('content-disposition'), `attachment; filename="Certificate ${code}.json"`)
  })

  it('is for its holder, for administrators, and by the code without an account', async () => {
    const { id, code } = await createCredential()
    const stranger = await given.user()

    assert.equal((await stranger.get(`/certificates/${id}/credential`)).status, 404)
    assert.equal((await anonymous.get(`/certificates/${id}/credential`)).status, 401)
    assert.equal((await admin.get(`/certificates/${id}/credential`)).status, 200)
    assert.equal((await anonymous.get(`/certificates/verify/${code.toLowerCase()}/credential`)).status, 200)
    assert.equal((await anonymous.get('/certificates/verify/0000-0000-0000-0000/credential')).status, 404)
  })

  it('stays proven after its account is deleted, and a new copy names no person', async () => {
    const { person, code, credential } = await createCredential()

    assert.equal((await person.delete(`/users/${person.id}`)).status, 200)

    assert.equal(await isProven(credential, await getKeys()), true)
    const { text } = await anonymous.get(`/certificates/verify/${code}/credential`)
    const copy = JSON.parse(text)
    assert.equal(copy.credentialSubject.identifier, undefined)
    assert.equal(await isProven(copy, await getKeys()), true)
  })
})

describe('the pictures and documents of a certificate', () => {
  it('carry the credential: the PDF as a file, the badge within its markup', async () => {
    const { person, id, code, credential } = await createCredential({ title: hostile })

    const pdf = await fetch(`${app.address}/certificates/${id}/download`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    const badge = await anonymous.get(`/certificates/verify/${code}/badge.svg`)

    const document = Buffer.from(await pdf.arrayBuffer())
    assert.deepEqual(JSON.parse(readPdfAttachment(document) ?? ''), credential)
    assert.match(document.toString('latin1'), /\/AFRelationship \/Alternative/)
    const [, baked = ''] =
      /<openbadges:credential xmlns:openbadges="https:\/\/purl\.imsglobal\.org\/ob\/v3p0">(.*?)<\/openbadges:credential>/s.exec(
        badge.text,
      ) ?? []
    assert.deepEqual(JSON.parse(decodeXml(baked)), credential)
    assert.equal(await isProven(credential, await getKeys()), true)
  })

  it('lead to the credential from the public page', async () => {
    const { code } = await createCredential()

    const { text } = await anonymous.get(`/certificates/verify/${code}`, { accept: 'text/html' })

    assert.ok(text.includes(`href="/certificates/verify/${code}/credential"`))
  })
})

describe('the status list', () => {
  it('is signed, and has the bit of a revoked credential at once', async () => {
    const [kept, revoked] = [await createCredential(), await createCredential()]
    const { statusListIndex, statusListCredential } = revoked.credential.credentialStatus
    const before = await getList()

    await admin.post(`/certificates/${revoked.id}/revoke`, { reason: 'Another person sat the exam' })

    const list = await getList()
    assert.equal(statusListCredential, list.id)
    assert.equal(await isProven(list, await getKeys()), true)
    assert.equal(readStatusBit(before, Number(statusListIndex)), false)
    assert.equal(readStatusBit(list, Number(statusListIndex)), true)
    assert.equal(readStatusBit(list, Number(kept.credential.credentialStatus.statusListIndex)), false)
    assert.ok(!JSON.stringify(list).includes('sat the exam'))
  })

  it('has a million credentials, and another list is there only when it is needed', async () => {
    assert.equal((await anonymous.get('/certificates/status/2')).status, 404)
    assert.equal((await anonymous.get('/certificates/status/x')).status, 404)
    const { headers, text } = await anonymous.get('/certificates/status/1')
    assert.equal(headers.get('cache-control'), 'public, max-age=60')
    assert.ok(text.length < 125_000)
  })
})

describe('a new key', () => {
  it('signs what is issued afterwards, and what the former one signed stays proven', async () => {
    const { person, id, credential } = await createCredential()

    const key = await rotateKey(app.service.context)

    const keys = await getKeys()
    assert.equal(await isProven(credential, keys), true)
    const later = await getCredential(person, id)
    assert.equal(later.proof.verificationMethod, `did:web:api.test#key-${key}`)
    assert.notEqual(credential.proof.verificationMethod, later.proof.verificationMethod)
    assert.equal(await isProven(later, keys), true)
  })
})

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const decodeXml = (text: string) => text.replace(/&([\w#]+);/g, (_, name: string) => entities[name] ?? '')

/** All copies of the value in which one letter of one text is changed. */
function listChanged(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((part, index) => listChanged(part).map((one) => value.with(index, one)))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => listChanged(part).map((one) => ({ ...value, [name]: one })))
  return typeof value === 'string' ? [flip(value)] : []
}

/** Changes the letter in the middle. */
function flip(text: string): string {
  const middle = text.length >> 1
  return `${text.slice(0, middle)}${text[middle] === 'A' ? 'B' : 'A'}${text.slice(middle + 1)}`
}
