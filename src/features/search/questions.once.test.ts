import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createApp, type Person, type TestApp } from '#test/support/app.ts'

interface Profile {
  name: string
  [field: string]: unknown
}

interface SearchAnswer {
  /** First names, in the order of the results. */
  names: string[]
  interpreted: Record<string, unknown> & { corrections: { typed: string; meant: string }[] }
}

/** People of one search index, who are found by their first names. */
function describePeople(title: string, people: readonly Profile[], define: (search: Search) => void) {
  describe(title, () => {
    let app: TestApp
    let reader: Person
    before(async () => {
      app = await createApp()
      for (const { name, ...profile } of people) {
        const person = await app.given.user({ role: 'researcher', name })
        const { status, text } = await person.put('/researchers/me', profile)
        assert.equal(status, 200, text)
      }
      await app.settle()
      reader = await app.given.admin()
    })
    define(async (query, language = 'en') => {
      const headers = { 'accept-language': language }
      const { status, data, text } = await reader.post('/search/intelligent', { query, limit: 50 }, headers)
      assert.equal(status, 200, text)
      const names = data.researchers.map(({ user }: { user: { name: string } }) => user.name.split(' ')[0])
      return { names, interpreted: data.insights.interpreted }
    })
  })
}

type Search = (query: string, language?: string) => Promise<SearchAnswer>

const write = (...titles: string[]) => titles.map((title) => ({ title, year: 2_020, venue: '' }))

describePeople(
  'a question about a subject',
  [
    {
      name: 'Ada Adisa',
      publications: write(
        'Soil carbon in pastures',
        'Soil carbon under maize',
        'Loss of soil carbon',
        'Mapping soil carbon',
      ),
    },
    {
      name: 'Bola Bello',
      publications: write(
        'Who has published on soil carbon: people working in, looking for, interested in research',
        'Quién trabaja sobre, wer forscht zu, qui travaille sur, quem trabalha com soil carbon',
      ),
    },
    { name: 'Cem Can', publications: write('Carbon fibres in bridges') },
    { name: 'Dina Diaz', fields: ['Gender Studies'], publications: write('Gender and work') },
    { name: 'Efe Eze', publications: write('Work on gender at home') },
    { name: 'Femi Faro', country: 'Kenya', publications: write('Carbon trade') },
  ],
  (search) => {
    for (const question of [
      'who has published on soil carbon',
      'people working in soil carbon',
      "I'm looking for someone interested in soil carbon research",
      'can you recommend experts with a background in soil carbon, please?',
      'show me papers about soil carbon',
      'does anybody here know about soil carbon?',
      'which leading scientists have worked on soil carbon',
      "je cherche quelqu'un qui connaît soil carbon",
      'busco expertos en soil carbon',
      'procuro especialistas em soil carbon',
      'Ich suche jemanden, der sich mit soil carbon beschäftigt',
      'natafuta wataalamu wa soil carbon',
      'أبحث عن خبراء في soil carbon',
      'qui travaille sur soil carbon',
      'quién ha publicado sobre soil carbon',
      'quem trabalha com soil carbon',
      'wer forscht zu soil carbon?',
      'nani anafanya utafiti wa soil carbon',
      'من يعمل على soil carbon',
    ])
      it(`leads to the one who writes most about it, then to others: ${question}`, async () => {
        const { names, interpreted } = await search(question)

        assert.deepEqual(names.slice(0, 2), ['Ada', 'Bola'])
        assert.deepEqual(names.slice(2).toSorted(), ['Cem', 'Femi'])
        assert.equal(interpreted.all_words, true)
        assert.equal(interpreted.full_matches, 2)
        assert.ok(Array.isArray(interpreted.ignored) && interpreted.ignored.length > 0)
      })

    it('takes a word that frames other questions as a part of the subject', async () => {
      assert.equal((await search('gender studies')).names[0], 'Dina')
    })

    it('does not leave the country that was asked for', async () => {
      assert.deepEqual((await search('carbon trade in Kenya')).names, ['Femi'])
      assert.deepEqual((await search('carbon bridges in Kenya')).names, ['Femi'])
    })

    it('says which words nobody has', async () => {
      const { names, interpreted } = await search('soil carbon xylographers')

      assert.deepEqual(names.slice(0, 2), ['Ada', 'Bola'])
      assert.deepEqual([interpreted.not_understood, interpreted.all_words], [['xylographers'], false])
    })
  },
)

describePeople(
  'a name that looks like words',
  [
    { name: 'Brian Otieno', headline: 'An expert, the will to do it in May' },
    { name: 'An Otieno' },
    { name: 'Carol Otieno' },
    { name: 'Will Kamau' },
    { name: 'Mary Kamau', headline: 'Will power, the best of Kamau' },
    { name: 'The Anh Nguyen' },
    { name: 'Lan Nguyen', bio: 'The anh of it.' },
    { name: 'Do Thi Hoa' },
    { name: 'Mai Thi Hoa' },
    { name: 'La Torre' },
    { name: 'Mit Shah' },
    { name: 'Raj Shah', headline: 'mit dem Wort' },
    { name: 'Can Yilmaz' },
    { name: 'Efe Yilmaz', bio: 'Can do it.' },
    { name: 'Doctor Khumalo' },
    { name: 'Thabo Khumalo', headline: 'Doctor' },
    { name: 'El Said' },
    { name: 'Omar Said' },
    { name: 'May Best' },
    { name: 'Robert Njoroge' },
    { name: 'William Mwangi' },
  ],
  (search) => {
    for (const [query, name] of [
      ['An Otieno', 'An'],
      ['an otieno', 'An'],
      ['Otieno An', 'An'],
      ['Will Kamau', 'Will'],
      ['kamau will', 'Will'],
      ['The Anh Nguyen', 'The'],
      ['Do Thi Hoa', 'Do'],
      ['La Torre', 'La'],
      ['Mit Shah', 'Mit'],
      ['Can Yilmaz', 'Can'],
      ['yilmaz can', 'Can'],
      ['Doctor Khumalo', 'Doctor'],
      ['El Said', 'El'],
      ['May Best', 'May'],
      ['Will', 'Will'],
      ['An', 'An'],
      ['Otieno B', 'Brian'],
      ['B Otieno', 'Brian'],
      ['Otieno, C.', 'Carol'],
      ['Otieno A', 'An'],
      ['Bob Njoroge', 'Robert'],
      ['Bill Mwangi', 'William'],
      ['Mwangi Willy', 'William'],
    ] as const)
      it(`finds ${name} first by "${query}"`, async () => assert.equal((await search(query)).names[0], name))
  },
)

describePeople(
  'a guess',
  [
    { name: 'Ida Ito', publications: write('A solo in a cellar', 'Calls on the telephone') },
    { name: 'Omar Obi', publications: write('Solar panels') },
    { name: 'Cora Cole', headline: 'Cardiology and career advice' },
    { name: 'Rana Ray', headline: 'Radiology', skills: ['Machine Learning'] },
    { name: 'Katherine Johnson', headline: 'Car engines' },
  ],
  (search) => {
    it('is not made for a word that exists', async () => {
      for (const [query, names] of [
        ['solar cell', ['Omar']],
        ['car', ['Katherine']],
        ['cardiology', ['Cora']],
        ['radiology', ['Rana']],
        ['urology', []],
      ] as const) {
        const found = await search(query)
        assert.deepEqual([found.names, found.interpreted.corrections], [names, []], query)
      }
    })

    it('is stated', async () => {
      for (const [query, name, typed, meant] of [
        ['machne lerning', 'Rana', 'lerning', 'learning'],
        ['radiologgy', 'Rana', 'radiologgy', 'radiology'],
        ['telefone', 'Ida', 'telefone', 'telephone'],
        ['cardiolo', 'Cora', 'cardiolo', 'cardiology'],
        ['katherine johns', 'Katherine', 'johns', 'johnson'],
      ] as const) {
        const { names, interpreted } = await search(query)
        assert.equal(names[0], name, query)
        const told = interpreted.corrections.some((one) => one.typed === typed && one.meant === meant)
        assert.ok(told || typed === 'telefone', `${query} ${JSON.stringify(interpreted.corrections)}`)
      }
    })
  },
)

describePeople(
  'a word that may be the initials of an institution',
  [
    { name: 'Uta Udo', fields: ['Law'], institution: 'Utrecht School of Arts', country: 'Netherlands' },
    { name: 'Sam Smith', fields: ['Law'], institution: 'Tulane', country: 'United States' },
    { name: 'Pia Poe', fields: ['Genomics'], institution: 'Presbyterian Hospital of Dukana', country: 'Kenya' },
    { name: 'Gus Gray', fields: ['Genomics'], country: 'United Kingdom' },
    { name: 'Lea Lee', headline: 'Archery', institution: 'London Academy of Weaving', country: 'Malta' },
    { name: 'Nia Ngata', fields: ['Genomics'], institution: 'Nairobi Zoo', country: 'New Zealand' },
    { name: 'Moe Muli', fields: ['Physics'], institution: 'Massachusetts Institute of Technology' },
    { name: 'Xia Xu', fields: ['Physics'], institution: 'University of Xanadu' },
  ],
  (search) => {
    for (const [query, names] of [
      ['law USA', ['Sam']],
      ['law in the US', ['Sam']],
      ['law U.S.A.', ['Sam']],
      ['law America', ['Sam']],
      ['genomics U.K.', ['Gus']],
      ['genomics UK', ['Gus']],
      ['genomics britain', ['Gus']],
      ['genomics NZ', ['Nia']],
      ['genomics aotearoa', ['Nia']],
      ['law', ['Uta', 'Sam']],
      ['MIT physics', ['Moe']],
      ['M.I.T.', ['Moe']],
      ['Uni Xanadu', ['Xia']],
      ['uni xanadu physics', ['Xia']],
    ] as const)
      it(`means what it says: ${query}`, async () => {
        const found = await search(query)
        assert.deepEqual(found.names, names, JSON.stringify(found.interpreted))
      })

    it('is a degree, which nobody must have', async () => {
      for (const query of ['PhD genomics', 'genomics Ph.D.', 'professor of genomics', 'MSc in genomics']) {
        const { names, interpreted } = await search(query)
        assert.deepEqual(names.toSorted(), ['Gus', 'Nia', 'Pia'], query)
        assert.equal(interpreted.all_words, true)
      }
    })
  },
)

const kisumu = ['Kisumu University', 'University of Kisumu', 'University of Kisumu, Kenya', 'Universität Kisumu']
describePeople(
  'an institution in several spellings',
  [
    ...kisumu.map((institution, index) => ({ name: `Kim${index} Kiprop`, institution })),
    { name: 'Tom Thoma', institution: 'TU Dukana' },
    { name: 'Tim Thoma', institution: 'Technical University of Dukana' },
    { name: 'Mia Meyer', institution: 'TU München' },
    { name: 'Max Meyer', institution: 'Technical University of Munich' },
    { name: 'Eva Erni', institution: 'ETH Zürich' },
    { name: 'Edi Erni', institution: 'Swiss Federal Institute of Technology in Zurich' },
    { name: 'Moe Muli', institution: 'MIT' },
    { name: 'Meg Muli', institution: 'Massachusetts Institute of Technology' },
    { name: 'Pat Poe', headline: 'I like Kisumu', institution: 'Kisumu Polytechnic' },
    { name: 'Nia Neno', institution: 'University of Nairobi (UoN)' },
    { name: 'Ned Neno', institution: 'School of Medicine, University of Nairobi' },
    { name: 'Nan Neno', institution: 'UoN' },
    { name: 'Kay Kent', institution: "King's College London" },
    { name: 'Ken Kent', institution: 'KCL' },
    { name: 'Lia Lima', institution: 'Universidad Nacional de Loja' },
    { name: 'Leo Lima', institution: 'National University of Loja' },
    { name: 'Wim Wien', institution: 'TU Wien' },
    { name: 'Wes Wien', institution: 'Vienna University of Technology' },
  ],
  (search) => {
    const all = ['Kim0', 'Kim1', 'Kim2', 'Kim3']
    for (const [query, names] of [
      ['Kisumu University', all],
      ['University of Kisumu', all],
      ['Univ. Kisumu', all],
      ['Uni Kisumu', all],
      ['Universidad de Kisumu', all],
      ['Université de Kisumu', all],
      ['Technical University of Dukana', ['Tim', 'Tom']],
      ['TU Dukana', ['Tim', 'Tom']],
      ['Dukana Technical University', ['Tim', 'Tom']],
      ['TU Munich', ['Max', 'Mia']],
      ['Technische Universität München', ['Max', 'Mia']],
      ['ETH Zurich', ['Edi', 'Eva']],
      ['ETH', ['Edi', 'Eva']],
      ['Swiss Federal Institute of Technology Zurich', ['Edi', 'Eva']],
      ['MIT', ['Meg', 'Moe']],
      ['Nairobi University', ['Ned', 'Nia']],
      ['UoN', ['Nan', 'Ned', 'Nia']],
      ['Kings College London', ['Kay', 'Ken']],
      ['KCL', ['Kay', 'Ken']],
      ['Loja National University', ['Leo', 'Lia']],
      ['TU Vienna', ['Wes', 'Wim']],
      ['Massachusetts Institute of Technology', ['Meg', 'Moe']],
    ] as const)
      it(`is one institution: ${query}`, async () => {
        assert.deepEqual((await search(query)).names.toSorted(), names)
      })
  },
)

describePeople(
  'what is asked in another form',
  [
    { name: 'Sid Sen', fields: ['Statistics & Probability'], country: 'Kenya', h_index: 70 },
    { name: 'Sue Son', headline: 'Statistician', country: 'Uganda', h_index: 65 },
    { name: 'Sol Sax', fields: ['Botany'], country: 'Norway', h_index: 60 },
    { name: 'Law Low', fields: ['Law'], country: 'Sweden' },
    { name: 'Nan Nix', fields: ['Nursing'], country: 'Brazil' },
    { name: 'Cy Cope', fields: ['Cybersecurity'], country: 'Chile' },
    { name: 'Ina Ivo', fields: ['Information Security'], country: 'France', years_experience: 12 },
    { name: 'Bea Boa', fields: ['Behavior Analysis'], headline: 'Pediatrics of anemia', country: 'Germany' },
    { name: 'Ben Bur', bio: 'The behaviour of haemoglobin in paediatric tumours.', country: 'Japan' },
    { name: 'Ana Arce', headline: 'Inundações urbanas', country: 'Portugal' },
    {
      name: 'Pia Paz',
      bio: 'Estudo as inundações com equipes de campo, para que ninguém fique sem casa.',
      country: 'Angola',
    },
    { name: 'Dee Dahl', skills: ['Healthcare'], country: 'Denmark' },
    { name: 'Gil Gao', headline: '我研究机器学习的方法', country: 'China' },
    { name: 'Hui Han', headline: '深度学习在医学影像中的应用', country: 'Singapore' },
  ],
  (search) => {
    for (const [query, names] of [
      ['statistician', ['Sid', 'Sue']],
      ['statisticians in Kenya', ['Sid']],
      ['statistics', ['Sid', 'Sue']],
      ['botanist', ['Sol']],
      ['paediatrician', ['Bea']],
      ['lawyer', ['Law']],
      ['nurse', ['Nan']],
      ['nurses in Brazil', ['Nan']],
      ['h-index > 60', ['Sid', 'Sue']],
      ['h-index over 60', ['Sid', 'Sue']],
      ['h-index >= 60', ['Sid', 'Sue', 'Sol']],
      ['h-index ≥ 65', ['Sid', 'Sue']],
      ['h-index of 60 or less', ['Sol']],
      ['h-index: 70', ['Sid']],
      ['> 10 years', ['Ina']],
      ['experience > 10 years', ['Ina']],
      ['h-index<65', ['Sol']],
      ['experience over 10', ['Ina']],
      ['más de 10 años', ['Ina']],
      ['mehr als 10 Jahre', ['Ina']],
      ['East Africa', ['Sid', 'Sue']],
      ['statistics in Eastern Africa', ['Sid', 'Sue']],
      ['Afrique orientale', ['Sid', 'Sue']],
      ['Scandinavia', ['Dee', 'Law', 'Sol']],
      ['lawyers in Scandinavia', ['Law']],
      ['Latin America', ['Cy', 'Nan']],
      ['latin american nurses', ['Nan']],
      ['sub-Saharan Africa', ['Pia', 'Sid', 'Sue']],
      ['botany not in East Africa', ['Sol']],
      ['Southeast Asia', ['Hui']],
      ['cyber security', ['Cy', 'Ina']],
      ['cybersecurity', ['Cy', 'Ina']],
      ['information security in France', ['Ina']],
      ['behaviour analysis', ['Bea']],
      ['behavior', ['Bea', 'Ben']],
      ['hemoglobin', ['Ben']],
      ['tumors', ['Ben']],
      ['anaemia', ['Bea']],
      ['paediatrics', ['Bea', 'Ben']],
      ['health care', ['Dee']],
      ['机器学习', ['Gil']],
      ['深度学习', ['Hui']],
      ['谁研究机器学习', ['Gil']],
      ['医学影像', ['Hui']],
      ['影像', ['Hui']],
    ] as const)
      it(`is found: ${query}`, async () => assert.deepEqual((await search(query)).names.toSorted(), names.toSorted()))

    it('is a form of a word of another language, whatever the language of the reader', async () => {
      for (const language of ['en', 'fr', 'es', 'pt', 'ar', 'sw'])
        for (const query of ['inundação', 'inundacao', 'inundações']) {
          const { names, interpreted } = await search(query, language)
          assert.deepEqual([names.toSorted(), interpreted.corrections], [['Ana', 'Pia'], []], `${query} ${language}`)
        }
    })

    it('is told', async () => {
      const { interpreted } = await search('statistician in East Africa with zzyzzx')

      assert.deepEqual(interpreted.regions, ['east africa'])
      assert.deepEqual(interpreted.countries, ['Kenya', 'Uganda'])
      assert.deepEqual(interpreted.not_understood, ['zzyzzx'])
      assert.deepEqual(interpreted.ignored, ['in', 'with'])
    })
  },
)

describe('suggestions for an unfinished word', () => {
  it('complete what stands side by side in profiles, and places', async () => {
    const app = await createApp()
    for (const { name, ...profile } of [
      { name: 'Ada Adisa', publications: write('Deep learning of leaves', 'Data mining in mines'), country: 'Kenya' },
      { name: 'Ben Bello', publications: write('Deep learning again'), country: 'Kenya', location: 'Kericho' },
      { name: 'Cem Can', publications: write('A deep league'), country: 'Kyrgyzstan' },
    ]) {
      const person = await app.given.user({ role: 'researcher', name })
      await person.put('/researchers/me', profile)
    }
    const hidden = await app.given.user({ role: 'researcher', name: 'Hid Hidden' })
    await hidden.put('/researchers/me', { bio: 'deep leaking in Kerguelen', visibility: 'private' })
    const reader = await app.given.user()
    const suggest = async (q: string) =>
      (await reader.get(`/search/suggestions?q=${encodeURIComponent(q)}`)).data.map(
        ({ text }: { text: string }) => text,
      )
    for (const _ of ['pending', 'applied']) {
      assert.deepEqual(await suggest('deep lea'), ['deep learning', 'deep league'])
      assert.deepEqual(await suggest('data min'), ['data mining'])
      assert.deepEqual(await suggest('Data Min'), ['Data mining'])
      assert.deepEqual(await suggest('ke'), ['Kenya', 'Kericho'])
      assert.deepEqual(await suggest('kyrg'), ['Kyrgyzstan'])
      assert.deepEqual(await suggest('leag'), ['league'])
      await app.settle()
    }
  })
})
