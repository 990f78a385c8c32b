import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'

const app = await createApp()

async function createResearcher(name: string, profile: object) {
  const person = await app.given.user({ role: 'researcher', name })
  const { status, text } = await person.put('/researchers/me', { visibility: 'public', ...profile })
  assert.equal(status, 200, text)
}

await createResearcher('Claire Fontaine', {
  headline: 'Épidémiologiste de terrain',
  bio: 'Je travaille sur la modélisation des épidémies avec les équipes de terrain, pour que nos hôpitaux soient prêts.',
})
await createResearcher('Lucía Herrera', {
  bio: 'Trabajo en investigaciones sobre la enseñanza de las matemáticas, con maestras de escuelas rurales para que todos aprendan.',
})
await createResearcher('João Nunes', {
  bio: 'Trabalho com estatísticas de educação e com pesquisadores de escolas públicas, para que ninguém fique para trás também.',
})
await createResearcher('سلمى حداد', {
  headline: 'باحثة في علم الأوبئة',
  bio: 'أعمل مع الباحثين في الجامعات على دراسة انتشار الأمراض في القرى',
})
await createResearcher('Neema Mushi', {
  bio: 'Ninafanya utafiti wa magonjwa ya mlipuko pamoja na wahudumu wa afya katika vijiji, ili hospitali ziwe tayari kwa wakati.',
})
await createResearcher('Edith Moore', {
  bio: 'I study how pensions and investigations of fraud shape the sol of small towns, and I like to model epidemics.',
})
await app.settle()
const reader = await app.given.user()

const search = async (query: string, language = 'en') => {
  const { data } = await reader.post('/search/intelligent', { query }, { 'accept-language': language })
  return data.researchers.map(({ user }: { user: { name: string } }) => user.name)
}

describe('search in six languages', () => {
  const queries: [query: string, language: string, found: string][] = [
    ['modéliser une épidémie', 'en', 'Claire Fontaine'],
    ['modeliser epidemie', 'fr', 'Claire Fontaine'],
    ['qui travaille sur les hôpitaux', 'en', 'Claire Fontaine'],
    ['investigación matemática', 'es', 'Lucía Herrera'],
    ['investigacion para la escuela', 'en', 'Lucía Herrera'],
    ['educações', 'pt', 'João Nunes'],
    ['estatística das escolas', 'pt', 'João Nunes'],
    ['باحثات الأوبئه', 'en', 'سلمى حداد'],
    ['الجامعة', 'ar', 'سلمى حداد'],
    ['ugonjwa', 'sw', 'Neema Mushi'],
    ['hospitali katika kijiji', 'en', 'Neema Mushi'],
  ]
  for (const [query, language, found] of queries)
    it(`finds ${found} by "${query}" for a reader of ${language}`, async () =>
      assert.deepEqual((await search(query, language))[0], found))

  it('marks the words in the language of the profile', async () => {
    const { data } = await reader.post('/search/intelligent', { query: 'modéliser' }, { 'accept-language': 'fr' })

    assert.deepEqual(
      data.researchers[0].highlights.map(({ text }: { text: string }) => /<mark>([^<]+)<\/mark>/.exec(text)?.[1]),
      ['modélisation'],
    )
  })

  it('does not match words of one language with those of another', async () => {
    // French stems of "pensions" and Spanish ones of "sol" stand in no English profile.
    assert.deepEqual(await search('pensionnaire', 'fr'), [])
    assert.deepEqual(await search('investigadora', 'es'), ['Lucía Herrera'])
    for (const language of ['en', 'fr', 'es', 'pt', 'ar', 'sw'])
      assert.deepEqual(await search('fraud towns', language), ['Edith Moore'], language)
  })
})
