import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { assertUntold } from '#test/support/secrets.ts'

const hostile = '</script><script>alert(1)</script>]]>&amp;"\''

const profile = {
  headline: `Geneticist ${hostile}`,
  bio: `Maize.\n\n${hostile}`,
  institution: 'Cornell',
  country: 'USA',
  fields: ['Genetics'],
  skills: ['Cytology'],
  languages: ['en'],
  publications: [
    { title: `Mutable loci ${hostile}`, year: 1950, venue: 'PNAS', doi: '10.1073/pnas.36.6.344' },
    { title: 'Letters', year: 1951, url: 'https://example.org/letters' },
  ],
}

async function createProfile(person: Person, more: object = {}): Promise<number> {
  const { data, status, text } = await person.put('/researchers/me', { ...profile, public_page: true, ...more })
  assert.equal(status, 200, text)
  return data.id
}

const readData = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '')

describe('the page of a researcher', () => {
  it('shows a profile with structured data, and runs nothing of it', async () => {
    const { given, anonymous } = await testApp()
    const person = await given.user({ role: 'researcher', name: 'Barbara <b>' })
    const id = await createProfile(person)
    const { status, text, headers } = await anonymous.get(`/people/${id}`, { accept: 'text/html' })
    const { '@type': type, mainEntity } = readData(text)
    assert.equal(status, 200)
    assert.ok(!text.includes('<script>alert'))
    assert.match(text, /https:\/\/doi\.org\/10\.1073\/pnas\.36\.6\.344/)
    assert.match(String(headers.get('content-security-policy')), /script-src|default-src 'none'/)
    assert.deepEqual(
      [
        type,
        mainEntity['@type'],
        mainEntity.name,
        mainEntity.jobTitle,
        mainEntity.affiliation.name,
        mainEntity.knowsAbout,
      ],
      ['ProfilePage', 'Person', 'Barbara <b>', profile.headline, 'Cornell', ['Genetics', 'Cytology']],
    )
    assertUntold(text, [person.email, 'orcid.org'])
  })

  it('says where the researcher works and studied, the latest first', async () => {
    const { given, anonymous } = await testApp()
    const id = await createProfile(await given.user({ role: 'researcher' }), {
      education: [{ ror: '042nb2s44', degree: `PhD ${hostile}`, start: '1923', end: '1927-06' }],
      employment: [
        { institution: `Missouri ${hostile}`, title: 'Assistant professor', start: '1936', end: '1941' },
        { institution: 'Cold Spring Harbor', title: 'Geneticist', start: '1941-12', current: true },
      ],
    })
    const { status, text } = await anonymous.get(`/people/${id}`, { accept: 'text/html', 'accept-language': 'fr' })
    const { mainEntity } = readData(text)
    assert.equal(status, 200)
    assert.ok(!text.includes('<script>alert'))
    assert.ok(text.indexOf('Geneticist</bdi> · <bdi>Cold Spring') < text.indexOf('Assistant professor'))
    assert.match(text, /depuis déc\. 1941/)
    assert.match(text, /1923 – juin 1927/)
    assert.deepEqual(mainEntity.worksFor, [{ '@type': 'Organization', name: 'Cold Spring Harbor' }])
    assert.deepEqual(mainEntity.alumniOf, [
      { '@type': 'Organization', name: 'Massachusetts Institute of Technology', sameAs: 'https://ror.org/042nb2s44' },
    ])
  })

  it('lists the record of publications as ScholarlyArticle with links to their DOIs, and escapes all of it', async () => {
    const { given, anonymous } = await testApp()
    const person = await given.user({ role: 'researcher' })
    const id = await createProfile(person)
    const path = `/researchers/${id}/publications`
    const work = {
      title: `Knobs ${hostile}`,
      authors: [{ given: 'Barbara', family: `McClintock ${hostile}`, orcid: '0000-0002-1825-0097' }, { family: 'WHO' }],
      date: '1981-03',
      container_title: `Maize ${hostile}`,
      type: 'article-journal',
      doi: '10.1000/<knobs>"x',
    }
    for (const given of [work, { title: 'The book', year: 1983, type: 'book' }, { title: 'letters' }])
      assert.equal((await person.post(path, given)).status, 201)

    const { text } = await anonymous.get(`/people/${id}`, { accept: 'text/html' })

    assert.ok(!text.includes('<script>alert'))
    assert.match(text, /href="https:\/\/doi\.org\/10\.1000\/%3Cknobs%3E%22x"/)
    const { hasPart } = readData(text)
    assert.deepEqual(
      hasPart.map((part: Record<string, unknown>) => [part['@type'], part.name, part.datePublished]),
      [
        ['Book', 'The book', '1983'],
        ['ScholarlyArticle', work.title, '1981-03'],
        ['ScholarlyArticle', 'Letters', '1951'],
        ['ScholarlyArticle', `Mutable loci ${hostile}`, '1950'],
      ],
    )
    assert.deepEqual(hasPart[1].author, [
      { '@type': 'Person', name: `Barbara McClintock ${hostile}`, sameAs: 'https://orcid.org/0000-0002-1825-0097' },
      { '@type': 'Organization', name: 'WHO' },
    ])
    assert.deepEqual(hasPart[1].identifier, { '@type': 'PropertyValue', propertyID: 'DOI', value: work.doi })
  })

  it('is there only while its researcher wants it, and the profile is public', async () => {
    const { given, anonymous } = await testApp()
    const [person, admin] = [await given.user({ role: 'researcher' }), await given.admin()]
    const { data } = await person.put('/researchers/me', profile)
    const look = async () => (await anonymous.get(`/people/${data.id}`)).status
    const listed = async () => (await anonymous.get('/sitemap.xml?of=people')).text.includes(`/people/${data.id}<`)
    assert.deepEqual([data.public_page, await look(), await listed()], [false, 404, false])
    for (const [change, expected] of [
      [{ public_page: true }, 200],
      [{ visibility: 'private' }, 404],
      [{ visibility: 'public' }, 200],
      [{ public_page: false }, 404],
      [{ public_page: true }, 200],
    ] as const) {
      await person.put('/researchers/me', change)
      assert.deepEqual([await look(), await listed()], [expected, expected === 200], JSON.stringify(change))
    }
    await admin.post(`/admin/users/${person.id}/suspend`, {})
    assert.deepEqual([await look(), await listed()], [404, false])
    await admin.post(`/admin/users/${person.id}/restore`, {})
    assert.equal(await look(), 200)
    await admin.delete(`/users/${person.id}`)
    assert.deepEqual([await look(), await listed()], [404, false])
  })

  it('is off with PUBLIC_PAGES=false', async () => {
    const { given, anonymous } = await testApp({ PUBLIC_PAGES: 'false' })
    const id = await createProfile(await given.user({ role: 'researcher' }))
    assert.equal((await anonymous.get(`/people/${id}`)).status, 404)
    assert.equal((await anonymous.get('/sitemap.xml?of=people')).status, 404)
  })
})
