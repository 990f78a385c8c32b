import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'

const app = await testApp()
const { given } = app

async function createResearcher(name = 'Ada Lovelace'): Promise<Person> {
  const person = await given.user({ role: 'researcher', name })
  assert.equal((await person.put('/researchers/me', {})).status, 200)
  return person
}

const readResume = async ({ id, get }: Person) => JSON.parse((await get(`/users/${id}/resume.json`)).text)
const importResume = (person: Person, resume: object, preview = false, owner: { id: number } = person) =>
  person.post(`/users/${owner.id}/resume/import`, { resume, preview })

/** A resume as other programs write it. */
const resume = {
  $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
  basics: {
    name: 'Wangari Otieno',
    label: 'Botanist',
    email: 'w@example.org',
    summary: 'Ferns.\n\nAnd their spores.',
    location: { city: 'Nairobi', region: 'Nairobi County', countryCode: 'KE', postalCode: '00100' },
    profiles: [
      { network: 'orcid', username: '0000-0002-1825-0097' },
      { network: 'Mastodon', username: '@w' },
    ],
  },
  work: [
    { name: 'MIT', url: 'https://ror.org/042nb2s44', position: 'Botanist', startDate: '2020-02-14', highlights: ['x'] },
    { name: 'Field station', startDate: '2015', endDate: '2019-12-31', url: 'https://example.org' },
  ],
  education: [
    { institution: 'University of Nairobi', area: 'Botany', studyType: 'PhD', endDate: '2015', courses: ['a'] },
  ],
  publications: [
    {
      name: 'Ferns of Kenya',
      publisher: 'Fern Gazette',
      releaseDate: '2021-03-02',
      url: 'https://doi.org/10.1000/Ferns',
    },
    { name: 'Spores', url: 'https://example.org/spores', summary: 'What they are.' },
  ],
  skills: [
    { name: 'Microscopy', level: 'Master', keywords: ['Electron microscopy', 'microscopy'] },
    { keywords: ['R'] },
  ],
  languages: [{ language: 'Swahili', fluency: 'Native' }],
  interests: [{ name: 'Botany', keywords: ['Ferns'] }],
  volunteer: [{ organization: 'x' }],
  references: [],
  'x-other': true,
}

describe('POST /users/{id}/resume/import', () => {
  it('fills the profile and the publications with what another program wrote', async () => {
    const person = await createResearcher()

    const reply = await importResume(person, resume)

    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.data.ignored_sections, ['volunteer', 'references'])
    const { data } = await person.get('/researchers/me')
    const { user, headline, bio, location, country, orcid, orcid_verified, fields, skills, languages } = data
    assert.deepEqual(
      [user.name, headline, bio, location, country, orcid, orcid_verified, fields, skills, languages],
      [
        ...['Wangari Otieno', 'Botanist', 'Ferns.\n\nAnd their spores.', 'Nairobi, Nairobi County', 'Kenya'],
        ...['0000-0002-1825-0097', false, ['Botany'], ['Electron microscopy', 'Microscopy', 'R'], ['Swahili']],
      ],
    )
    assert.deepEqual(data.employment, [
      {
        institution: 'MIT',
        ror: 'https://ror.org/042nb2s44',
        title: 'Botanist',
        start: '2020-02',
        end: null,
        current: true,
      },
      { institution: 'Field station', ror: null, title: '', start: '2015', end: '2019-12', current: false },
    ])
    assert.deepEqual(data.education, [
      { institution: 'University of Nairobi', ror: null, degree: 'PhD', field: 'Botany', start: null, end: '2015' },
    ])
    const works = (await person.get(`/researchers/${data.id}/publications`)).data
    assert.deepEqual(
      works.map((work: Record<string, unknown>) => [
        work.title,
        work.date,
        work.doi,
        work.url,
        work.abstract,
        work.source,
      ]),
      [
        ['Ferns of Kenya', '2021-03-02', '10.1000/ferns', null, '', 'manual'],
        ['Spores', null, null, 'https://example.org/spores', 'What they are.', 'manual'],
      ],
    )
    assert.equal((await given.user()).id > 0 && (await person.get('/auth/me')).data.email, person.email)
  })

  it('gives back what was exported, out, in and out again, also in another account', async () => {
    const person = await createResearcher('Barbara McClintock')
    await person.put('/researchers/me', {
      headline: 'Geneticist',
      bio: 'Maize.\n\nAnd what moves in it.',
      location: 'Huntington',
      country: 'USA',
      fields: ['Genetics'],
      skills: ['Cytology'],
      languages: ['English'],
      orcid: '0000-0002-1825-0097',
      education: [{ institution: 'Cornell', degree: 'PhD', field: 'Botany', start: '1923', end: '1927-06' }],
      employment: [
        { ror: '042nb2s44', title: 'Geneticist', start: '1941-12', current: true },
        { institution: 'Cornell', start: '1927', end: '1931' },
        { institution: 'Unknown end' },
      ],
      publications: [
        { title: 'Letters', year: 1951, url: 'https://example.org/lettres/é' },
        { title: 'Mutable loci', year: 1950, venue: 'PNAS', doi: '10.1073/PNAS.36.6.344' },
      ],
    })
    const { data } = await person.get('/researchers/me')
    await person.post(`/researchers/${data.id}/publications`, { title: 'Knobs', year: 1981, container_title: 'Maize' })
    const other = await createResearcher()
    const first = await readResume(person)

    for (const reader of [other, person]) {
      const { status, text } = await importResume(reader, first)
      assert.equal(status, 200, text)
      assert.deepEqual({ ...(await readResume(reader)), meta: null }, { ...first, meta: null })
    }

    assert.deepEqual((await importResume(person, first)).data.changed_fields, [])
  })

  it('answers a preview with the same, and stores nothing', async () => {
    const person = await createResearcher()
    const before = await readResume(person)

    const preview = await importResume(person, resume, true)

    assert.deepEqual(await readResume(person), before)
    const real = await importResume(person, resume)
    assert.deepEqual(
      [preview.data.preview, preview.data.publications.preview, preview.data.publications.imported],
      [true, true, 2],
    )
    for (const field of ['changed_fields', 'ignored_sections', 'profile'])
      assert.deepEqual(preview.data[field], real.data[field])
    assert.deepEqual(
      preview.data.publications.works.map(({ publication_id }: { publication_id: unknown }) => publication_id),
      [null, null],
    )
  })

  it('leaves what the resume does not say', async () => {
    const person = await createResearcher()
    await importResume(person, resume)

    const { data } = await importResume(person, { basics: { label: 'Gardener' }, languages: [] })

    assert.deepEqual(data.changed_fields, ['headline', 'languages'])
    assert.deepEqual([data.profile.bio, data.profile.employment.length], ['Ferns.\n\nAnd their spores.', 2])
  })

  it('takes null, empty texts and entries without anything else for absent, as other programs write them', async () => {
    const person = await createResearcher()
    await importResume(person, resume)

    const { data, status, text } = await importResume(person, {
      basics: {
        name: '',
        label: null,
        summary: ' ',
        email: null,
        location: { city: null, countryCode: '' },
        profiles: [null],
      },
      work: [{ name: '', position: null, startDate: '', endDate: null }],
      education: null,
      publications: [{ name: '', releaseDate: null, url: '' }],
      skills: [{ name: 'Ferns', level: '', keywords: ['', null] }, { name: '' }, null],
      languages: [{ language: '', fluency: '' }],
      interests: null,
      volunteer: null,
    })

    assert.equal(status, 200, text)
    assert.deepEqual([data.changed_fields, data.profile.skills, data.ignored_sections], [['skills'], ['Ferns'], []])
    assert.deepEqual([data.profile.name, data.profile.employment.length], ['Wangari Otieno', 2])
    const nothing = await importResume(person, { basics: null, work: null })
    assert.deepEqual([nothing.status, nothing.data.changed_fields], [200, []])
  })

  it('ends a verification with another name, as a change of the account does', async () => {
    const person = await createResearcher()
    const admin = await given.admin()
    const { data } = await person.get('/researchers/me')
    await admin.post(`/researchers/${data.id}/verify`)

    await importResume(person, { basics: { name: 'Ada Lovelace', label: 'Same name' } })
    assert.equal((await person.get('/researchers/me')).data.verified, true)
    await importResume(person, { basics: { name: 'Another Person' } })

    assert.equal((await person.get('/researchers/me')).data.verified, false)
  })

  for (const [what, faulty, errors] of [
    ['a long name', { basics: { name: 'x'.repeat(201) } }, ['resume.basics.name']],
    [
      'a wrong ORCID iD',
      { basics: { profiles: [{ network: 'ORCID', username: '1' }] } },
      ['resume.basics.profiles.0.username'],
    ],
    [
      'dates of no calendar, and an end before the start',
      {
        work: [
          { name: 'A', startDate: '2019-13' },
          { name: 'B', startDate: '2019', endDate: '2018' },
        ],
        education: [{ institution: 'C', startDate: '2019-02-30' }],
        publications: [{ name: 'D', releaseDate: 'soon' }],
      },
      [
        'resume.education.0.startDate',
        'resume.publications.0.releaseDate',
        'resume.work.0.startDate',
        'resume.work.1.endDate',
      ],
    ],
    ['a position without a place', { work: [{ position: 'x' }] }, ['resume.work.0.name']],
    [
      'an address that is none',
      { publications: [{ name: 'D', url: 'javascript:alert(1)' }] },
      ['resume.publications.0.url'],
    ],
    ['51 positions', { work: Array.from({ length: 51 }, () => ({ name: 'A' })) }, ['resume.work']],
    [
      'too many keywords',
      { skills: [1, 2].map((n) => ({ keywords: Array.from({ length: 60 }, (_, i) => `${n} ${i}`) })) },
      ['resume.skills'],
    ],
    ['a text instead of an object', 'resume', ['resume']],
  ] as const)
    it(`refuses ${what} with one sentence for each fault, and stores nothing`, async () => {
      const person = await createResearcher()
      const before = await readResume(person)
      const given = typeof faulty === 'string' ? faulty : { skills: [{ name: 'Kept out' }], ...faulty }

      const { status, errors: found, text } = await person.post(`/users/${person.id}/resume/import`, { resume: given })

      assert.equal(status, 422, text)
      assert.deepEqual(Object.keys(found ?? {}).sort(), errors)
      for (const sentences of Object.values(found ?? {})) assert.equal(sentences.length, 1)
      assert.deepEqual(await readResume(person), before)
    })

  it('is for the researcher and administrators, and needs a profile', async () => {
    const person = await createResearcher()
    const [stranger, learner, admin] = [await createResearcher(), await given.user(), await given.admin()]

    for (const preview of [true, false])
      assert.equal((await importResume(stranger, resume, preview, person)).status, 403)
    assert.equal((await importResume(learner, resume)).status, 404)
    assert.equal((await importResume(admin, { basics: { label: 'By the office' } }, false, person)).status, 200)

    assert.equal((await person.get('/researchers/me')).data.headline, 'By the office')
  })
})
