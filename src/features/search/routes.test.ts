import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { openDatabase } from '#service/open-database.ts'
import { ask } from '#test/contract/empty-database.ts'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'

/** An app of its own, because the tests advance its clock by months. */
const getApp = () => testApp({ TOKEN_TTL_DAYS: '365' })

/** A unique word without digits, which would make a query personal. */
const uniqueWord = () =>
  `w${randomBytes(8).toString('hex')}`.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

interface Profile {
  name: string
  [field: string]: unknown
}

async function createResearcher({ given }: TestApp, { name, ...profile }: Profile): Promise<number> {
  const person = await given.user({ role: 'researcher', name })
  const { status, data, text } = await person.put('/researchers/me', profile)
  assert.equal(status, 200, text)
  return data.id
}

/** A small set of profiles whose search results are obvious. */
const world: Record<string, Profile> = {
  wanjiru: {
    name: 'Wanjirũ Kamau',
    headline: 'Predicts crop yields from satellites',
    institution: 'University of Nairobi',
    country: 'Kenya',
    location: 'Nairobi, Kenya',
    fields: ['Machine Learning', 'Agriculture'],
    skills: ['Python', 'Remote Sensing'],
    bio: 'I teach computers to see fields of maize from space, and farmers what that means.',
    years_experience: 9,
    h_index: 17,
  },
  jose: {
    name: 'José Álvarez',
    headline: 'Language technology for small languages',
    institution: 'Universidad de Chile',
    country: 'Chile',
    fields: ['Natural Language Processing', 'Linguistics'],
    skills: ['Python', 'PyTorch', 'C++'],
    bio: 'Dictionaries, parsers and translators for Mapudungun and Quechua.',
    years_experience: 4,
    availability: 'busy',
  },
  johnson: {
    name: 'Katherine Johnson',
    headline: 'Orbits and trajectories',
    institution: 'Stanford University',
    country: 'United States',
    fields: ['Astrodynamics'],
    skills: ['Mathematics', 'Fortran'],
    bio: 'Computing how spacecraft come home. Sometimes I use machine learning, mostly pencils.',
    publications: [{ title: 'Determination of azimuth angle at burnout', year: 1960, venue: 'NASA' }],
    years_experience: 33,
    h_index: 41,
  },
  li: {
    name: 'Li Wei',
    headline: 'How people and computers understand each other',
    institution: 'Tsinghua University',
    country: 'China',
    fields: ['Human-Computer Interaction'],
    skills: ['User Studies', 'Statistics'],
    bio: 'Interfaces for the elderly.',
    years_experience: 6,
  },
}

interface World extends TestApp {
  ids: Record<string, number>
  reader: Person
}

const getWorld = async (app: TestApp): Promise<World> => {
  const ids: Record<string, number> = {}
  for (const [key, profile] of Object.entries(world)) ids[key] = await createResearcher(app, profile)
  return { ...app, ids, reader: await app.given.user({ role: 'recruiter' }) }
}

let shared: Promise<World> | undefined
const getSharedWorld = () => {
  // With the threads of the service.
  shared ??= testApp({}, { openDatabase }).then(getWorld)
  return shared
}

const search = async ({ reader, ids }: World, query: string, filters: object = {}) => {
  const { status, data, text } = await reader.post('/search/intelligent', { query, filters })
  assert.equal(status, 200, text)
  const names = Object.fromEntries(Object.entries(ids).map(([key, id]) => [id, key]))
  return { ...data, found: data.researchers.map(({ id }: { id: number }) => names[id]) }
}

describe('POST /search/intelligent', () => {
  const cases: [query: string, found: string[], filters?: object][] = [
    ['jose alvarez', ['jose']],
    ['ÁLVAREZ', ['jose']],
    ['wanjiru', ['wanjiru']],
    ['Katherin Jonson', ['johnson']],
    ['Kahterine', ['johnson']],
    ['Wanijru', ['wanjiru']],
    ['machine learning', ['wanjiru', 'johnson']],
    ['machin lerning', ['wanjiru', 'johnson']],
    ['ML', ['wanjiru', 'johnson']],
    ['NLP', ['jose']],
    ['hci', ['li']],
    ['human computer interaction', ['li']],
    ['"machine learning" -pencils', ['wanjiru']],
    ['python -chile', ['wanjiru']],
    ['python', ['wanjiru', 'jose']],
    ['python 5+ years', ['wanjiru']],
    ['available python', ['wanjiru']],
    ['pyth', ['wanjiru', 'jose']],
    ['c++', ['jose']],
    ['translating dictionary', ['jose']],
    ['azimuth', ['johnson']],
    ['stanford', ['johnson']],
    ['university of nairobi', ['wanjiru']],
    ['researchers in kenya', ['wanjiru']],
    ['usa', ['johnson']],
    ['machine learning in kenya', ['wanjiru']],
    ['"learning machine"', []],
    ['python', ['jose'], { country: 'chile' }],
    ['', ['jose', 'li'], { country: ['Chile', 'China'], sort: 'name' }],
    ['', ['johnson', 'wanjiru'], { min_experience: 7, sort: 'experience' }],
    ['', ['jose'], { skill: ['c++', 'cobol'] }],
    ['', ['wanjiru'], { location: 'airobi' }],
    ['python', ['jose'], { country: ['chile', ''], skill: [], location: '', availability: [], field: [' '] }],
    ['xqzvkjwp', []],
    // Exclusions in words: a name as a whole, otherwise one word.
    ['python not in chile', ['wanjiru']],
    ['python outside the republic of kenya', ['jose']],
    ['python without dictionaries', ['wanjiru']],
    ['machine learning except pencils', ['wanjiru']],
    ['people who know python but not in Kenya or Chile', []],
    ['machine learning excluding stanford university', ['wanjiru']],
    // Countries by their people and by their other names.
    ['kenyan python', ['wanjiru']],
    ['chilean researchers', ['jose']],
    ['americans', ['johnson']],
    ['américaine', []],
    ['estados unidos', ['johnson']],
    ['python, but not chilean', ['wanjiru']],
    // Bounds of numbers; unknown numbers are within none.
    ['python fewer than 5 years', ['jose']],
    ['at most 6 years', ['jose', 'li']],
    ['between 5 and 10 years', ['wanjiru', 'li']],
    ['more than 9 years', ['johnson']],
    ['at least 9 years', ['johnson', 'wanjiru']],
    ['h-index over 20', ['johnson']],
    ['python with an h-index of at most 20', ['wanjiru']],
    // Institutions by their initials, which are derived from their names.
    ['uon', ['wanjiru']],
    ['python udc', ['jose']],
    ['nlp udc', ['jose']],
    ['machine learning not at uon', ['johnson']],
    // Sentences: their other words need not stand in a profile.
    ['could you please help me find someone who knows machine learning in kenya', ['wanjiru']],
  ]

  for (const round of ['pending', 'folded'])
    it(`interprets typical queries (${round})`, async () => {
      const shared = await getSharedWorld()
      // The free plan has fewer searches a month than all cases together.
      const place = { ...shared, reader: await shared.given.user({ role: 'recruiter' }) }
      if (round === 'folded') await place.settle()
      for (const [query, expected, filters = {}] of cases) {
        const { found, total } = await search(place, query, filters)
        const inOrder = (names: string[]) => ('sort' in filters ? names : names.toSorted())
        assert.deepEqual(inOrder(found), inOrder(expected), `${query} ${JSON.stringify(filters)}`)
        assert.equal(total, expected.length)
      }
    })

  it('ranks a research field above a mention in the text', async () => {
    const { found, researchers } = await search(await getSharedWorld(), 'machine learning')

    assert.deepEqual(found, ['wanjiru', 'johnson'])
    assert.ok(researchers[0].score > researchers[1].score)
    assert.deepEqual(researchers[0].matched_fields.slice(0, 1), ['fields'])
    assert.deepEqual(researchers[1].matched_fields, ['bio'])
    assert.match(researchers[1].highlights[0].text, /<mark>machine<\/mark> <mark>learning<\/mark>/)
  })

  it('returns its interpretation of the query', async () => {
    const { insights } = await search(
      await getSharedWorld(),
      'verified ml python -java "remote sensing" in kenya 5+ years',
    )

    const { interpreted } = insights
    assert.equal(interpreted.verified, true)
    assert.equal(interpreted.min_experience, 5)
    assert.deepEqual(interpreted.countries, ['Kenya'])
    assert.deepEqual(interpreted.fields, ['Machine Learning'])
    assert.deepEqual(interpreted.skills, ['Python', 'Remote Sensing'])
    assert.deepEqual(interpreted.excluded, ['java'])
    assert.deepEqual(interpreted.phrases, ['remote sensing'])
    assert.deepEqual(interpreted.abbreviations, [{ short: 'ml', meaning: 'machine learning' }])
  })

  it('says what it understood of exclusions and bounds', async () => {
    const { insights } = await search(
      await getSharedWorld(),
      'python not in chile, between 5 and 10 years, h-index over 10',
    )

    const { excluded, min_experience, max_experience, min_h_index, max_h_index, countries } = insights.interpreted
    assert.deepEqual(excluded, ['Chile'])
    assert.deepEqual([min_experience, max_experience, min_h_index, max_h_index], [5, 10, 11, null])
    assert.deepEqual(countries, [])
  })

  it('suggests institutions by their initials', async () => {
    const { reader } = await getSharedWorld()

    const { data } = await reader.get('/search/suggestions?q=uon')

    assert.deepEqual(data, [{ text: 'University of Nairobi', type: 'institution' }])
  })

  it('finds an unfinished name behind many frequent words with the same beginning', async () => {
    const app = await createApp()
    const admin = await app.given.admin()
    const words = Array.from({ length: 30 }, (_, index) => `kama${String.fromCharCode(97 + (index % 26))}${index}x`)
    for (const count of [1, 2]) await createResearcher(app, { name: `Person ${count}`, bio: words.join(' ') })
    const id = await createResearcher(app, { name: 'Wanjiru Kamaru' })
    await app.settle()

    const { data } = await admin.post('/search/intelligent', { query: 'kama' })

    assert.deepEqual([data.total, data.researchers[0].id], [3, id])
  })

  for (const [stored, queries] of [
    ['Jürgen Müller', ['müller', 'mueller', 'muller', 'juergen mueller', 'J. Müller']],
    ['Hans Mueller', ['müller', 'muller', 'H. Mueller']],
    ['Søren Kjærsgaard', ['soren kjaersgaard', 'Søren Kjærsgaard', 'S. Kjærsgaard']],
    ['Łukasz Đorđević', ['lukasz dordevic', 'Ł. Đorđević']],
    ['Jean-Luc Picard', ['jean luc', 'jean-luc', 'jeanluc picard', 'J.-L. Picard', 'J. L. Picard']],
    ["Siobhán O'Brien", ["o'brien", 'obrien', 'siobhan obrien']],
  ] as const)
    it(`finds ${stored} as people write the name`, async () => {
      const app = await createApp()
      const id = await createResearcher(app, { name: stored })
      // People whose names are near, and nearer without the rules.
      for (const name of ['Muler Orbin', 'Sorin Kaers', 'Lucas Dordi', 'Jeanne Lucar', 'Jan Miller', 'Brien Oakley'])
        await createResearcher(app, { name })
      const admin = await app.given.admin()
      for (const _ of ['pending', 'folded']) {
        for (const query of queries) {
          const { data } = await admin.post('/search/intelligent', { query })
          assert.equal(data.researchers[0]?.id, id, query)
        }
        await app.settle()
      }
    })

  it('averages the years of experience over those who gave them', async () => {
    const app = await createApp()
    await createResearcher(app, { name: 'Jane', years_experience: 8 })
    await createResearcher(app, { name: 'John' })
    const reader = await app.given.user()
    for (const _ of ['pending', 'folded']) {
      const { data } = await reader.post('/search/intelligent', { query: '' })
      assert.deepEqual([data.total, data.insights.average_years_experience], [2, 8])
      await app.settle()
    }
  })

  for (const [query, understood, found] of [
    ['linguists in chile', { fields: ['Linguistics'] }, ['jose']],
    ['statistician', { skills: ['Statistics'] }, ['li']],
    ['mathematicians at stanford', { skills: ['Mathematics'] }, ['johnson']],
  ] as const)
    it(`finds the field by the names of professions: ${query}`, async () => {
      const result = await search(await getSharedWorld(), query)

      const { interpreted } = result.insights
      assert.deepEqual({ ...interpreted, ...understood }, interpreted)
      assert.deepEqual([interpreted.corrections, result.found], [[], found])
    })

  for (const [query, field] of [
    ['biologist', 'Biology'],
    ['geologists', 'Geology'],
    ['ecologist', 'Ecology'],
    ['marine biologists', 'Marine Biology'],
    ['physicist', 'Physics'],
    ['biological', 'Biology'],
  ] as const)
    it(`finds researchers in ${field} by ${query}`, async () => {
      const app = await createApp()
      await createResearcher(app, { name: 'Jane', fields: [field] })
      await createResearcher(app, { name: 'John', fields: ['Economics'] })

      const { data } = await (await app.given.user()).post('/search/intelligent', { query })

      assert.deepEqual(
        data.researchers.map(({ user }: { user: { name: string } }) => user.name),
        ['Jane'],
      )
    })

  it('counts all results, not only those of the page', async () => {
    const place = await getSharedWorld()
    for (const _ of ['as it is', 'folded']) {
      const { data } = await place.reader.post('/search/intelligent', { query: '', limit: 1 })
      assert.equal(data.researchers.length, 1)
      assert.equal(data.total, 4)
      assert.deepEqual(data.insights.top_skills[0], { name: 'Python', count: 2 })
      assert.equal(data.insights.top_countries.length, 4)
      assert.equal(data.insights.average_years_experience, 13)
      assert.equal(data.insights.sampled, false)
      await place.settle()
    }
  })

  it('counts private profiles only for users who may see them', async () => {
    const app = await getApp()
    const [botany, secrecy] = [uniqueWord(), uniqueWord()]
    await createResearcher(app, { name: 'Open', fields: [botany], years_experience: 2 })
    const owner = await app.given.user({ role: 'researcher', name: 'Hidden' })
    const hidden = { fields: [botany, secrecy], years_experience: 8, visibility: 'private' }
    await owner.put('/researchers/me', hidden)
    const [stranger, admin] = [await app.given.user(), await app.given.admin()]
    for (const _ of ['pending', 'folded']) {
      const seen = await Promise.all(
        [stranger, owner, admin].map(async (who) => {
          const { data } = await who.post('/search/intelligent', { query: botany })
          return [data.total, data.insights.top_fields, data.insights.average_years_experience]
        }),
      )
      const all = [
        2,
        [
          { name: botany, count: 2 },
          { name: secrecy, count: 1 },
        ],
        5,
      ]
      assert.deepEqual(seen, [[1, [{ name: botany, count: 1 }], 2], all, all])
      const categories = (await stranger.get('/search/categories')).data
      assert.deepEqual(
        categories.filter(({ name }: { name: string }) => [botany, secrecy].includes(name)),
        [{ name: botany, researchers_count: 1 }],
      )
      assert.deepEqual((await stranger.get(`/search/suggestions?q=${secrecy.slice(0, 12)}`)).data, [])
      await app.settle()
    }
  })

  it('adds words that many profiles share at once, whoever may see the profiles', async () => {
    const app = await getApp()
    const institution = uniqueWord()
    const people = await runSequentially(12, () => app.given.user({ role: 'researcher' }))

    await Promise.all(
      people.map((person, index) => {
        const visibility = index === 0 ? 'public' : 'private'
        return person.put('/researchers/me', { institution, fields: [institution], visibility })
      }),
    )
    await app.settle()

    assert.deepEqual(await ask(app.platform.config, 'select kind from tasks where last_error is not null'), [])
    assert.deepEqual(await ask(app.platform.config, 'select kind from journal'), [])
    const stranger = await app.given.user()
    assert.equal((await stranger.post('/search/intelligent', { query: institution })).data.total, 1)
  })

  it('suggests the corrected spelling first, and only queries with results', async () => {
    const place = await getSharedWorld()

    const { suggestions } = await search(place, 'machin lerning')

    assert.equal(suggestions[0], 'machine learning')
    assert.ok(suggestions.length <= 8)
    for (const one of suggestions) assert.ok((await search(place, one)).total > 0, one)
  })

  it('returns the nearest results when no profile contains all words', async () => {
    const { found, insights } = await search(await getSharedWorld(), 'fortran quechua pytorch')

    assert.deepEqual(found, ['jose'])
    assert.equal(insights.interpreted.all_words, false)
  })

  it('returns no results on pages beyond the last one, in any order', async () => {
    const reader = await (await getSharedWorld()).given.user()

    for (const sort of ['relevance', 'recent', 'experience', 'name'])
      for (const page of [100, 2 ** 53, 1e308]) {
        const body = { query: '', page, filters: { sort } }
        const { status, data, text } = await reader.post('/search/intelligent', body)
        assert.equal(status, 200, text)
        assert.deepEqual([data.researchers, data.page], [[], page])
        assert.ok(data.total > 0)
      }
  })

  it('paginates without missing or repeating a profile', async () => {
    const { reader } = await getSharedWorld()
    const seen: number[] = []
    for (const page of [1, 2, 3, 4, 5]) {
      const { data } = await reader.post('/search/intelligent', { query: '', page, limit: 1 })
      seen.push(...data.researchers.map(({ id }: { id: number }) => id))
    }
    assert.equal(seen.length, 4)
    assert.equal(new Set(seen).size, 4)
  })

  const hostile = [
    '"',
    '""',
    '"unclosed',
    "'",
    'NEAR(a b)',
    'NEAR/3',
    '*',
    'a*',
    '* OR *',
    'AND OR NOT',
    '(',
    '))) (((',
    'name:x',
    '^a',
    '{a b}:c',
    '-',
    '--',
    '-"',
    '- -',
    '+',
    "'; drop table users; --",
    '%',
    '_',
    '\\',
    '🦄',
    '👩‍🔬 python',
    'مرحبا بالعالم',
    'שלום',
    '機械学習',
    '\u202Eabc',
    'x'.repeat(500),
    'a '.repeat(250),
    '-a '.repeat(166),
    '"a" '.repeat(125),
    '99+ years',
    '0 years',
    'available',
    'verified verified',
    '\u0301\u0301',
    '<script>alert(1)</script>',
    '&amp;',
    'null',
    'or or or',
    'constructor',
    '__proto__ toString',
    'the of and',
  ]
  it('responds to any input', async () => {
    const { given } = await getSharedWorld()
    // Has no search limit.
    const reader = await given.admin()
    for (const query of hostile) {
      assert.equal((await reader.post('/search/intelligent', { query })).status, 200, query)
      assert.equal(
        (await reader.get(`/search/suggestions?q=${encodeURIComponent(query.slice(0, 200))}`)).status,
        200,
        query,
      )
      assert.equal((await reader.get(`/researchers?search=${encodeURIComponent(query)}`)).status, 200, query)
    }
    const filters = { skill: Array.from({ length: 10_000 }, (_, index) => `skill ${index}`) }
    assert.equal((await reader.post('/search/intelligent', { query: '', filters })).data.total, 0)
  })

  it('refuses invalid requests', async () => {
    const { reader, anonymous } = await getSharedWorld()
    assert.equal((await anonymous.post('/search/intelligent', { query: 'x' })).status, 401)
    for (const body of [
      { query: 5 },
      { query: 'x'.repeat(501) },
      { page: 0 },
      { filters: { availability: 'soon' } },
      { filters: { sort: 'height' } },
      { filters: { min_experience: -1 } },
    ])
      assert.equal((await reader.post('/search/intelligent', body)).status, 422, JSON.stringify(body))
  })

  it('does not find words that were removed from a profile', async () => {
    const app = await getApp()
    const word = uniqueWord()
    const person = await app.given.user({ role: 'researcher', name: 'Mallory' })
    const reader = await app.given.user()
    const total = async () => (await reader.post('/search/intelligent', { query: word })).data.total

    await person.put('/researchers/me', { bio: word })
    await app.settle()
    assert.equal(await total(), 1)
    await person.put('/researchers/me', { bio: '' })
    assert.equal(await total(), 0)
    await app.settle()

    assert.equal(await total(), 0)
    assert.deepEqual((await reader.get(`/search/suggestions?q=${word}`)).data, [])
  })

  it('finds researchers with the longest possible profile', async () => {
    const app = await getApp()
    const word = uniqueWord()
    const text = (length: number) => `${word} ${'reproducible methods, '.repeat(30)}`.slice(0, length)
    const person = await app.given.user({ role: 'researcher', name: 'Trent' })
    const publications = Array.from({ length: 500 }, () => ({
      title: text(500),
      year: 2000,
      venue: text(300),
    }))

    const { status } = await person.put('/researchers/me', { publications })

    assert.equal(status, 200)
    for (const _ of ['pending', 'folded']) {
      const { data } = await person.post('/search/intelligent', { query: word, limit: 100 })
      assert.deepEqual([data.total, data.researchers[0].matched_fields], [1, ['publications']])
      await app.settle()
    }
  })

  it('escapes profile texts in highlights', async () => {
    const app = await getApp()
    const word = uniqueWord()
    await createResearcher(app, { name: 'Eve', bio: `<b>${word}</b> & more` })

    const { data } = await (await app.given.user()).post('/search/intelligent', { query: word })

    assert.equal(data.researchers[0].highlights[0].text, `&lt;b&gt;<mark>${word}</mark>&lt;/b&gt; &amp; more`)
  })
})

describe('the search quota', () => {
  it('counts every request that is not a further page of the same query and filters', async () => {
    const { given } = await getSharedWorld()
    const reader = await given.user({ role: 'recruiter' })
    const send = async (body: object) =>
      assert.equal((await reader.post('/search/intelligent', { query: 'python', limit: 1, ...body })).status, 200)
    const readUsed = async () => (await reader.get('/subscriptions/current')).data.usage.candidate_searches.used

    await send({})
    await send({ page: 2 })
    await send({ page: 3 })
    assert.equal(await readUsed(), 1)

    for (const other of [{ filters: { country: 'Chile' } }, { filters: { country: 'Kenya' } }, { query: 'chile' }])
      await send({ page: 2, ...other })
    assert.equal(await readUsed(), 4)
    await send({})
    assert.equal(await readUsed(), 5)
  })
})

describe('a literal search', () => {
  it('takes the words as they are', async () => {
    const app = await getApp()
    // No stem lacks this last letter, as it does a final e; the word without it is another word.
    const word = `${uniqueWord()}k`
    await createResearcher(app, { name: 'Ada Literal', bio: `Writes without ${word}, for fewer than 5 years and ML.` })
    await createResearcher(app, { name: 'Ben Literal', bio: word, fields: ['Machine Learning'], years_experience: 3 })
    const reader = await app.given.user()
    const search = async (query: string, literal: boolean) => {
      const { data } = await reader.post('/search/intelligent', { query, literal })
      const names = data.researchers.map((one: { user: { name: string } }) => one.user.name)
      return { names: names.toSorted(), interpreted: data.insights.interpreted }
    }

    assert.deepEqual((await search(`"${word}" ML`, false)).names, ['Ada Literal', 'Ben Literal'])
    assert.deepEqual((await search(`"${word}" ML`, true)).names, ['Ada Literal'])
    assert.deepEqual((await search(`${word} fewer than 5 years`, false)).names, ['Ben Literal'])
    assert.deepEqual((await search(`${word} fewer than 5`, true)).names, ['Ada Literal'])
    const { names, interpreted } = await search(`writes without ${word}`, true)
    assert.deepEqual(names, ['Ada Literal'])
    assert.deepEqual(
      [interpreted.excluded, interpreted.abbreviations, interpreted.corrections, interpreted.fields],
      [[], [], [], []],
    )
    assert.deepEqual((await search(`${word} -ML`, true)).names, ['Ben Literal'])
    assert.deepEqual((await search(`${word.slice(0, -1)}`, true)).names, [])
    assert.deepEqual((await search('', true)).interpreted.words, [])
  })
})

describe('the order of equal scores', () => {
  it('is by h-index, then by years of experience, then by age', async () => {
    const app = await getApp()
    const word = uniqueWord()
    const profile = { headline: word, visibility: 'public' }
    const ids: number[] = []
    for (const [h_index, years_experience] of [
      [0, 0],
      [3, 1],
      [3, 9],
      [40, 2],
      [0, 0],
    ] as const)
      ids.push(await createResearcher(app, { ...profile, name: 'Equal Person', h_index, years_experience }))
    const reader = await app.given.user()
    for (const _ of ['pending', 'applied']) {
      const { data } = await reader.post('/search/intelligent', { query: word })
      const order = data.researchers.map(({ id }: { id: number }) => ids.indexOf(id))
      assert.deepEqual(order, [3, 2, 1, 0, 4])
      await app.settle()
    }
  })
})

describe('a word that begins like the short form of a university', () => {
  it('means itself when a profile contains it', async () => {
    const app = await getApp()
    await createResearcher(app, { name: 'Ada Sergipe', institution: 'University of Xersergipe' })
    await createResearcher(app, { name: 'Ben User', headline: 'uxerser studies' })
    const reader = await app.given.user()

    const { data } = await reader.post('/search/intelligent', { query: 'uxerser' })

    assert.deepEqual(data.insights.interpreted.institutions, [])
    assert.deepEqual(
      data.researchers.map((one: { user: { name: string } }) => one.user.name),
      ['Ben User'],
    )
  })
})

describe('a field by another name', () => {
  it('is found, and a field finds the fields within it, after its own people', async () => {
    const app = await getApp()
    const word = uniqueWord()
    await createResearcher(app, { name: 'Ada Botany', fields: ['Botany'], headline: word })
    await createResearcher(app, { name: 'Ben Biology', fields: ['Biology'], headline: word })
    await createResearcher(app, { name: 'Cem History', fields: ['History'], headline: word })
    const reader = await app.given.user()
    const find = async (query: string) => {
      const { data } = await reader.post('/search/intelligent', { query: `${word} ${query}` })
      const names = data.researchers.map((one: { user: { name: string } }) => one.user.name)
      return data.insights.interpreted.all_words ? names : []
    }
    for (const _ of ['pending', 'applied']) {
      assert.deepEqual(await find('phytology'), ['Ada Botany'])
      assert.deepEqual(await find('biology'), ['Ben Biology', 'Ada Botany'])
      assert.deepEqual(await find('botany'), ['Ada Botany'])
      assert.deepEqual(await find('biological science'), ['Ben Biology', 'Ada Botany'])
      await app.settle()
    }
  })
})

describe('a quoted phrase', () => {
  it('must stand in one text, in this order', async () => {
    const app = await getApp()
    const word = uniqueWord()
    const write = (...titles: string[]) => titles.map((title) => ({ title, year: 2_020 }))
    await createResearcher(app, { name: 'Ada Phrase', publications: write(`The ${word} of small rivers`) })
    const parts = write(`The ${word} of lakes`, 'Fish of small ponds', 'On small rivers')
    await createResearcher(app, { name: 'Ben Phrase', publications: parts })
    const reader = await app.given.user()
    const find = async (query: string) => {
      const { data } = await reader.post('/search/intelligent', { query })
      assert.equal(data.total, data.researchers.length)
      return data.researchers.map((one: { user: { name: string } }) => one.user.name).toSorted()
    }
    for (const _ of ['pending', 'applied']) {
      assert.deepEqual(await find(`"${word} of small rivers"`), ['Ada Phrase'])
      assert.deepEqual(await find(`"${word} of small river"`), ['Ada Phrase'])
      assert.deepEqual(await find(`"${word} of"`), ['Ada Phrase', 'Ben Phrase'])
      assert.deepEqual(await find(`"rivers of small ${word}"`), [])
      await app.settle()
    }
  })
})

describe('a long list of publications', () => {
  it('is searched to the last title', async () => {
    const app = await getApp()
    const [first, last] = [uniqueWord(), uniqueWord()]
    const publications = Array.from({ length: 350 }, (_, index) => ({
      title: `Observations of the ${index} river and its many small and very patient fish ${index === 349 ? last : first}`,
      year: 2_000,
      venue: 'Journal of Rivers',
    }))
    await createResearcher(app, { name: 'Ada Prolific', publications })
    const reader = await app.given.user()

    assert.equal((await reader.post('/search/intelligent', { query: last })).data.total, 1)
  })
})

describe('an institution by its other names', () => {
  it('is found and named in what was understood', async () => {
    const app = await getApp()
    const institution = 'University of Kwaharara, Mbuni'
    await createResearcher(app, { name: 'Ada Campus', institution })
    const reader = await app.given.user()
    const queries = ['UK Mbuni', 'Univ. Kwaharara Mbuni', 'Universität Kwaharara Mbuni', 'ukwaharara', 'ukwah']
    for (const _ of ['pending', 'applied']) {
      const typed = encodeURIComponent('univ of kwah')
      const suggested = { text: institution, type: 'institution' }
      assert.deepEqual((await reader.get(`/search/suggestions?q=${typed}`)).data, [suggested])
      for (const query of queries) {
        const { data } = await reader.post('/search/intelligent', { query })
        assert.equal(data.total, 1, query)
        assert.deepEqual(data.insights.interpreted.institutions, [institution], query)
      }
      await app.settle()
    }
  })
})

describe('GET /search/suggestions', () => {
  it('completes fields, skills, institutions and people', async () => {
    const { reader } = await getSharedWorld()
    const listTexts = async (q: string) => (await reader.get(`/search/suggestions?q=${q}`)).data

    assert.deepEqual((await listTexts('mach'))[0], { text: 'Machine Learning', type: 'field' })
    assert.deepEqual((await listTexts('pyto'))[0], { text: 'PyTorch', type: 'skill' })
    assert.deepEqual((await listTexts('tsing'))[0], { text: 'Tsinghua University', type: 'institution' })
    assert.deepEqual((await listTexts('katherine j'))[0], { text: 'Katherine Johnson', type: 'researcher' })
    assert.deepEqual((await listTexts('johns'))[0], { text: 'Katherine Johnson', type: 'researcher' })
    assert.deepEqual((await listTexts('pyton'))[0], { text: 'Python', type: 'skill' })
    assert.equal((await reader.get('/search/suggestions?q=p&limit=1')).data.length, 1)
  })

  it('completes by any word of a field, a skill or an institution', async () => {
    const app = await getApp()
    const [first, second] = [uniqueWord(), uniqueWord()]
    await createResearcher(app, {
      name: 'Ada Field',
      institution: `${first} College of ${second}`,
      fields: [`Early ${second} Studies`],
    })
    await createResearcher(app, { name: 'Ada Secret', skills: [`Secret ${second}`], visibility: 'private' })
    const reader = await app.given.user()
    for (const _ of ['pending', 'folded']) {
      const { data } = await reader.get(`/search/suggestions?q=${second.slice(0, -2)}`)
      assert.deepEqual(
        data.toSorted((a: { type: string }, b: { type: string }) => a.type.localeCompare(b.type)),
        [
          { text: `Early ${second} Studies`, type: 'field' },
          { text: `${first} College of ${second}`, type: 'institution' },
        ],
      )
      const phrase = encodeURIComponent(`college of ${second.slice(0, -2)}`)
      assert.deepEqual((await reader.get(`/search/suggestions?q=${phrase}`)).data, [
        { text: `${first} College of ${second}`, type: 'institution' },
      ])
      await app.settle()
    }
  })

  it('completes a place of the people found by the words before', async () => {
    const app = await getApp()
    const field = uniqueWord()
    await createResearcher(app, { name: 'Ada Place', fields: [field], country: 'Kenya', institution: 'Moi University' })
    await createResearcher(app, { name: 'Ben Place', fields: ['Botany'], country: 'Kyrgyzstan' })
    const reader = await app.given.user()
    const suggest = async (q: string) => (await reader.get(`/search/suggestions?q=${encodeURIComponent(q)}`)).data

    assert.deepEqual(await suggest(`${field} k`), [{ text: `${field} Kenya`, type: 'query' }])
    assert.deepEqual(await suggest(`${field} univ`), [{ text: `${field} Moi University`, type: 'query' }])
    assert.equal((await reader.post('/search/intelligent', { query: `${field} Kenya` })).data.total, 1)
  })

  it('reveals nothing of private profiles', async () => {
    const app = await getApp()
    const skill = uniqueWord()
    await createResearcher(app, { name: 'Hidden Person', skills: [skill], fields: [skill], visibility: 'private' })
    const reader = await app.given.user()
    for (const _ of ['pending', 'folded']) {
      assert.deepEqual((await reader.get(`/search/suggestions?q=${skill.slice(0, 8)}`)).data, [])
      assert.deepEqual((await reader.get('/search/suggestions?q=hidden%20per')).data, [])
      const names = (await reader.get('/search/categories')).data.map(({ name }: { name: string }) => name)
      assert.ok(!names.includes(skill))
      assert.equal((await reader.post('/search/intelligent', { query: skill })).data.total, 0)
      await app.settle()
    }
  })
})

describe('GET /search/categories', () => {
  it('counts researchers by field, before and after the index is updated', async () => {
    const app = await getApp()
    const word = uniqueWord()
    const fields = [`${word} Physics`, `${word} Chemistry`]
    await createResearcher(app, { name: 'A', fields, skills: [`${word} Welding`] })
    await createResearcher(app, { name: 'B', fields: [`${word} physics`] })
    const reader = await app.given.user()
    for (const _ of ['pending', 'folded', 'again']) {
      const { data } = await reader.get('/search/categories')
      assert.deepEqual(
        data.filter(({ name }: { name: string }) => name.startsWith(word)),
        [
          { name: `${word} Physics`, researchers_count: 2 },
          { name: `${word} Chemistry`, researchers_count: 1 },
        ],
      )
      await app.settle()
    }
  })

  it('counts each researcher once, also while the index is updated', async () => {
    const app = await getApp()
    const reader = await app.given.user()
    const field = `${uniqueWord()} Geology`
    for (let count = 1; count <= 4; count++) {
      await createResearcher(app, { name: 'A', fields: [field] })
      const asked = Array.from({ length: 8 }, () => reader.get('/search/categories?limit=1000'))
      const [replies] = await Promise.all([Promise.all(asked), app.settle()])
      for (const { data } of replies)
        assert.equal(data.find(({ name }: { name: string }) => name === field)?.researchers_count, count)
    }
  })
})

describe('GET /search/popular', () => {
  it('lists a query once three users sent it, and none that looks personal', async () => {
    const app = await getApp()
    const [people, reader] = [await runConcurrently(3, () => app.given.user()), await app.given.user()]
    const word = uniqueWord()
    const ask = (who: Person | undefined, query: string) => who?.post('/search/intelligent', { query })
    const listPopular = async () =>
      (await reader.get('/search/popular?limit=100')).data.filter(({ query }: { query: string }) =>
        query.includes(word),
      )

    for (let times = 0; times < 5; times++) await ask(people[0], `only mine ${word}`)
    await ask(people[0], `${word} Learning`)
    await ask(people[1], `${word}  learning`)
    assert.deepEqual(await listPopular(), [])
    await ask(people[2], `${word} learning`)
    for (const person of people) await ask(person, `${word}@example.org`)

    assert.deepEqual(
      (await listPopular()).map(({ count }: { count: number }) => count),
      [3],
    )
    await ask(people[2], `${word} learning`)
    assert.equal((await listPopular())[0].count, 4)
    assert.equal((await reader.get('/search/suggestions')).data[0].type, 'query')

    app.clock.advance({ days: 32 })
    await app.settle()
    app.clock.advance({ minutes: 6 })
    await app.settle()
    assert.deepEqual(await listPopular(), [])
  })
})

describe('POST /search/track-click', () => {
  it('ranks a result higher, but not above a much better one', async () => {
    const app = await getApp()
    const word = uniqueWord()
    const older = await createResearcher(app, { name: 'One', fields: [word] })
    const lifted = await createResearcher(app, { name: 'Two', fields: [word] })
    const mentions = await createResearcher(app, {
      name: 'Three',
      bio: `I once heard a talk about ${word} and it was nice.`,
    })
    const reader = await app.given.user()
    const order = async () =>
      (await reader.post('/search/intelligent', { query: word })).data.researchers.map(({ id }: { id: number }) => id)
    assert.deepEqual(await order(), [older, lifted, mentions])

    const people = await runConcurrently(5, () => app.given.user())
    for (const person of people)
      for (const researcher_id of [lifted, mentions])
        await person.post('/search/track-click', { query: word.toUpperCase(), researcher_id, position: 2 })

    assert.deepEqual(await order(), [lifted, older, mentions])
  })

  it('counts a user once, also for simultaneous clicks, and refuses an unknown researcher', async () => {
    const app = await getApp()
    const id = await createResearcher(app, { name: 'Someone' })
    const reader = await app.given.user()
    const click = (researcher_id: number) =>
      reader.post('/search/track-click', { query: 'x', researcher_id, position: 1, search_id: 'abc' })

    const replies = await runConcurrently(20, () => click(id))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    const { status, errors } = await click(999_999)
    assert.equal(status, 422)
    assert.ok(errors.researcher_id)
  })

  it("succeeds or responds with 404 while the researcher's account is deleted", async () => {
    const app = await getApp()
    const people = await runSequentially(8, () => app.given.user({ role: 'researcher' }))
    const visitor = await app.given.user()

    const replies = await Promise.all(
      people.map(async (person) => {
        const { id } = (await person.put('/researchers/me', { headline: 'Leaving' })).data
        const body = { query: 'leaving', researcher_id: id, position: 1 }
        const clicked = runConcurrently(4, () => visitor.post('/search/track-click', body))
        assert.equal((await person.delete(`/researchers/${id}`)).status, 200)
        return clicked
      }),
    )

    for (const { status, text } of replies.flat()) assert.ok([200, 422].includes(status), text)
  })
})
