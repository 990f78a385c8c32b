import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { detectDelimiter, InvalidCsv, readRows } from './table.ts'

const read = (text: string) => [...readRows(text)].map(({ line, cells }) => [line, ...(cells ?? [null])])

describe('a table in CSV', () => {
  const tables: [name: string, text: string, expected: unknown[]][] = [
    [
      'a byte order mark and Windows line ends',
      '\ufeffa,b\r\nc,d\r\n',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'line ends of old Macs',
      'a;b\rc;d',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'tabs',
      'a\tb\nc\t"d\te"',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd\te'],
      ],
    ],
    ['a line that names the delimiter', 'sep=;\r\na;b,c\r\n', [[2, 'a', 'b,c']]],
    ['such a line in quotes, with a mark', '\ufeff"sep=|"\na|b', [[2, 'a', 'b']]],
    [
      'empty columns at the end',
      'a,b,,\nc,d,,\n,,,\n',
      [
        [1, 'a', 'b', '', ''],
        [2, 'c', 'd', '', ''],
      ],
    ],
    [
      'empty lines',
      '\n\na,b\n\nc,d',
      [
        [3, 'a', 'b'],
        [5, 'c', 'd'],
      ],
    ],
    ['quotes within a value', 'a,Ann "Nan" Lee,b', [[1, 'a', 'Ann "Nan" Lee', 'b']]],
    ['quotes that are doubled', '"a ""b""",""""', [[1, 'a "b"', '"']]],
    ['characters behind a quote', '"Ann" Lee,b', [[1, 'Ann Lee', 'b']]],
    ['spaces around quotes', 'a, "b, c" ,d', [[1, 'a', 'b, c', 'd']]],
    [
      'line breaks in quotes',
      'a,"b\r\nc"\nd,e',
      [
        [1, 'a', 'b\r\nc'],
        [3, 'd', 'e'],
      ],
    ],
    [
      'a quote that is open at the end',
      'a,b\n"c,d\ne,f',
      [
        [1, 'a', 'b'],
        [2, null],
        [3, 'e', 'f'],
      ],
    ],
    [
      'a quote that a later row closes',
      'a,b\n"c,d\n"e","f"',
      [
        [1, 'a', 'b'],
        [2, null],
        [3, 'e', 'f'],
      ],
    ],
    ['delimiters within quotes of the header', '"a,b";"c,d"', [[1, 'a,b', 'c,d']]],
  ]
  for (const [name, text, expected] of tables) it(`is read with ${name}`, () => assert.deepEqual(read(text), expected))

  it('is the same after it was written, whatever is in it', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', '=', ' ', 'é') })
      .map((text) => text.trim())
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (table, delimiter) => {
        const text = stringify(table, { delimiter, quoted: true })
        const full = table.filter((row) => row.some((value) => value !== ''))
        assert.deepEqual(
          [...readRows(text, delimiter)].map(({ cells }) => cells),
          full,
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read to its end, with rising lines, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '\t', ';', 'sep='), maxLength: 200 })
    fc.assert(
      fc.property(text, (given) => {
        const rows = [...readRows(given)]
        const lines = rows.map(({ line }) => line)
        assert.deepEqual(
          lines,
          [...new Set(lines)].toSorted((one, other) => one - other),
        )
        assert.ok((lines.at(-1) ?? 0) <= given.split(/\r\n|\r|\n/).length)
        // A row without quotes is read as it stands.
        for (const { line, cells } of rows) if (!given.includes('"')) assert.ok(cells, `line ${line}`)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is given up when most of it cannot be read, instead of reading the rest for each row', () => {
    const text = `a,b\n${`"${'""'.repeat(100)}x\n`.repeat(15_000)}`

    assert.throws(() => [...readRows(text)], InvalidCsv)
  })

  it('stops where its reader stops', () => {
    let count = 0
    for (const _ of readRows('a,b\n'.repeat(1_000_000))) if (++count === 3) break

    assert.equal(count, 3)
    assert.equal(detectDelimiter('a;b\nc,d,e'), ';')
  })
})
