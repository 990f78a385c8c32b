import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'

const { given } = await testApp()

/** A researcher, with the path of their publications. */
async function createResearcher() {
  const person = await given.user({ role: 'researcher' })
  const { data } = await person.put('/researchers/me', { headline: 'Botany' })
  return { person, path: `/researchers/${data.id}/publications` }
}

const bibtex = String.raw`
@string{jucn = "Journal of {\OE}uvres"}
@article{one,
  author = {van der Berg, Jan and {World Health Organization} and M{\"u}ller, J{\"o}rg and Ludwig van Beethoven and von Neumann, Jr, John and others},
  % shorttitle = {A comment between fields},
  title = {The {\'E}cole of $\alpha$-helices {\emph{in vitro}} --- 50\% of H$_2$O},
  journal = jucn, year = 2020, month = mar, doi = {https://doi.org/10.1000/ABC--d\_e},
  url = "http://example.org/\~{}jan", abstract = {First.}
}
@inproceedings{two,% the first of its year
  author = "Knuth, Donald E.", title = {Literate}, crossref = {three}}
@proceedings{three, editor = {Smith, A.}, title = "Proc. of " # "X", date = {2011-03}}
@misc{four, title = {Broken, year = 2000 }
@misc{five, title = {After <i>it</i>}, year = {in 1999}}
@misc{six, author = {No, Title}}
@comment{@misc{seven, title = {Not read}}}
`

const ris = [
  'TY  - JOUR',
  'TI  - The École of α-helices in vitro — 50% of H₂O',
  'AU  - van der Berg, Jan',
  'PY  - 2020/03/17/',
  'SP  - 7',
  'AB  - Second,',
  'with a second line.',
  'ER  - ',
  'TY  - CHAP',
  'T1  - Ferns',
  'A1  - WHO',
  'BT  - Plants of Kenya',
  'DO  - 10.1000/ferns',
].join('\r\n')

const item = {
  id: 'k1',
  type: 'article-journal',
  title: 'The École of α-helices in vitro — 50% of H2O',
  author: [
    {
      'non-dropping-particle': 'van der',
      family: 'Berg',
      given: 'Jan',
      ORCID: 'https://orcid.org/0000-0002-1825-0097',
    },
  ],
  issued: { 'date-parts': [[2020, '3']] },
  'container-title': 'Œuvres &amp; more',
  DOI: '10.1000/abc--d_e',
  abstract: '<jats:p>First.</jats:p><jats:p>p &lt; 0.05<script>x</script></jats:p>',
}

const sources = [
  { format: 'bibtex', text: bibtex },
  { format: 'ris', text: ris },
  { format: 'csl_json', text: JSON.stringify([item]) },
]

const listVerdicts = ({ data }: { data: { works: { verdict: string }[] } }) => data.works.map(({ verdict }) => verdict)

describe('POST /researchers/{id}/publications/import', () => {
  it('reads BibTeX with accents, particles, groups, macros and inherited fields, and refuses what is broken', async () => {
    const { person, path } = await createResearcher()

    const reply = await person.post(`${path}/import`, { format: 'bibtex', text: bibtex })

    assert.equal(reply.status, 200, reply.text)
    const { works, ...counts } = reply.data
    assert.deepEqual(counts, { preview: false, total: 6, imported: 4, changed: 0, existing: 0, refused: 2 })
    const refused = works.filter(({ verdict }: { verdict: string }) => verdict === 'refused')
    assert.deepEqual(refused, [
      {
        position: 4,
        label: 'four',
        verdict: 'refused',
        message: 'The entry cannot be read; a brace, quote or comma may be missing.',
        publication_id: null,
      },
      { position: 6, label: 'six', verdict: 'refused', message: 'The title field is required.', publication_id: null },
    ])
    const { id, created_at, updated_at, ...first } = (await person.get(`${path}/${works[0].publication_id}`)).data
    assert.deepEqual(first, {
      title: 'The École of α-helices in vitro — 50% of H₂O',
      authors: [
        { given: 'Jan', family: 'van der Berg', orcid: null },
        { given: '', family: 'World Health Organization', orcid: null },
        { given: 'Jörg', family: 'Müller', orcid: null },
        { given: 'Ludwig', family: 'van Beethoven', orcid: null },
        { given: 'John Jr', family: 'von Neumann', orcid: null },
      ],
      authors_count: 5,
      year: 2020,
      date: '2020-03',
      container_title: 'Journal of Œuvres',
      type: 'article-journal',
      doi: '10.1000/abc--d_e',
      url: 'http://example.org/~jan',
      abstract: 'First.',
      source: 'bibtex',
      verified: false,
    })
    const second = (await person.get(`${path}/${works[1].publication_id}`)).data
    assert.deepEqual([second.container_title, second.date], ['Proc. of X', '2011-03'])
    const fifth = (await person.get(`${path}/${works[4].publication_id}`)).data
    assert.deepEqual([fifth.title, fifth.year], ['After it', 1999])
  })

  it('reads RIS with continued lines and a last reference without its end', async () => {
    const { person, path } = await createResearcher()

    const { data } = await person.post(`${path}/import`, { format: 'ris', text: ris })

    assert.deepEqual([data.total, data.imported], [2, 2])
    const [first, second] = [
      (await person.get(`${path}/${data.works[0].publication_id}`)).data,
      (await person.get(`${path}/${data.works[1].publication_id}`)).data,
    ]
    assert.deepEqual([first.date, first.abstract], ['2020-03-17', 'Second, with a second line.'])
    assert.deepEqual(
      [second.title, second.container_title, second.type, second.doi, second.authors, second.source],
      ['Ferns', 'Plants of Kenya', 'chapter', '10.1000/ferns', [{ given: '', family: 'WHO', orcid: null }], 'ris'],
    )
  })

  it('reads CSL-JSON, with markup as plain text', async () => {
    const { person, path } = await createResearcher()

    const { data } = await person.post(`${path}/import`, { format: 'csl_json', text: JSON.stringify(item) })

    const work = (await person.get(`${path}/${data.works[0].publication_id}`)).data
    assert.deepEqual(
      [work.authors, work.date, work.container_title, work.abstract],
      [
        [{ given: 'Jan', family: 'van der Berg', orcid: '0000-0002-1825-0097' }],
        '2020-03',
        'Œuvres & more',
        'First.\n\np < 0.05x',
      ],
    )
  })

  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
    [1, 2, 0],
  ])
    it(`stores a work of three files once, in the order ${order.join(', ')}`, async () => {
      const { person, path } = await createResearcher()

      for (const index of order) {
        const { status, text } = await person.post(`${path}/import`, sources[index] ?? {})
        assert.equal(status, 200, text)
      }

      const { data } = await person.get(`${path}?year=2020`)
      assert.equal(data.length, 1)
      assert.deepEqual([data[0].doi, data[0].date], ['10.1000/abc--d_e', '2020-03-17'])
      assert.equal((await person.get(path)).meta.total, 5)
    })

  it('stores a work of three files once when they come at the same moment', async () => {
    const { person, path } = await createResearcher()

    await runConcurrently(3, (index) => person.post(`${path}/import`, sources[index] ?? {}))

    assert.equal((await person.get(`${path}?year=2020`)).meta.total, 1)
    assert.equal((await person.get(path)).meta.total, 5)
  })

  it('fills what is empty of a typed publication, and changes nothing that was typed', async () => {
    const { person, path } = await createResearcher()
    const typed = await person.post(path, { title: 'MY title', doi: '10.1000/ABC--d_e', abstract: 'Mine.' })

    const file = { format: 'csl_json', text: JSON.stringify([item, item]) }
    const reply = await person.post(`${path}/import`, file)

    assert.deepEqual(listVerdicts(reply), ['changed', 'existing'])
    const { data } = await person.get(`${path}/${typed.data.id}`)
    assert.deepEqual(
      [data.title, data.abstract, data.year, data.container_title, data.type, data.source],
      ['MY title', 'Mine.', 2020, 'Œuvres & more', 'article-journal', 'manual'],
    )
  })

  it('answers a preview with the same verdicts, and stores nothing', async () => {
    const { person, path } = await createResearcher()
    const both = { format: 'csl_json', text: JSON.stringify([item, item, { title: 'Other' }, {}]) }

    const preview = await person.post(`${path}/import`, { ...both, preview: true })

    assert.equal((await person.get(path)).meta.total, 0)
    const real = await person.post(`${path}/import`, both)
    assert.deepEqual(listVerdicts(preview), ['imported', 'existing', 'imported', 'refused'])
    assert.deepEqual(listVerdicts(real), listVerdicts(preview))
    assert.deepEqual([preview.data.preview, preview.data.works[0].publication_id], [true, null])
  })

  for (const [what, format, text] of [
    ['no BibTeX', 'bibtex', 'Hello.'],
    ['no RIS', 'ris', 'TI  - Nothing'],
    ['no JSON', 'csl_json', '[{'],
    ['a list of numbers', 'csl_json', '[1]'],
    ['an empty list', 'csl_json', '[]'],
  ])
    it(`refuses a text that is ${what}`, async () => {
      const { person, path } = await createResearcher()

      const { status, errors } = await person.post(`${path}/import`, { format, text })

      assert.deepEqual([status, errors], [422, { text: ['The text has no works in this format.'] }])
    })

  for (const [format, one] of [
    ['bibtex', '@misc{a, title={A}}\n'],
    ['ris', 'TY  - BOOK\nTI  - A\nER  - \n'],
  ] as const)
    it(`refuses a ${format} file of 1,001 works, and stores nothing`, async () => {
      const { person, path } = await createResearcher()

      const { status, errors } = await person.post(`${path}/import`, { format, text: one.repeat(1_001) })

      assert.deepEqual([status, errors], [422, { text: ['The text may have at most 1000 works.'] }])
      assert.equal((await person.get(path)).meta.total, 0)
    })

  it('answers files that are made to take long within moments', async () => {
    const { person, path } = await createResearcher()
    const texts = [
      `@misc{a,title={${'{'.repeat(500_000)}`,
      '@misc{a,title={'.repeat(60_000),
      '@comment{'.repeat(100_000),
      '@string{a={x'.repeat(100_000),
      `@string{a="xxxxxxxxxx"}${'@string{a=a#a}'.repeat(60)}@misc{b,title=a}`,
      `@misc{b,title={${"\\'".repeat(40_000)}x}}`,
      `@misc{b,title={${'{'.repeat(40_000)}x${'}'.repeat(40_000)}}}`,
      `@misc{b,title={a},author={${' and'.repeat(20_000)}}}`,
      `@misc{b,title={t},author={${'a '.repeat(45_000)}}}`,
      `@misc{b,title={${'<a '.repeat(30_000)}}}`,
    ]

    for (const text of texts) {
      const { status } = await person.post(`${path}/import`, { format: 'bibtex', text, preview: true })
      assert.ok(status === 200 || status === 422)
    }
    const nested = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const { data } = await person.post(`${path}/import`, { format: 'csl_json', text: nested })
    assert.equal(data.refused, 1)
  })

  it('reads entries of BibTeX without a key, with an empty one and with one of several words, each by itself', async () => {
    const { person, path } = await createResearcher()
    const text = `@article{, title = {Empty}, journal = {First}, year = 1999}
@article{ author = {Ada Lovelace}, title = {None}}
@article{
   title = {Line},
   year = {2003}
}
@book{Smith (2020), title = {Spaces}}
@misc(title = {Parenthesis})
@misc(key, title = {Key})
@misc{only}`

    const { data } = await person.post(`${path}/import`, { format: 'bibtex', text })

    assert.deepEqual(
      data.works.map(({ label, verdict }: { label: string; verdict: string }) => [label, verdict]),
      [
        ...['Empty', 'None', 'Line', 'Spaces', 'Parenthesis', 'Key'].map((label) => [label, 'imported']),
        ['only', 'refused'],
      ],
    )
    const { data: stored } = await person.get(`${path}?limit=10`)
    const described = stored.map(({ title, container_title, year }: Record<string, unknown>) => [
      title,
      container_title,
      year,
    ])
    assert.deepEqual(
      new Set(described.map(String)),
      new Set(['Empty,First,1999', 'None,,', 'Line,,2003', 'Spaces,,', 'Parenthesis,,', 'Key,,']),
    )
  })

  it('counts what the macros of a file stand for, and refuses the entries that are left without them', async () => {
    const { person, path } = await createResearcher()
    const macro = `@string{m = "${'A B and '.repeat(11_300)}"}`
    const entries = Array.from(
      { length: 200 },
      (_, index) => `@misc{k${index}, title={T${index}}, author=m, abstract=m}`,
    )
    const text = [macro, ...entries, '@misc{last, title={Last}}'].join('\n')

    const { status, data } = await person.post(`${path}/import`, { format: 'bibtex', text, preview: true })

    assert.equal(status, 200)
    const refused = data.works.filter(({ verdict }: { verdict: string }) => verdict === 'refused')
    assert.deepEqual([data.total, data.imported, refused.length], [201, 12, 189])
    assert.equal(refused[0].message, 'The macros of the file stand for more text than is read.')
    assert.equal(data.works.at(-1).verdict, 'imported')
  })

  it('stores the first hundred of very many authors, and counts the others', async () => {
    const { person, path } = await createResearcher()
    const files = [
      { format: 'ris', text: `TY  - BOOK\nTI  - Ris\n${'AU  - A, B\n'.repeat(150_000)}ER  - ` },
      { format: 'bibtex', text: `@book{a, title={Bib}, author={${'A B and '.repeat(12_000)}C D}}` },
      { format: 'csl_json', text: JSON.stringify({ title: 'Csl', author: new Array(60_000).fill({ family: 'A' }) }) },
    ]

    for (const [index, count] of [150_000, 12_001, 60_000].entries()) {
      const { data } = await person.post(`${path}/import`, files[index] ?? {})
      const work = (await person.get(`${path}/${data.works[0].publication_id}`)).data
      assert.deepEqual([work.authors.length, work.authors_count], [100, count])
    }
  })

  it('leaves out an abstract of RIS that goes on for very many lines', async () => {
    const { person, path } = await createResearcher()
    const text = `TY  - BOOK\nTI  - Long\nAB  - x\n${'abcdefgh\n'.repeat(200_000)}UR  - https://example.org/a\nER  - `

    const { data } = await person.post(`${path}/import`, { format: 'ris', text })

    const work = (await person.get(`${path}/${data.works[0].publication_id}`)).data
    assert.deepEqual([work.abstract, work.url], ['', 'https://example.org/a'])
  })

  it('refuses a work whose name has a character of another encoding, and takes the others', async () => {
    const { person, path } = await createResearcher()
    const text = '@misc{a, title={Caf\ufffd}}\n@misc{b, title={B}, author={M\ufffdller, J}}\n@misc{c, title={Tea}}'

    const { data } = await person.post(`${path}/import`, { format: 'bibtex', text })

    assert.deepEqual(listVerdicts({ data }), ['refused', 'refused', 'imported'])
    assert.equal(data.works[0].message, 'Some characters could not be read (\ufffd). Save the file as UTF-8.')
  })

  it('counts previews among the thirty files of an hour', async () => {
    const { person, path } = await createResearcher()
    const file = { format: 'csl_json', text: '{"title":"A"}' }
    for (let count = 0; count < 30; count++)
      assert.equal((await person.post(`${path}/import`, { ...file, preview: true })).status, 200)

    const { status, message } = await person.post(`${path}/import`, file)

    assert.deepEqual([status, message], [429, 'You have imported too many files, please try again later.'])
    assert.equal((await person.get(path)).meta.total, 0)
  })

  it('refuses another person, and stores nothing', async () => {
    const { person, path } = await createResearcher()
    const other = await given.user({ role: 'researcher' })

    for (const preview of [true, false]) {
      const { status } = await other.post(`${path}/import`, { format: 'bibtex', text: bibtex, preview })
      assert.equal(status, 403)
    }

    assert.equal((await person.get(path)).meta.total, 0)
  })

  it('keeps to the most publications of a researcher', async () => {
    const { person, path } = await createResearcher()
    const createFile = (from: number, count: number) => ({
      format: 'csl_json',
      text: JSON.stringify(Array.from({ length: count }, (_, index) => ({ title: `Work ${from + index}` }))),
    })
    await person.post(`${path}/import`, createFile(0, 1_000))
    await person.post(`${path}/import`, createFile(1_000, 999))

    const { data } = await person.post(`${path}/import`, createFile(1_998, 3))

    assert.deepEqual(listVerdicts({ data }), ['existing', 'imported', 'refused'])
    assert.equal(data.works[2].message, 'A researcher can have at most 2000 publications.')
  })
})
