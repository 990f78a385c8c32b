import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { extractText } from '#adapters/document-text.ts'
import { testApp } from '#test/support/app.ts'
import { createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import { docx, pdf } from '#test/support/samples.ts'

type Options = ConstructorParameters<typeof PDFDocument>[0]

function createPdf(pages: number, text: (page: number) => string, options: Options = {}): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const document = new PDFDocument({ ...options, autoFirstPage: false })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.on('end', () => resolve(Buffer.concat(parts)))
  for (let page = 1; page <= pages; page++) document.addPage().text(text(page))
  document.end()
  return promise
}

/** A PDF whose font has a predefined encoding and is not embedded, as programs in China write them. */
function createChinesePdf(text: string): Buffer {
  const codes = [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  const content = `BT /F1 24 Tf 72 700 Td <${codes}> Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /FontDescriptor 7 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 0 >> >>`,
    `<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800
      /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 8 /Root 1 0 R >>\n%%EOF\n`)
}

async function createScene() {
  const app = await testApp()
  const recruiter = await app.given.user({ role: 'recruiter' })
  const post = await createJobPost(recruiter)
  const submit = async (content: Uint8Array, name: string) => {
    const person = await app.given.user()
    const id = await createApplication(person, post.id, { resume: createResume(content, name) })
    await app.settle()
    return { id, state: (await person.get(`/job-applications/${id}`)).data.resume_state }
  }
  const find = async (words: string) => {
    const { data, meta } = await recruiter.get(`/job-posts/${post.id}/applicants?resume=${encodeURIComponent(words)}`)
    assert.equal(meta.total, data.length)
    return data.map(({ id }: { id: number }) => id)
  }
  return { ...app, recruiter, post, submit, find }
}

describe('the words of a resume', () => {
  it('of a PDF are searched by their beginnings, without regard to case and accents', async () => {
    const { submit, find } = await createScene()
    const one = await submit(await createPdf(2, (page) => (page === 1 ? 'Élise, botanist' : 'Kew Gardens')), 'a.pdf')
    const other = await submit(await createPdf(1, () => 'A zoologist at Kew'), 'b.pdf')

    assert.deepEqual([one.state, other.state], ['ready', 'ready'])
    assert.deepEqual(await find('KEW'), [other.id, one.id])
    assert.deepEqual(await find('elise gard'), [one.id])
    assert.deepEqual(await find('elise zoologist'), [])
    assert.deepEqual(await find("'; drop table resume_terms; --"), [])
  })

  it('of a PDF with a Chinese, Japanese or Korean font are searched', async () => {
    const { submit, find } = await createScene()
    const { id, state } = await submit(createChinesePdf('植物学家'), 'cv.pdf')

    assert.deepEqual([state, await find('植物学家')], ['ready', [id]])
  })

  it('of a Word document are searched too', async () => {
    const { submit, find } = await createScene()

    const { state } = await submit(docx(), 'cv.docx')

    assert.ok(['ready', 'unreadable'].includes(state))
    assert.deepEqual(await find('nowhere'), [])
  })

  it('go with the account, and so does what was noted about the interview', async () => {
    const { given, post, recruiter, settle, find } = await createScene()
    const ada = await given.user()
    const id = await createApplication(ada, post.id, { resume: createResume(await createPdf(1, () => 'Medlars')) })
    await settle()
    const day = { interview_date: '2036-12-01T00:00:00Z', interview_time: '10:00' }
    const invited = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, { application_id: id, ...day })
    await recruiter.put(`/interviews/${invited.data.interview_id}`, {
      outcome: 'passed',
      outcome_notes: 'Knows medlars.',
    })

    const before = await find('medlars')
    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)

    assert.deepEqual([before, await find('medlars')], [[id], []])
    const notes = (await recruiter.get('/interviews')).data.map((one: { outcome_notes: string }) => one.outcome_notes)
    assert.deepEqual(notes, [''])
  })

  it('go with the application', async () => {
    const { given, post, recruiter, settle, find } = await createScene()
    const ada = await given.user()
    const id = await createApplication(ada, post.id, { resume: createResume(await createPdf(1, () => 'Quinces')) })
    await settle()

    const before = await find('quinces')
    await ada.delete(`/job-applications/${id}`)

    assert.deepEqual([before, await find('quinces')], [[id], []])
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants`)).meta.total, 0)
  })
})

/** A PDF whose page, of some kilobytes, unpacks to more than the process may have. */
function createBomb(): Buffer {
  // Packed once and repeated, because to pack 600 MB takes seconds. The last two bytes are the block that ends the others.
  const piece = deflateRawSync(Buffer.alloc(10_000_000, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: 60 }, () => piece),
    Buffer.from([3, 0]),
  ])
  const content = deflateSync(packed, { level: 9 })
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    `<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${content.toString('latin1')}\nendstream`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

describe('a resume that cannot be read', () => {
  it('does not fail the application', async () => {
    const { submit } = await createScene()

    assert.equal((await submit(pdf, 'broken.pdf')).state, 'unreadable')
    const encrypted = await createPdf(1, () => 'Secret', { userPassword: 'open sesame', pdfVersion: '1.7' })
    assert.equal((await submit(encrypted, 'encrypted.pdf')).state, 'unreadable')
  })

  it('is read outside the service, like the others', async () => {
    const encrypted = await createPdf(1, () => 'Secret', { userPassword: 'open sesame', pdfVersion: '1.7' })

    const texts = [await extractText(await createPdf(1, () => 'Medlars')), await extractText(encrypted)]

    assert.match(texts[0] ?? '', /Medlars/)
    assert.equal(texts[1], null)
  })

  it('is too long is read in part, and a bomb costs bounded memory outside the service', async () => {
    const long = await createPdf(60, (page) => `page${page} ${'word '.repeat(100)}`)
    const bomb = createBomb()
    const before = process.memoryUsage().rss

    const text = await extractText(long)
    const bombed = await extractText(bomb)

    assert.match(text ?? '', /page50 /)
    assert.doesNotMatch(text ?? '', /page51 /)
    assert.equal(bombed, null)
    assert.ok(process.memoryUsage().rss - before < 200 * 1024 * 1024)
  })
})
