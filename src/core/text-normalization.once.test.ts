import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDisproportion } from '#test/support/processor-time.ts'
import { buildText, foldLine, foldText, hasHiddenCharacter, isBlank, splitWords } from './text-normalization.ts'

const alike: [what: string, first: string, ...others: string[]][] = [
  ['Latin letters that Unicode does not decompose', 'lukasz odd ss i ae oe th', 'Łukasz ØĐÐ ß ı Æ Œ Þ'],
  ['capital and small sharp s', 'STRASSE', 'Straße', 'STRAẞE'],
  ['hooked letters', 'dan kano bori', 'Ɗan Ƙano Ɓori'],
  ['composed and decomposed letters', 'José', 'Jose\u0301', 'JOSE'],
  ['ligatures and full width', 'fine', 'ﬁne', 'ｆｉｎｅ'],
  ['final sigma', 'ΣΟΦΟΣ', 'σοφός'],
  ['forms of alef', 'احمد', 'أحمد', 'إحمد', 'آحمد', 'ٱحمد'],
  ['ta marbuta', 'مدرسة', 'مدرسه'],
  ['forms of yeh and kaf', 'علي كريم', 'على کریم', 'علی كريم'],
  ['tatweel and harakat', 'محمد', 'محـــمد', 'مُحَمَّد'],
  ['digits of Arabic', '120', '١٢٠', '۱۲۰'],
  ['apostrophes', "Crohn's", 'Crohn’s', 'Crohn‘s', 'Crohnʼs', 'Crohn´s'],
  ['quotation marks', '"a"', '“a”', '«a»', '„a“'],
  ['hyphens and a minus', 'x-ray -5', 'x\u2011ray −5', 'x–ray ‐5'],
  ['spaces', 'two words', ' two  words ', 'two\u00a0words', 'two\u2009 words'],
  ['soft hyphens and invisible characters', 'postdoc', 'post\u00addoc', 'post\u200bdoc', 'post\u2060doc'],
]
const different: [string, string][] = [
  ['किला', 'काला'],
  ['かき', 'かぎ'],
  ['ab', 'a b'],
  ['5', '-5'],
]

describe('the folding of texts', () => {
  for (const [what, first, ...others] of alike)
    it(`makes ${what} alike`, () => {
      for (const other of others) assert.equal(foldLine(other), foldLine(first), other)
      assert.equal(foldText(foldText(first)), foldText(first))
    })

  it('keeps what distinguishes words', () => {
    for (const [one, other] of different) assert.notEqual(foldLine(one), foldLine(other))
  })

  it('keeps the vowel signs of Indic scripts within their words', () => {
    assert.deepEqual(
      splitWords('हिन्दी भाषा'),
      ['हिन्दी', 'भाषा'].map((word) => word.normalize('NFKD')),
    )
  })

  it('takes linear time on its worst texts', async () => {
    for (const text of ['\u0301', '\u200d', '\u2800', '\u{e0065}', '\u{1f3f4}', 'क्\u200d', ' \u00a0'])
      for (const work of [foldLine, hasHiddenCharacter, isBlank, buildText]) {
        const growth = { short: 50_000, long: 200_000, factor: 12, extraMs: 500 }
        const disproportion = await findDisproportion((length) => work(text.repeat(length)), growth)
        assert.equal(disproportion, undefined, `${JSON.stringify(text)}: ${disproportion}`)
      }
  })
})

describe('hidden characters', () => {
  it('are found, alone and within a text', () => {
    for (const hidden of [
      '\u200b',
      '\u00ad',
      '\u202e',
      '\u2066',
      '\u200f',
      '\u061c',
      '\ufeff',
      '\u3164',
      '\u115f',
      '\u2800',
    ])
      assert.ok(hasHiddenCharacter(`Ada${hidden}Lovelace`) && isBlank(` ${hidden}`), JSON.stringify(hidden))
    for (const joiner of ['a\u200db', 'Ada\u200c', '\u200d', '👍\u200d']) assert.ok(hasHiddenCharacter(joiner), joiner)
  })

  it('do not include joiners where a script or an emoji needs them', () => {
    const shown = [
      'می\u200cخواهم',
      'ه\u200d',
      'क्\u200dष',
      'ശ്രീ\u200d',
      '👩🏽\u200d🔬',
      '🏳️\u200d🌈',
      '❤️',
      '🏴\u{e0067}\u{e0062}\u{e007f}',
      '⠁⠀⠃',
      '葛\u{e0100}',
    ]
    for (const text of shown) assert.ok(!hasHiddenCharacter(text) && !isBlank(text), text)
  })
})

it('The normal form of stored texts composes letters and keeps ideographs of names', () => {
  assert.equal(buildText('Jose\u0301 \ufa19'), 'José \ufa19')
})
