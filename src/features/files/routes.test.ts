import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { type Person, type TestApp, testApp } from '../../../test/support/app.ts'
import { formOf, pathOf } from '../../../test/support/forms.ts'

const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

const upload = (person: Person, fields: Record<string, string>, file: File) =>
  person.send('POST', '/upload', { body: formOf({ ...fields, file }) })

describe('POST /upload', () => {
  it('keeps a document and serves it at its address', async () => {
    const { given, anonymous } = await testApp()
    const ada = await given.user()

    const reply = await upload(ada, { type: 'document' }, new File([pdf], 'thesis.pdf'))

    assert.equal(reply.status, 201, reply.text)
    const { file } = reply.data
    assert.deepEqual(Object.keys(file), ['id', 'url', 'filename', 'size', 'mime_type', 'uploaded_at'])
    assert.equal(file.filename, 'thesis.pdf')
    assert.equal(file.size, pdf.length)
    assert.equal(file.mime_type, 'application/pdf')
    const served = await anonymous.get(pathOf(file.url))
    assert.equal(served.status, 200)
    assert.equal(served.text, pdf.toString())
  })
})
