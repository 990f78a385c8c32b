import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages, loadCatalogue } from '#language/languages.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { createLocalizer, english } from '#language/wording.ts'
import { checkLanguages, checkMessage } from './check.ts'

const wordingFor = (locale: string) => createLocalizer(locale, english.brand)

describe('catalogues', () => {
  it('have every sentence, field and term, with the placeholders and plurals of the language', () => {
    assert.deepEqual(checkLanguages(), [])
  })

  const mistakes: [language: 'fr' | 'ar', text: string, mistake: RegExp][] = [
    ['fr', '{count, plural, one {# leçon} other {# leçons}}', /plural "many" is missing/],
    ['ar', '{count, plural, one {درس} other {# دروس}}', /plural "zero" is missing/],
    ['fr', 'Leçons', /parameter \{count\} is missing/],
    ['fr', '{cuont} leçons', /\{cuont\} is no parameter/],
    ['fr', '{count leçons', /no ICU message/],
    ['fr', "L'une des {count} leçons", /write ’ instead of '/],
    ['fr', '{count} cours', /"lesson" is leçon/],
    ['fr', '  ', /is empty/],
  ]
  for (const [language, text, mistake] of mistakes)
    it(`are refused with the translation ${text}`, () => {
      const found = checkMessage('Completed {count} lessons', text, language)

      assert.match(found.join('\n'), mistake)
    })
})

describe('sentences with a count', () => {
  const count = (locale: string, limit: number) =>
    translate(
      fill('The {field} may not have more than {limit, plural, one {{limit} item} other {{limit} items}}.', {
        field: { field: 'skills' },
        limit,
      }),
      wordingFor(locale),
    )

  it('follow the plurals of the language', () => {
    assert.equal(count('en', 1), 'The skills may not have more than 1 item.')
    assert.equal(count('fr', 0), 'Le champ compétences ne peut pas avoir plus de 0 élément.')
    assert.equal(count('fr', 2), 'Le champ compétences ne peut pas avoir plus de 2 éléments.')
    assert.equal(count('ar', 2), 'لا يجوز أن يتجاوز حقل المهارات عنصرين.')
    assert.equal(count('ar', 3), 'لا يجوز أن يتجاوز حقل المهارات 3 عناصر.')
    assert.equal(count('ar', 11), 'لا يجوز أن يتجاوز حقل المهارات 11 عنصرًا.')
    assert.equal(count('ar', 100), 'لا يجوز أن يتجاوز حقل المهارات 100 عنصر.')
  })
})

describe('languages', () => {
  it('are six, and each has its own words', () => {
    const hello = fill('Hello {name},', { name: 'Ada' })

    assert.deepEqual(
      languages.map((language) => translate(hello, wordingFor(language))),
      ['Hello Ada,', 'Bonjour Ada,', 'Hola, Ada:', 'Olá Ada,', 'مرحبًا \u2068Ada\u2069،', 'Habari Ada,'],
    )
    for (const language of languages)
      if (language !== 'en') assert.ok(Object.keys(loadCatalogue(language).glossary).length > 20)
  })
})

describe('sentences in the code', () => {
  it('do not compile if they do not exist or lack a value', () => {
    // The types are the test: the compiler reports an expectation that no error meets.
    const refused = [
      // @ts-expect-error: a sentence that does not exist
      fill('Helo {name},', { name: 'Ada' }),
      // @ts-expect-error: a missing value
      fill('Hello {name},', {}),
      // @ts-expect-error: a misspelled value
      fill('Hello {name},', { nam: 'Ada' }),
      // @ts-expect-error: a count that is no number
      fill('{count, plural, =0 {No mail yet} one {{count} mail} other {{count} mails}}', { count: 'two' }),
    ]

    assert.equal(refused.length, 4)
  })
})
