import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { calculateEditDistance, countToleratedEdits, createSpellings } from './distance.ts'
import { listNarrowerFields, listSynonyms } from './fields-of-study.ts'
import { listInstitutionNames, normalizeInstitutionName } from './institutions.ts'
import { findFields } from './professions.ts'
import { parseQuery } from './query-parser.ts'
import { stem } from './stem.ts'
import { normalizeValue, tokenize } from './tokenizer.ts'

describe('stem', () => {
  for (const [together, ...others] of [
    ['learning', 'learned', 'learns', 'learn'],
    ['computing', 'computer', 'computational', 'computation'],
    ['universities', 'university'],
    ['volcanologist', 'volcanology', 'volcanological'],
    ['biologists', 'biologist', 'biology', 'biological'],
    ['geologist', 'geology', 'geological'],
    ['physicist', 'physics'],
    ['economist', 'economics', 'economic'],
    ['hopping', 'hopped', 'hops', 'hop'],
    ['models', 'modelling', 'model'],
  ] as const)
    it(`gives the forms of ${together} the same stem`, () => {
      for (const other of others) assert.equal(stem(other), stem(together), other)
    })

  it('does not change short words, numbers and other scripts', () => {
    for (const word of ['ai', '3d', 'c++', 'данные', '機械', 'sky']) assert.equal(stem(word), word)
  })
})

describe('fieldsOf', () => {
  for (const [name, fields] of [
    ['epidemiologist', ['epidemiology']],
    ['marine biologists', ['marine biology']],
    ['data scientist', ['data science', 'data sciences']],
    ['economists', ['economics', 'economy']],
    ['physicist', ['physics']],
    ['statistician', ['statistics']],
    ['physics', []],
  ] as const)
    it(`assigns ${name} to ${fields.join(' or ') || 'no field'}`, () => {
      assert.deepEqual(findFields(name), fields)
    })
})

describe('wordsOf', () => {
  it('folds accents, and keeps C++ and C#', () => {
    assert.deepEqual(tokenize('Éva, São-Paulo: C++/C# & 機械学習 🦄'), ['eva', 'sao', 'paulo', 'c++', 'c#', '機械学習'])
    assert.equal(normalizeValue('  Human–Computer   Interaction '), 'human computer interaction')
  })
})

describe('distance', () => {
  for (const [a, b, edits] of [
    ['smith', 'smith', 0],
    ['smith', 'smth', 1],
    ['smith', 'smiht', 1],
    ['kamau', 'kamua', 1],
    ['johnson', 'jonson', 1],
    ['nairobi', 'niarobi', 1],
    ['learning', 'lerninng', 2],
    ['kitten', 'sitting', 3],
  ] as const)
    it(`from ${a} to ${b} is ${edits}`, () => {
      assert.equal(calculateEditDistance(a, b, 3), edits)
      assert.equal(calculateEditDistance(b, a, 3), edits)
    })

  it('stops beyond the tolerated distance', () => {
    assert.ok(calculateEditDistance('abcdefgh', 'zyxwvuts', 2) > 2)
    assert.deepEqual(['abc', 'abcd', 'abcdefg', 'abcdefgh'].map(countToleratedEdits), [0, 1, 1, 2])
  })

  it('shares a spelling key with every word within the distance', () => {
    const wrong = ['machine', 'maschine', 'machin', 'mahcine', 'statistics', 'statsitics', 'sttistcs', 'statistik']
    for (const a of wrong)
      for (const b of wrong) {
        const most = Math.min(countToleratedEdits(a), countToleratedEdits(b))
        if (calculateEditDistance(a, b, most) > most) continue
        const mine = new Set(createSpellings(a))
        assert.ok(
          createSpellings(b).some((one) => mine.has(one)),
          `${a} ${b}`,
        )
      }
  })
})

describe('parseQuery', () => {
  const cases: [query: string, parsed: Partial<ReturnType<typeof parseQuery>>][] = [
    ['machine learning', { words: ['machine', 'learning'] }],
    ['"deep learning" vision', { words: ['vision'], phrases: [['deep', 'learning']] }],
    ['python -java -"visual basic"', { words: ['python'], excluded: [['visual', 'basic'], ['java']] }],
    ['x-ray state-of-the-art', { words: ['x', 'ray', 'state', 'of', 'the', 'art'], excluded: [] }],
    ['5+ years python', { words: ['python'], minExperience: 5 }],
    ['at least 12 years of experience in law', { words: ['in', 'law'], minExperience: 12 }],
    ['available', { words: [], availability: 'available' }],
    ['available researchers', { words: ['researchers'], availability: 'available' }],
    ['python available', { words: ['python'], availability: 'available' }],
    ['publicly available data', { words: ['publicly', 'available', 'data'], availability: null }],
    ['verified in kenya', { words: ['in', 'kenya'], verified: true }],
    ['formally verified software', { words: ['formally', 'verified', 'software'], verified: false }],
    ['"unclosed', { words: ['unclosed'], phrases: [] }],
    ['- -- -" "" *', { words: [], phrases: [], excluded: [] }],
    ['', { words: [] }],
  ]
  for (const [query, expected] of cases)
    it(`parses ${query || 'an empty query'}`, () => {
      const parsed = parseQuery(query)
      for (const [key, value] of Object.entries(expected)) assert.deepEqual(Reflect.get(parsed, key), value, key)
    })

  it('limits the number of words', () => {
    assert.ok(parseQuery('word '.repeat(100)).words.length <= 24)
  })
})

describe('the names of an institution', () => {
  for (const [name, others] of [
    ['Univ. of California - Berkeley', ['univ california berkeley', 'ucb', 'uc berkeley']],
    ['University of California, Berkeley', ['univ california berkeley']],
    ['California Institute of Technology', ['caltech', 'cit.', 'california tech']],
    ['Georgia Institute of Technology', ['gatech', 'georgia tech']],
    ['University of Pennsylvania', ['upenn']],
    ['Indian Institute of Technology Bombay', ['iitb', 'iit bombay']],
    ['Technical University of Munich', ['tum', 'tu munich']],
    ['ETH Zürich', ['swiss federal inst tech zurich']],
    ['University of Nairobi', ['uon.', 'univ nairobi']],
  ] as const)
    it(`include the short and other ones of ${name}`, () => {
      const found = listInstitutionNames(name)
      for (const other of others) assert.ok(found.includes(other), `${other} in ${found.join(', ')}`)
    })

  it('are the same for the words for a university in other languages', () => {
    const names = ['Universität Wien', 'Université de Wien', 'Universidad Wien', 'Univ. Wien', 'University of Wien']
    assert.deepEqual(new Set(names.map(normalizeInstitutionName)), new Set(['univ wien']))
  })

  it('are none for an empty name', () => {
    assert.deepEqual(listInstitutionNames(''), [])
    assert.deepEqual(listInstitutionNames('…'), [])
  })
})

describe('fields of study', () => {
  it('have other names', () => {
    assert.deepEqual(listSynonyms('botany'), ['phytology'])
    assert.deepEqual(listSynonyms('phytology'), ['botany'])
    assert.deepEqual(listSynonyms('bread'), [])
  })

  it('contain narrower fields, unless these are too many to mean something', () => {
    const within = listNarrowerFields('medicine')
    for (const field of ['cardiology', 'epidemiology', 'haematology']) assert.ok(within.includes(field), field)
    assert.ok(!within.includes('medicine'))
    assert.deepEqual(listNarrowerFields('science'), [])
    assert.deepEqual(listNarrowerFields('bread'), [])
  })
})
