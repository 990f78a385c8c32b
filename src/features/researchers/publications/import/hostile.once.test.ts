import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { longestAbstract, longestContainer, longestFamily, longestTitle, maxAuthors } from '../record.ts'
import type { Entry } from './entry.ts'
import { readPublicationFile } from './file-worker.ts'

const files = {
  bibtex: [
    String.raw`@string{j = "Journal of {\OE}uvres"} @article{a(b) c, author = {van Berg, Jan and {W H O} and M{\"u}ller, J}, title = "A " # j # {x},`,
    String.raw` journal = j, year = 2020, month = mar, crossref = {p}, url = {http://example.org/\~{}a}, abstract = {$H_2^{n}$ <i>x</i> &amp; \'{\i}}}`,
    '@proceedings(p, title = {Proc}, date = {2011-03}) @comment{@misc{x}} @misc{, title = {A}} @misc{ title = {B}}',
  ].join('\n'),
  ris: 'TY  - JOUR\r\nTI  - A\r\nAU  - Berg, Jan, Jr\r\nPY  - 2020/03/17/\r\nAB  - One,\r\ntwo\r\nDO  - 10.1000/a\r\nER  - \r\nTY  - BOOK\r\nBT  - B\r\n',
  csl_json: JSON.stringify([
    { id: 1, title: 'A', author: [{ family: 'B', given: 'C' }], issued: { 'date-parts': [[2020, 3]] }, DOI: '10.1/a' },
  ]),
} as const

/** Signs and words that have a meaning in one of the formats. */
const tokens = [
  ...[
    '{',
    '}',
    '"',
    '\\',
    '@',
    '#',
    ',',
    '=',
    '(',
    ')',
    '%',
    '$',
    '^',
    '_',
    '~',
    '<',
    '>',
    '&',
    ';',
    ' and ',
    '\n',
    '\r',
  ],
  ...[
    '@misc{',
    '@string{',
    'crossref',
    'TY  - ',
    'ER  - ',
    'AU  - ',
    '[',
    ']',
    ':',
    'null',
    '\u0000',
    '\u0301',
    '\ud800',
    '\ufffd',
  ],
]

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 30 }),
  text: fc.array(fc.constantFrom(...tokens), { maxLength: 4 }).map((parts) => parts.join('')),
  times: fc.constantFrom(1, 1, 1, 3, 500),
})

const mutate = (text: string, changes: readonly { at: number; length: number; text: string; times: number }[]) =>
  changes.reduce((before, { at, length, text: added, times }) => {
    const start = Math.floor(at * before.length)
    return before.slice(0, start) + added.repeat(times) + before.slice(start + length)
  }, text)

/** Fails for what could not be stored. */
function assertStorable({ work, reason, label }: Entry): void {
  assert.equal(work === null, reason !== null)
  assert.ok(label.length <= 200 && label.isWellFormed())
  if (work === null) return
  const { title, authors, authors_count, container_title, abstract } = work
  assert.ok(title !== '' && title.length <= longestTitle && !title.includes('\0'))
  assert.ok(authors.length <= maxAuthors && authors.length <= authors_count)
  assert.ok(authors.every(({ family }) => family !== '' && family.length <= longestFamily && family.isWellFormed()))
  assert.ok(container_title.length <= longestContainer && abstract.length <= longestAbstract)
}

describe('a file of publications that was changed by chance', () => {
  for (const format of ['bibtex', 'ris', 'csl_json'] as const)
    it(`is read or refused within the limits of what is stored: ${format}`, () => {
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
          const entries = readPublicationFile({ format, text: mutate(files[format], changes), most: 100 })
          assert.ok(entries.length <= 101)
          for (const entry of entries) assertStorable(JSON.parse(entry))
        }),
        { numRuns: 1_500 },
      )
    })
})
