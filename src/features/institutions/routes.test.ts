import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { createApp, type Person, testApp } from '#test/support/app.ts'

const find = async (person: Person, q: string, more = '') => {
  const { status, data, text } = await person.get(`/institutions?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return data.map(({ name }: { name: string }) => name)
}

describe('GET /institutions', () => {
  it('suggests by beginnings, words in any order, acronyms, and names in other languages', async () => {
    const { given } = await testApp()
    const person = await given.user()

    for (const [typed, name] of [
      ['university of nai', 'University of Nairobi'],
      ['nairobi university', 'University of Nairobi'],
      ['MIT', 'Massachusetts Institute of Technology'],
      ['eth', 'ETH Zurich'],
      ['Universität Wien', 'University of Vienna'],
      ['universite de geneve', 'University of Geneva'],
      ['とうきょうだいがく', 'The University of Tokyo'],
      ['東京大学', 'The University of Tokyo'],
    ] as const)
      assert.equal((await find(person, typed))[0], name, typed)
  })

  it('corrects typing errors when nothing is found', async () => {
    const { given } = await testApp()
    const person = await given.user()

    assert.equal((await find(person, 'kenyata univrsity'))[0], 'Kenyatta University')
    assert.equal((await find(person, 'harvrad'))[0], 'Harvard University')
    assert.deepEqual(await find(person, 'qqqqzzzzqqqq'), [])
  })

  it('suggests nothing without words, eight by default, and at most a hundred', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { data: none } = await person.get('/institutions')
    assert.deepEqual([none, await find(person, ' -.,* ')], [[], []])
    assert.equal((await find(person, 'university')).length, 8)
    assert.equal((await find(person, 'university', '&limit=100000')).length, 100)
    assert.equal((await person.get(`/institutions?q=${'x'.repeat(201)}`)).status, 422)
    assert.equal((await person.get('/institutions?q=x&limit=0')).status, 422)
  })

  it('answers hostile texts like others', async () => {
    const { given } = await testApp()
    const person = await given.user()

    for (const typed of ['\n\t', '\t mit \t', '|', '%', "'; drop table", '(((', '\u202emit', 'a '.repeat(99)])
      assert.ok(Array.isArray(await find(person, typed)), typed)
  })
})

describe('GET /institutions/{ror}', () => {
  it('shows an institution with its country in the language of the caller', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { data } = await person.get('/institutions/02y9nww90', { 'accept-language': 'fr' })

    assert.deepEqual(data, {
      ror: 'https://ror.org/02y9nww90',
      name: 'University of Nairobi',
      other_names: ['UON', 'Chuo Kikuu cha Nairobi'],
      country_code: 'KE',
      country: 'Kenya',
      city: 'Nairobi',
      active: true,
    })
    const address = encodeURIComponent('https://ror.org/05A28RW58')
    assert.equal((await person.get(`/institutions/${address}`, { 'accept-language': 'fr' })).data.country, 'Suisse')
  })

  it('answers 404 for ids with wrong check digits and for unknown ones', async () => {
    const { given } = await testApp()
    const person = await given.user()

    for (const id of ['02y9nww91', 'x', '0zzzzzz98', '..%2f..%2fetc', 'y'.repeat(500)])
      assert.equal((await person.get(`/institutions/${id}`)).status, 404, id)
  })
})

it('INSTITUTIONS_FILE names another list, whose damaged lines do no harm', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'institutions-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'institutions.tsv.br')
  await writeFile(
    file,
    brotliCompressSync('02y9nww90\t\tKE\tNairobi\tUniversity of Nairobi|UoN\n\ngarbage\n05a28rw58\t-\t\t\tETH'),
  )
  const { given } = await createApp({ INSTITUTIONS_FILE: file })
  const person = await given.user()

  assert.deepEqual(await find(person, 'uon'), ['University of Nairobi'])
  const { data } = await person.get('/institutions?q=eth')
  assert.deepEqual(data, [
    {
      ror: 'https://ror.org/05a28rw58',
      name: 'ETH',
      other_names: [],
      country_code: null,
      country: null,
      city: null,
      active: false,
    },
  ])
  assert.deepEqual(await find(person, 'garbage'), [])
})
