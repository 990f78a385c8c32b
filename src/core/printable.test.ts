import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printable, reversedRun } from './printable.ts'

/** A font that lacks ideographs, Devanagari, pictures and one rare letter. */
const hasGlyphs = (word: string) =>
  !/[\p{Script=Han}\p{Script=Devanagari}\p{Extended_Pictographic}ꟹ]/u.test(word)

describe('what is printed of a text', () => {
  for (const [text, printed, complete] of [
    ['Ada Lovelace', 'Ada Lovelace', true],
    [' Ada \t\n Lovelace ', 'Ada Lovelace', true],
    ['Zoe\u0308 A\u030angstro\u0308m', 'Zoë Ångström', true],
    ['Ελένη Παπαδοπούλου', 'Ελένη Παπαδοπούλου', true],
    ['Святослав Рихтер, 2-й', 'Святослав Рихтер, 2-й', true],
    ['Նարեկ Ալեքսանյան', 'Նարեկ Ալեքսանյան', true],
    ['A\u202Edcba\u200B\u0000\u0007Z', 'AdcbaZ', true],
    ['100 % – “quoted” & <b>', '100 % – “quoted” & <b>', true],
    ['محمد بن موسى', 'محمد بن موسى', true],
    ['الجبر 12', 'الجبر 12', true],
    ['עדה יונת', 'עדה יונת', true],
    ['محمد Ali', 'Ali', false],
    ['王小明', '', false],
    ['王小明 (Xiaoming Wang)', '(Xiaoming Wang)', false],
    ['王 – Xiaoming 🎓', 'Xiaoming', false],
    ['王ng Smith', 'Smith', false],
    ['दर्शन', '', false],
    ['ꟹ Latin', 'Latin', false],
    ['', '', true],
  ] as const)
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(printed)}`, () => {
      const { text: drawn, complete: whole } = printable(text, hasGlyphs)

      assert.deepEqual([drawn, whole], [printed, complete])
    })
})

describe('a line from right to left', () => {
  for (const [words, run] of [
    [['الجبر', 'والمقابلة'], 'الجبر\u00a0والمقابلة'],
    [['الجبر', '12'], 'الجبر\u00a021'],
    [['12', '(34)'], '(34)\u00a012'],
  ] as const)
    it(`of ${words.join(' ')} has numbers that run forwards`, () => assert.equal(reversedRun(words), run))
})
