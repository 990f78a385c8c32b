import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDisproportion } from '../../test/support/processor-time.ts'
import { joinPieces, readLayout } from './layout.ts'
import { readText } from './text.ts'
import { readDocx } from './word-text.ts'

/** Returns the different words in lower case, without accents. */
const splitWords = (text: string) => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  ),
]

/** Returns an archive of files that are not compressed, with the fields that are read. */
function zip(files: readonly { name: string; data: Buffer }[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, data } of files) {
    const [local, entry] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.writeUInt16LE(name.length, 26)
    entry.writeUInt32LE(0x02014b50)
    for (const place of [20, 24]) entry.writeUInt32LE(data.length, place)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), data)
    entries.push(entry, Buffer.from(name))
    at += 30 + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...entries, end])
}

const paragraph = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`
const word = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`

const parts: Record<string, string> = {
  'word/document.xml': `<w:document><w:body>
    ${paragraph(`${word('Botany')}<w:cr/>${word('Zoology')}<w:br/>${word('R&amp;D &#233;t&#xE9;')}<w:tab/>${word('Latin')}`)}
    ${paragraph(`${word('inter')}<w:softHyphen/>${word('national')}`)}
    ${paragraph(`${word('peer')}<w:noBreakHyphen/>${word('review')}<w:del><w:delText>removed</w:delText></w:del>`)}
    ${paragraph('<w:fldChar><w:ffData><w:textInput><w:default w:val="Mycology"/></w:textInput></w:ffData></w:fldChar>')}
    ${paragraph('<w:instrText>FORMTEXT</w:instrText>')}
    <w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="Phycology" w:value="1"/></w:dropDownList></w:sdtPr>
      <w:sdtContent>${paragraph(word('Bryology'))}</w:sdtContent></w:sdt>
    <w:drawing><wps:txbx><w:txbxContent>${paragraph(word('Palynology'))}</w:txbxContent></wps:txbx></w:drawing>
    <w:tbl><w:tr><w:tc>${paragraph(word('left'))}</w:tc><w:tc>${paragraph(word('right'))}</w:tc></w:tr></w:tbl>
  </w:body></w:document>`,
  'word/header1.xml': `<w:hdr>${paragraph(word('Lovelace'))}</w:hdr>`,
  'word/footer2.xml': `<w:ftr>${paragraph(word('Kew'))}</w:ftr>`,
  'word/footnotes.xml': `<w:footnotes><w:footnote>${paragraph(word('Funded'))}</w:footnote></w:footnotes>`,
  'word/endnotes.xml': `<w:endnotes><w:endnote>${paragraph(word('Cited'))}</w:endnote></w:endnotes>`,
  'word/comments.xml': `<w:comments><w:comment>${paragraph(word('Noted'))}</w:comment></w:comments>`,
  'word/diagrams/data1.xml':
    '<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Drawn</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>',
  'word/styles.xml': '<w:styles><w:t>never</w:t></w:styles>',
}

describe('the text of a DOCX', () => {
  it('has the words of every part, and what stands for spaces and hyphens', () => {
    const archive = zip(Object.entries(parts).map(([name, xml]) => ({ name, data: Buffer.from(xml) })))

    const words = splitWords(readLayout(readDocx(archive, 100_000)))

    assert.deepEqual(
      words.toSorted(),
      splitWords(
        `botany zoology r d ete latin international peer review mycology phycology bryology palynology left right
        lovelace kew funded cited noted drawn`,
      ).toSorted(),
    )
  })

  it('is refused when it unpacks to too much, or is cut off', () => {
    const archive = zip([{ name: 'word/document.xml', data: Buffer.from(parts['word/document.xml'] ?? '') }])

    assert.throws(() => readDocx(archive.subarray(0, -30), 100_000))
  })
})

describe('the layout of a page', () => {
  const cases: [divided: string, words: string][] = [
    ['an inter-\nnational bo\u00ad\ntanist', 'an international inter national botanist'],
    ['well-\n  known', 'wellknown well known'],
    ['peer-reviewed\nPapers', 'peer reviewed papers'],
    ['B O T A N I S T  K E W', 'botanist b o t a n i s kew k e w'],
    ['E\u2009X\u2009P\u2009E\u2009R\u2009T', 'expert e x p r t'],
    ['Ｃ and R', 'c and r'],
  ]
  for (const [divided, words] of cases)
    it(`is undone in ${JSON.stringify(divided)}`, () => {
      assert.deepEqual(splitWords(readLayout(divided)).toSorted(), splitWords(words).toSorted())
    })

  it('tells words with letter spacing apart by the wider gaps between them', () => {
    const pieces = [...'KEW GARDENS'].flatMap((letter) =>
      letter === ' '
        ? []
        : [
            { str: letter, width: 8, hasEOL: false },
            { str: ' ', width: 6, hasEOL: false },
          ],
    )
    const gap = pieces[5]
    assert.ok(gap)
    gap.width = 15

    assert.equal(joinPieces(pieces.slice(0, -1)), 'K E W  G A R D E N S')
  })

  it('takes linear time to undo', async () => {
    for (const text of ['a', 'a-', '- \n', 'a ', 'a b', '\u00ad ', 'a\u0301 ']) {
      const growth = { short: 50_000, long: 200_000, factor: 12, extraMs: 500 }
      const disproportion = await findDisproportion((length) => readLayout(text.repeat(length)), growth)
      assert.equal(disproportion, undefined, `${JSON.stringify(text)}: ${disproportion}`)
    }
  })
})

/** Returns a PDF with the lines, in which the hyphen of the font stands for U+00AD, as pdfTeX and word processors write it. */
function createHyphenatedPdf(lines: readonly string[]): Buffer {
  const stream = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`
  const shown = lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ')
  const map = '/CMapName /A def 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <2d> <00ad> endbfchar'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    stream(`BT /F 12 Tf 20 200 Td ${shown} ET`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>',
    stream(`/CIDInit /ProcSet findresource begin begincmap ${map} endcmap end`),
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R/Size 7>>\n%%EOF`)
}

describe('the text of a PDF', () => {
  it('has the words whole that soft hyphens divide at the ends of lines', async () => {
    const pdf = createHyphenatedPdf(['Curator of Inter-', 'national herbaria, Micro-', 'biology and field work'])

    const words = splitWords((await readText(new Uint8Array(pdf))) ?? '')

    for (const word of ['international', 'microbiology', 'herbaria', 'curator', 'work'])
      assert.ok(words.includes(word), `${word}: ${words.join(' ')}`)
  })
})
