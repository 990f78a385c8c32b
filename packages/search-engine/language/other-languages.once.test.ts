import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detectLanguages, detectQueryLanguages, type OtherLanguage, stemIn } from './other-languages.ts'
import { tokenize } from './tokenizer.ts'

describe('stems of other languages', () => {
  const families: [language: OtherLanguage, words: string][] = [
    ['fr', 'université universités universite'],
    ['fr', 'modélisation modéliser modelisation'],
    ['fr', 'épidémie épidémies epidemies'],
    ['fr', 'statistique statistiques'],
    ['es', 'investigación investigaciones investigador investigadora investigacion'],
    ['es', 'estadística estadísticas estadistica'],
    ['pt', 'educação educações educacao'],
    ['pt', 'pesquisa pesquisas pesquisador pesquisadora'],
    ['ar', 'الباحث باحث الباحثون باحثين'],
    ['ar', 'الجامعة جامعة الجامعه'],
    ['ar', 'مكتبى مكتبي'],
    ['sw', 'mtafiti watafiti'],
    ['sw', 'kitabu vitabu'],
    ['sw', 'mtihani mitihani'],
    ['sw', 'somo masomo'],
  ]
  for (const [language, words] of families)
    it(`are the same for ${words}`, () => {
      const found = new Set(tokenize(words).map((word) => stemIn(language, word)))

      assert.equal(found.size, 1, [...found].join(' '))
      assert.ok([...found][0]?.startsWith(`${language}~`))
    })

  it('are none for words of other scripts', () => {
    assert.equal(stemIn('fr', 'جامعة'), null)
    assert.equal(stemIn('ar', 'université'), null)
    assert.equal(stemIn('sw', '機械'), null)
  })
})

describe('detectLanguages', () => {
  const profiles: [text: string, languages: OtherLanguage[]][] = [
    [
      'Je travaille sur la modélisation des épidémies avec les équipes de terrain, pour que nos hôpitaux soient prêts.',
      ['fr'],
    ],
    ['Trabajo en la modelización de epidemias con equipos de campo, para que los hospitales estén preparados.', ['es']],
    [
      'Trabalho na modelagem de epidemias com equipes de campo, para que os hospitais estejam preparados também.',
      ['pt'],
    ],
    ['أعمل على نمذجة الأوبئة مع فرق ميدانية', ['ar']],
    [
      'Ninafanya utafiti wa magonjwa ya mlipuko pamoja na wahudumu wa afya katika vijiji, ili hospitali ziwe tayari kwa wakati.',
      ['sw'],
    ],
    [
      'I model epidemics with teams in the field, so that hospitals are prepared. She lives in La Paz, and knows de la Cruz.',
      [],
    ],
    ['Universidad de los Andes', []],
    ['', []],
  ]
  for (const [text, languages] of profiles)
    it(`reads ${languages.join() || 'English or nothing'} from "${text.slice(0, 30)}"`, () =>
      assert.deepEqual(detectLanguages(tokenize(text)), languages))
})

describe('detectQueryLanguages', () => {
  const queries: [query: string, languages: OtherLanguage[]][] = [
    ['machine learning in Kenya', []],
    ['maria de la cruz', []],
    ['chercheurs pour les épidémies', ['fr']],
    ['علم الأوبئة', ['ar']],
    ['watafiti katika Nairobi', ['sw']],
  ]
  for (const [query, languages] of queries)
    it(`reads ${languages.join() || 'English'} from "${query}"`, () =>
      assert.deepEqual(detectQueryLanguages(tokenize(query)), languages))
})
