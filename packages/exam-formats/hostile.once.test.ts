import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { isSampled } from '../../test/support/breadth.ts'
import { findDisproportion } from '../../test/support/processor-time.ts'
import { formatReason, readQuestions } from './index.ts'
import { limits } from './question.ts'

const read = (content: string | Uint8Array) =>
  readQuestions(typeof content === 'string' ? new TextEncoder().encode(content) : content)

function assertUnreadable(content: string | Uint8Array, reason: RegExp) {
  const reading = read(content)
  assert.equal(reading.format, null)
  assert.deepEqual([reading.items, reading.files], [[], []])
  assert.match(reading.reason === null ? '' : formatReason(reading.reason), reason)
}

const essay = '<question type="essay"><questiontext><text>Why?</text></questiontext></question>'

describe('a file that is no file of questions', () => {
  const files: [name: string, content: string | Uint8Array, reason: RegExp][] = [
    ['nothing', '', /none of the formats/],
    ['white space', ' \n\n', /none of the formats/],
    ['a text', 'Dear Sir or Madam', /none of the formats/],
    ['a page', '<html><body>Hello</body></html>', /none of the formats/],
    ['zeros', new Uint8Array(1_000), /neither UTF-8 nor UTF-16/],
    ['a PDF', '%PDF-1.7 {', /none of the formats/],
    ['other JSON', '{"questions": []}', /not JSON as this service/],
    ['JSON of a newer version', '{"format":"research-platform-questions","version":2,"questions":[]}', /newer version/],
    ['no questions', '<quiz></quiz>', /no questions/],
    ['QTI 3', '<qti-assessment-item/>', /QTI 3/],
    ['half an archive', zipSync({ 'a.xml': strToU8('<quiz/>') }).subarray(0, 40), /damaged/],
    ['an empty archive', zipSync({}), /no questions/],
    ['an archive of other files', zipSync({ 'a.txt': strToU8('Hello'), 'b.xml': strToU8('<a/>') }), /no questions/],
    ['a wrong encoding', '<?xml version="1.0" encoding="klingon"?><quiz/>', /neither UTF-8/],
  ]
  for (const [name, content, reason] of files)
    it(`is refused with one sentence: ${name}`, () => assertUnreadable(content, reason))
})

describe('XML of strangers', () => {
  const declarations = [
    '<!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
    '<!DOCTYPE quiz SYSTEM "file:///etc/passwd">',
    '<!DOCTYPE quiz PUBLIC "a" "http://example.org/a.dtd">',
    '<!DOCTYPE quiz [<!ENTITY % x SYSTEM "http://example.org/x"> %x;]>',
  ]
  for (const declaration of declarations)
    it(`is refused with a document type: ${declaration}`, () =>
      assertUnreadable(`${declaration}<quiz>${essay}</quiz>`, /DOCTYPE/))

  it('may name its document type without a definition', () => {
    assert.equal(read(`<!DOCTYPE quiz><quiz>${essay}</quiz>`).items.length, 1)
  })

  it('has no entities but those of XML', () => {
    const { items } = read(
      `<quiz>${essay}<question type="essay"><questiontext><text>&file;</text></questiontext></question></quiz>`,
    )

    assert.deepEqual(
      items.map(({ verdict }) => verdict),
      ['imported', 'refused'],
    )
  })

  it('is refused when elements are within each other without end', () =>
    assertUnreadable('<quiz>'.repeat(100_000), /more elements within each other/))

  it('does not reach the prototype of objects', () => {
    const { items } = read(
      '<quiz><question type="constructor"><questiontext><text>a</text></questiontext></question>' +
        '<question type="__proto__"><questiontext><text>a</text></questiontext></question></quiz>',
    )

    assert.deepEqual(
      items.map(({ reasons }) => reasons.map(formatReason)),
      [
        ['Questions of the type “constructor” cannot be imported.'],
        ['Questions of the type “__proto__” cannot be imported.'],
      ],
    )
  })
})

describe('an archive of strangers', () => {
  it('is refused when a file is compressed more than files are', () =>
    assertUnreadable(zipSync({ 'a.xml': new Uint8Array(20_000_000) }, { level: 9 }), /compressed more/))

  it('is refused when it has too many files', () => {
    const files = Array.from(
      { length: limits.archiveEntries + 1 },
      (_, index) => [`${index}.css`, new Uint8Array()] as const,
    )

    assertUnreadable(zipSync(Object.fromEntries(files), { level: 0 }), /more than 5000 files/)
  })

  it('is refused when its files are larger together than allowed', () => {
    const noise = new Uint8Array(1024 * 1024 - 1)
    const files = Array.from({ length: 130 }, (_, index) => [`${index}.xml`, noise] as const)

    assertUnreadable(zipSync(Object.fromEntries(files)), /more than 128 MB/)
  })

  it('is refused when its directory claims other sizes than its files have', () => {
    const archive = Buffer.from(zipSync({ 'a.xml': strToU8(`<quiz>${essay}</quiz>`) }))
    const entry = archive.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    archive.writeUInt32LE(0xf0000000, entry + 20)

    assertUnreadable(archive, /compressed more|damaged/)
  })

  it('refuses a bad document and reads the others', () => {
    const { items } = read(
      zipSync({
        '../../etc/a.xml': strToU8(`<quiz>${essay}</quiz>`),
        'b.xml': strToU8('<!DOCTYPE quiz SYSTEM "x"><quiz/>'),
        'imsmanifest.xml': strToU8('<manifest/>'),
        '__MACOSX/a.xml': strToU8('<quiz>'),
      }),
    )

    assert.deepEqual(
      items.map(({ place, verdict, reasons }) => [place, verdict, ...reasons.map(formatReason)]),
      [
        ['../../etc/a.xml#1', 'imported'],
        ['b.xml', 'refused', 'The file declares a document type (DOCTYPE), which is not read. Remove the declaration.'],
      ],
    )
  })
})

describe('a question of strangers', () => {
  const refused: [name: string, text: string, reason: RegExp][] = [
    ['a long text', 'a'.repeat(6_000), /more than 5000 characters/],
    ['long HTML', `<b>${'a'.repeat(200_000)}</b>`, /longer or more deeply nested/],
    ['deep HTML', '<div>'.repeat(10_000), /longer or more deeply nested/],
    ['nothing but pictures that are missing', '<img src="a.png">', /no text/],
  ]
  for (const [name, text, reason] of refused)
    it(`is refused alone: ${name}`, () => {
      const { items } = read(
        `<quiz><question type="essay"><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext></question>${essay}</quiz>`,
      )

      assert.deepEqual(
        items.map(({ verdict }) => verdict),
        ['refused', 'imported'],
      )
      assert.match(items[0]?.reasons.map(formatReason).join() ?? '', reason)
    })

  it('cannot bring script into Markdown', () => {
    const { items } = read(
      `<quiz><question type="essay"><questiontext format="html"><text><![CDATA[
        <a href="javascript:alert(1)">one</a> <a href="https://example.org/) [two](javascript:alert(2)">two</a>
        <img src="javascript:alert(3)" alt="](javascript:alert(4))"> <svg onload="alert(5)"></svg>
        &lt;script&gt;alert(6)&lt;/script&gt; [x](javascript:alert(7))
      ]]></text></questiontext></question></quiz>`,
    )
    const text = items[0]?.question?.question ?? ''

    assert.doesNotMatch(text, /(?<!\\)\]\(javascript/)
    assert.doesNotMatch(text, /alert\([1235]\)/)
  })

  it('is one of at most 5000', () =>
    assertUnreadable('One {T}\n\n'.repeat(limits.questions + 1), /more than 5000 questions/))

  it('takes time in proportion to its length', async () => {
    const wrap = (text: string) =>
      `<quiz><question type="multianswer"><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext></question></quiz>`
    const units = [
      '{1:SA:=a',
      '{1:SA:=a}',
      '[[1]]',
      '{',
      '\\',
      '~',
      '=',
      '::',
      '#',
      '//[tag:a',
      '\n\n{',
      '$CATEGORY:/',
      '<b>a</b>',
      '&amp;',
      '| a',
    ]
    // A sample of each, so that all are asked: a quarter of the length.
    const scale = isSampled ? 0.25 : 1
    const growth = { short: 5_000 * scale, long: 20_000 * scale, factor: 12, extraMs: 300 * scale }
    for (const unit of units)
      for (const write of [wrap, String, (text: string) => `${text}}`]) {
        const disproportion = await findDisproportion((times) => read(write(unit.repeat(times))), growth)
        assert.equal(disproportion, undefined, `${unit}: ${disproportion}`)
      }
  })
})
