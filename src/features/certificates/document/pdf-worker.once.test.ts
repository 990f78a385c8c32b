import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { english } from '#language/wording.ts'
import { readPdfTexts } from '#test/support/pdf.ts'
import * as samples from '#test/support/samples.ts'
import { print } from './pdf-worker.ts'

const certificate = {
  kind: 'exam',
  name: 'Ada Lovelace',
  title: 'Statistics',
  issuer: 'Research Platform',
  score: 92,
  awardedBy: { name: 'Charles Babbage', verified: true },
  minutes: null,
  logo: null,
  signature: null,
  signatory: '',
  issued_at: '2026-11-21T09:00:00.000Z',
  revoked_at: null,
  verification_code: '7K3M-QX9V-04TN-HB2E',
  url: 'http://api.test/certificates/verify/7K3M-QX9V-04TN-HB2E',
  credential: '{"type": "OpenBadgeCredential"}',
  wording: english,
} as const

/** The text as a PDF encodes it, read as Latin-1. */
const extractText = (text: string) =>
  /^[ -~]*$/.test(text)
    ? `(${text.replace(/[()\\]/g, '\\$&')}`
    : `(\xfe\xff${escapeBytes(Buffer.from(text, 'utf16le').swap16().toString('latin1'))}`

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' }
const escapeBytes = (bytes: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: pdfkit writes these bytes of UTF-16 with a backslash
  bytes.replace(/[\n\r\t\x08\f()\\]/g, (one) => escapes[one] ?? `\\${one}`)

const printDocument = async (more: object = {}) =>
  Buffer.from(await print({ ...certificate, ...more })).toString('latin1')

describe('the document of a certificate', () => {
  it('prints letters with their marks', async () => {
    const names = ['مُحَمَّد بن مُوسى', 'שָׁלוֹם כֹּהֵן', 'Nguyễn Thị Ánh']

    for (const name of names) {
      const pdf = Buffer.from(await print({ ...certificate, name }))
      assert.ok(readPdfTexts(pdf).includes(name.normalize('NFC')), name)
    }
  })

  it('has the same bytes for the same certificate, and others for another', async () => {
    const first = await printDocument()
    await printDocument({ name: 'محمد بن موسى', title: 'Nguyễn Thị Minh Khai' })

    assert.equal(await printDocument(), first)
    assert.ok(first.includes(`/URI (${certificate.url})`), 'leads to the page')
    assert.notEqual(await printDocument({ name: 'Ada Lovelacf' }), first)
    assert.notEqual(await printDocument({ revoked_at: '2026-12-01T00:00:00.000Z' }), first)
  })

  for (const [script, name] of Object.entries({
    Japanese: '山田 太郎 さとう',
    'simplified Chinese': '欧阳娜娜',
    'traditional Chinese': '蔡英文',
    Korean: '김민수',
    Hindi: 'प्रिया शर्मा क्षत्रिय',
    Bengali: 'রবীন্দ্রনাথ ঠাকুর',
    Tamil: 'சுந்தர் பிச்சை',
    Telugu: 'శ్రీనివాస రామానుజన్',
    Thai: 'สมชาย ใจดี',
    Amharic: 'ኃይሌ ገብረሥላሴ',
    "N'Ko": 'ߛߟߋߡߊߣߊ߫ ߞߊ߲ߕߍ߫',
    Adlam: '𞤀𞤣𞤢𞤥 𞤐𞤶𞤢𞤴',
    Tifinagh: 'ⴰⵎⵉⵏⴰ ⵉⴷⵔⵉⵙ',
    Tibetan: 'བསྟན་འཛིན་རྒྱ་མཚོ།',
    Thaana: 'މުޙައްމަދު',
    Cherokee: 'ᏏᏉᏯ ᎠᏂᏴᏫᏯ',
    Arabic: 'محمد بن موسى الخوارزمي',
    Hebrew: 'שלום כהן',
    Burmese: 'အောင်ဆန်းစုကြည်',
    Khmer: 'សម្តេច',
    Greek: 'Ελένη Παπαδοπούλου',
    Cyrillic: 'Святослав Рихтер',
    Vietnamese: 'Nguyễn Thị Minh Khai',
    'several scripts': 'Mei 李梅 (美美) Łódź 김 प्रिया محمد',
  }))
    it(`prints a name in ${script} correctly, in a font that contains all its characters`, async () => {
      const document = await printDocument({ name })

      assert.ok(document.includes(extractText(name)), 'the name is a text of the document')
      assert.ok(!document.includes(extractText('Some characters cannot be printed here.')))
      assert.ok(!document.includes(extractText('the holder of this certificate')))
    })

  it('omits whole words that no font contains, and says so', async () => {
    const document = await printDocument({ name: '山田太郎 🎓' })

    assert.ok(document.includes(extractText('山田太郎')))
    assert.ok(document.includes(extractText('Some characters cannot be printed here.')))
  })

  it('names the teacher, the duration of the course and the signatories, and shows the pictures', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'research-platform-certificate-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const picture = join(folder, 'logo.png')
    await writeFile(picture, await samples.png())

    const document = await printDocument({
      kind: 'course',
      score: null,
      minutes: 450,
      awardedBy: { name: '山田 太郎', verified: false },
      signatory: 'Prof. Amina Yusuf, Dean',
      logo: picture,
      signature: picture,
    })

    for (const text of ['a course of 7.5 hours', 'Awarded by 山田 太郎, whose identity', 'Prof. Amina Yusuf, Dean'])
      assert.ok(document.includes(extractText(text)), text)
    assert.ok((document.match(/\/Subtype \/Image/g)?.length ?? 0) >= 1)
    assert.match(document, /\/Alt \(Signature of Prof\. Amina Yusuf, Dean\)/)
  })

  it('is tagged for screen readers: a title, a language, a structure, and alternative texts', async () => {
    const document = await printDocument()

    assert.match(document, /\/MarkInfo|\/Marked true/)
    assert.match(document, /\/Lang \(en\)/)
    assert.match(document, /\/DisplayDocTitle true/)
    assert.match(document, /pdfuaid/)
    for (const type of ['Document', 'H1', 'H2', 'P', 'Figure', 'Link'])
      assert.match(document, new RegExp(`/S /${type}\\n`))
    assert.match(document, /\/Alt \(QR code that leads to /)
  })

  for (const name of [
    'Ελένη Святослав Zoë',
    'محمد بن موسى الخوارزمي',
    '山田太郎 🎓',
    'W'.repeat(200),
    ')\\(<script>\u202e\u0007',
    '',
  ])
    it(`prints ${JSON.stringify(name.slice(0, 20))} on one page, with embedded fonts, as text`, async () => {
      const document = await printDocument({ kind: 'course', name, title: name, score: null })

      const embedded = document.match(/\/FontFile2/g)?.length ?? 0
      assert.equal(document.match(/\/Type \/Page\n/g)?.length, 1)
      assert.match(document, /\/MediaBox \[0 0 841\.89 595\.28\]/)
      assert.ok(embedded >= 3)
      assert.equal(document.match(/\/ToUnicode/g)?.length, embedded)
    })
})
