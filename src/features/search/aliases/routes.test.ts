import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'

const path = '/admin/search/aliases'

async function createWorld() {
  const app = await createApp()
  const person = await app.given.user({ role: 'researcher', name: 'Ada Okello' })
  await person.put('/researchers/me', { institution: 'Kisumu Institute of Aquatic Sciences', fields: ['Limnology'] })
  const other = await app.given.user({ role: 'researcher', name: 'Ben Ochieng' })
  await other.put('/researchers/me', { institution: 'Lakeside College', fields: ['Ecology'] })
  await app.settle()
  const admin = await app.given.admin()
  const search = async (query: string) => {
    const { data } = await other.post('/search/intelligent', { query })
    const names = data.researchers.map((one: { user: { name: string } }) => one.user.name)
    return { names, interpreted: data.insights.interpreted }
  }
  return { admin, other, search }
}

describe('PUT /admin/search/aliases', () => {
  it('makes words of a query mean what the operator says, from the next search on', async () => {
    const { admin, search } = await createWorld()
    assert.deepEqual((await search('the fish house')).interpreted.abbreviations, [])

    const aliases = [
      { alias: 'Fish House', meaning: 'Kisumu Institute of Aquatic Sciences' },
      { alias: 'lakelore', meaning: 'limnology' },
    ]
    const saved = await admin.put(path, { aliases })

    assert.equal(saved.status, 200)
    assert.deepEqual(saved.data, [
      { alias: 'fish house', meaning: 'Kisumu Institute of Aquatic Sciences' },
      { alias: 'lakelore', meaning: 'limnology' },
    ])
    assert.deepEqual((await admin.get(path)).data, saved.data)
    for (const query of ['fish house', 'lakelore', 'Lakelore at the Fish House']) {
      const { names, interpreted } = await search(query)
      assert.deepEqual(names, ['Ada Okello'], query)
      assert.ok(interpreted.abbreviations.length > 0)
    }
    assert.deepEqual((await search('-lakelore')).names, ['Ben Ochieng'])
    assert.deepEqual((await search('not at fish house')).names, ['Ben Ochieng'])

    await admin.put(path, { aliases: [] })
    assert.deepEqual((await search('lakelore')).interpreted.abbreviations, [])
  })

  it('refuses a list with an error and keeps the former one', async () => {
    const { admin } = await createWorld()
    await admin.put(path, { aliases: [{ alias: 'lakelore', meaning: 'limnology' }] })

    const { status, errors } = await admin.put(path, {
      aliases: [
        { alias: '...', meaning: 'limnology' },
        { alias: 'Lakes', meaning: 'lakes' },
        { alias: 'pond', meaning: '!' },
        { alias: 'POND', meaning: 'limnology' },
        { alias: 5, meaning: 'limnology' },
        { alias: 'weir', meaning: '' },
      ],
    })

    assert.equal(status, 422)
    assert.deepEqual(errors, {
      'aliases.0.alias': ['The alias must contain a letter or digit.'],
      'aliases.1.meaning': ['The meaning must differ from the alias.'],
      'aliases.2.meaning': ['The meaning must contain a letter or digit.'],
      'aliases.3.alias': ['The alias occurs twice.'],
      'aliases.4.alias': ['The alias must be a text.'],
      'aliases.5.meaning': ['The meaning field is required.'],
    })
    assert.deepEqual((await admin.get(path)).data, [{ alias: 'lakelore', meaning: 'limnology' }])
  })

  it('is for administrators', async () => {
    const { other } = await createWorld()

    assert.equal((await other.get(path)).status, 403)
    assert.equal((await other.put(path, { aliases: [] })).status, 403)
  })
})
