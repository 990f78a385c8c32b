import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readText } from '@research-platform/documents/text'
import { Ajv } from 'ajv'
import { type Person, testApp } from '#test/support/app.ts'
import { countPdfPages } from '#test/support/pdf.ts'
// Of the npm package @jsonresume/schema 1.3.1 (MIT).
import schema from './json-resume.schema.json' with { type: 'json' }

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addFormat('uri', (text: string) => /^[\x21-\x7e]+$/.test(text) && URL.canParse(text))
ajv.addFormat('email', (text: string) => text.includes('@'))
const isValid = ajv.compile(schema)

const app = await testApp()
const { given } = app

const profile = {
  headline: 'Geneticist',
  bio: 'Maize.\n\nAnd what moves in it.',
  institution: 'Cold Spring Harbor',
  location: 'Huntington',
  country: 'USA',
  fields: ['Genetics'],
  skills: ['Cytology'],
  languages: ['English'],
  orcid: '0000-0002-1825-0097',
  education: [{ institution: 'Cornell', degree: 'PhD', field: 'Botany', start: '1923', end: '1927-06' }],
  employment: [{ ror: '042nb2s44', title: 'Geneticist', start: '1941-12', current: true }],
  publications: [
    { title: 'Letters', year: 1951, url: 'https://example.org/lettres/é' },
    { title: 'Mutable loci', year: 1950, venue: 'PNAS', doi: '10.1073/pnas.36.6.344' },
  ],
}

async function createResearcher(change: object = {}): Promise<Person> {
  const person = await given.user({ role: 'researcher', name: 'Barbara McClintock' })
  const { status, text } = await person.put('/researchers/me', { ...profile, ...change })
  assert.equal(status, 200, text)
  return person
}

async function readResume(reader: Person, { id }: Person) {
  const { status, text, headers } = await reader.get(`/users/${id}/resume.json`)
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'], text)
  const resume = JSON.parse(text)
  assert.deepEqual([isValid(resume), isValid.errors], [true, null])
  return resume
}

async function readCv(reader: Person, { id }: Person) {
  const response = await fetch(`${app.address}/users/${id}/resume.pdf`, {
    headers: { authorization: `Bearer ${reader.token}` },
  })
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf'])
  const pdf = Buffer.from(await response.arrayBuffer())
  return { pdf, text: ((await readText(new Uint8Array(pdf))) ?? '').replaceAll(/\s+/g, ' ') }
}

describe('GET /users/{id}/resume.json', () => {
  it('is a JSON Resume with all of the profile', async () => {
    const person = await createResearcher({ public_page: true })
    const { data } = await person.get('/researchers/me')
    const { basics, work, education, publications, skills, languages, interests } = await readResume(
      await given.user(),
      person,
    )

    assert.deepEqual(
      [basics.name, basics.label, basics.summary, basics.location],
      ['Barbara McClintock', 'Geneticist', profile.bio, { city: 'Huntington', region: 'USA' }],
    )
    assert.match(basics.url, new RegExp(`/people/${data.id}$`))
    assert.equal(basics.profiles[0].url, 'https://orcid.org/0000-0002-1825-0097')
    const mit = { name: 'Massachusetts Institute of Technology', url: 'https://ror.org/042nb2s44' }
    assert.deepEqual(work, [{ ...mit, position: 'Geneticist', startDate: '1941-12' }])
    assert.deepEqual(education, [
      { institution: 'Cornell', area: 'Botany', studyType: 'PhD', startDate: '1923', endDate: '1927-06' },
    ])
    assert.deepEqual(publications, [
      { name: 'Letters', releaseDate: '1951', url: 'https://example.org/lettres/%C3%A9' },
      {
        name: 'Mutable loci',
        publisher: 'PNAS',
        releaseDate: '1950',
        url: 'https://doi.org/10.1073/pnas.36.6.344',
      },
    ])
    assert.deepEqual(
      [skills, languages, interests],
      [[{ name: 'Cytology' }], [{ language: 'English' }], [{ name: 'Genetics' }]],
    )
  })

  it('has the works of the record that are not typed, and is valid when little is known', async () => {
    const person = await createResearcher()
    const { data } = await person.get('/researchers/me')
    for (const work of [{ title: 'mutable LOCI' }, { title: 'Knobs', year: 1981, container_title: 'Maize' }])
      assert.equal((await person.post(`/researchers/${data.id}/publications`, work)).status, 201)
    const { publications } = await readResume(person, person)
    assert.deepEqual(
      publications.map(({ name }: { name: string }) => name),
      ['Knobs', 'Letters', 'Mutable loci'],
    )
    const unknown = await given.user({ role: 'researcher' })
    await unknown.put('/researchers/me', {})
    assert.deepEqual(Object.keys(await readResume(person, unknown)), ['$schema', 'basics', 'meta'])
  })

  it('tells the e-mail address to no reader, and nothing of a private profile', async () => {
    const person = await createResearcher({ visibility: 'private', public_page: true })
    const [stranger, admin] = [await given.user(), await given.admin()]
    for (const ending of ['json', 'pdf'])
      for (const [client, path, expected] of [
        [stranger, person.id, 403],
        [app.anonymous, person.id, 401],
        [admin, stranger.id, 404],
        [admin, 999_999_999, 404],
      ] as const)
        assert.equal((await client.get(`/users/${path}/resume.${ending}`)).status, expected, `${path} ${ending}`)
    const own = await readResume(person, person)
    assert.deepEqual(own, await readResume(admin, person))
    assert.ok(!('url' in own.basics) && !JSON.stringify(own).includes(person.email))
  })
})

describe('GET /users/{id}/resume.pdf', () => {
  it('says where the person worked and studied, in the language of the person', async () => {
    const person = await createResearcher()
    await person.put(`/users/${person.id}`, { locale: 'fr' })
    const { text, pdf } = await readCv(await given.user(), person)
    for (const part of ['Barbara McClintock', 'depuis déc. 1941', '1923 – juin 1927', 'Mutable loci', 'Compétences'])
      assert.ok(text.includes(part), `${part}: ${text}`)
    assert.equal(countPdfPages(pdf), 1)
    assert.ok(!text.includes(person.email))
  })

  it('goes on over more pages, and writes all scripts', async () => {
    const words = 'كانت الذرة موضوع عملها. 染色体和玉米。 Ku chunguza mahindi. '
    const person = await createResearcher({
      bio: words.repeat(10).trim(),
      skills: Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(90)}`),
      employment: Array.from({ length: 50 }, (_, index) => ({ institution: `Field station ${index}`, start: '1999' })),
      publications: Array.from({ length: 60 }, (_, index) => ({
        title: `Work ${index}: ${'maize '.repeat(70)}`,
        year: 1950,
      })),
    })
    await person.put(`/users/${person.id}`, { locale: 'ar' })
    const { text, pdf } = await readCv(person, person)
    assert.ok(Number(countPdfPages(pdf)) > 5)
    assert.ok(text.includes('Field station 49'))
  })
})
