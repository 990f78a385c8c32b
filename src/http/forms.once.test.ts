import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { DateTime, Email, Id, nullable, oneOf, Text } from '#core/schema.ts'
import { verbatim } from '#language/sentence.ts'
import { testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { createForm } from '#test/support/forms.ts'
import { responds } from './envelope.ts'
import { FileField, Form, formRoutes } from './forms.ts'
import type { Routes } from './routes.ts'

const Everything = Form({
  title: Type.Optional(Text(10)),
  note: Type.Optional(nullable(Text(10))),
  age: Type.Optional(Type.Integer({ minimum: 18 })),
  price: Type.Optional(Type.Number()),
  sure: Type.Optional(Type.Boolean()),
  day: Type.Optional(DateTime),
  email: Type.Optional(Email),
  level: Type.Optional(oneOf('low', 'high')),
  tags: Type.Optional(Type.Array(Text(10), { maxItems: 3 })),
  ids: Type.Optional(Type.Array(Id)),
  rights: Type.Optional(Type.Object({ can_edit: Type.Boolean(), level: Type.Optional(Type.Integer()) })),
  answers: Type.Optional(Type.Array(Type.Object({ question: Text(20), answer: Text(20) }))),
  file: Type.Optional(FileField({ maxBytes: 1_000, tooLarge: verbatim('The file may not be larger than 1 kB.') })),
})

const createEchoApp =
  (path: string): Routes =>
  (app) => {
    app.post(path, {
      config: { access: 'public' },
      schema: {
        operationId: path.slice(1),
        summary: 'Echo',
        tags: ['Test'],
        body: Everything,
        response: responds(200, Type.Object({ echo: Type.Unknown() })),
      },
      handler: async ({ body }) => ({ echo: body }),
    })
  }

const routes = [formRoutes(createEchoApp('/echo')), formRoutes(createEchoApp('/hasty'), { timeoutMs: 200 })]

const openForm = () => testApp({}, { routes })
const app = openForm()

async function sendForm(fields: Record<string, string | string[] | File | undefined>) {
  const reply = await (await app).anonymous.send('POST', '/echo', { body: createForm(fields) })
  return reply.status === 200 ? reply.data.echo : reply.errors
}

describe('a form', () => {
  const read: [string, Record<string, string | string[]>, object][] = [
    ['texts are trimmed', { title: '  a ' }, { title: 'a' }],
    ['an empty text is empty', { title: '' }, { title: '' }],
    ['an empty text that may be null is null', { note: '' }, { note: null }],
    ['numbers are read', { age: '18', price: '2.5' }, { age: 18, price: 2.5 }],
    ['an empty number is missing', { age: '' }, {}],
    ['true', { sure: 'true' }, { sure: true }],
    ['1', { sure: '1' }, { sure: true }],
    ['on', { sure: 'on' }, { sure: true }],
    ['false', { sure: 'false' }, { sure: false }],
    ['0', { sure: '0' }, { sure: false }],
    ['off', { sure: 'OFF' }, { sure: false }],
    ['date-times are written in UTC', { day: '2026-11-21T10:00:00+01:00' }, { day: '2026-11-21T09:00:00.000Z' }],
    ['e-mails are lower-cased', { email: 'Ada@Example.org' }, { email: 'ada@example.org' }],
    ['a list as JSON', { tags: '["a","b"]' }, { tags: ['a', 'b'] }],
    ['a list of one', { tags: 'a' }, { tags: ['a'] }],
    ['repeated names', { tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
    ['name[]', { 'tags[]': ['a', 'b'] }, { tags: ['a', 'b'] }],
    ['name[] once', { 'ids[]': '7' }, { ids: [7] }],
    ['name[0]', { 'ids[1]': '8', 'ids[0]': '7' }, { ids: [7, 8] }],
    ['an object as JSON', { rights: '{"can_edit": true}' }, { rights: { can_edit: true } }],
    ['name[key]', { 'rights[can_edit]': 'on', 'rights[level]': '2' }, { rights: { can_edit: true, level: 2 } }],
    [
      'name[0][key]',
      {
        'answers[0][question]': 'q',
        'answers[0][answer]': 'a',
        'answers[1][question]': 'r',
        'answers[1][answer]': 'b',
      },
      {
        answers: [
          { question: 'q', answer: 'a' },
          { question: 'r', answer: 'b' },
        ],
      },
    ],
    [
      'objects in a list as JSON',
      { answers: '[{"question":"q","answer":"a"}]' },
      { answers: [{ question: 'q', answer: 'a' }] },
    ],
    ['unknown fields are ignored', { other: 'x', 'other[a][b]': 'y', '[x]': 'z', 'a[__proto__][b]': 'c' }, {}],
  ]
  for (const [what, fields, expected] of read)
    it(`is accepted: ${what}`, async () => {
      assert.deepEqual(await sendForm(fields), expected)
    })

  const refused: [Record<string, string | string[]>, Record<string, string[]>][] = [
    [{ title: 'a'.repeat(11) }, { title: ['The title may not be longer than 10 characters.'] }],
    [{ age: '17' }, { age: ['The age must be at least 18.'] }],
    [
      { age: 'x', sure: 'maybe' },
      { age: ['The age must be an integer.'], sure: ['The sure must be true or false.'] },
    ],
    [{ title: ['a', 'b'] }, { title: ['The title must be a text.'] }],
    [{ level: 'top' }, { level: ['The selected level is invalid.'] }],
    [{ level: ['top', 'low'] }, { level: ['The level must be a text.'] }],
    [{ tags: ['a', 'b', 'c', 'd'] }, { tags: ['The tags may not have more than 3 items.'] }],
    [{ 'ids[]': ['1', 'x'] }, { 'ids.1': ['The ids must be an integer.'] }],
    [{ 'answers[0][question]': 'q' }, { 'answers.0.answer': ['The answer field is required.'] }],
    [{ rights: '{broken' }, { rights: ['The rights must be an object.'] }],
    [{ title: 'a\0b' }, { title: ['The title contains characters that cannot be stored.'] }],
    [{ file: 'text' }, { file: ['The file must be sent as a file.'] }],
  ]
  for (const [fields, errors] of refused)
    it(`is refused: ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      assert.deepEqual(await sendForm(fields), errors)
    })

  it('may contain files, within their limits', async () => {
    const small = await sendForm({ file: new File(['abc'], 'ä.txt') })
    const large = await sendForm({ file: new File(['x'.repeat(1_001)], 'a.txt') })

    assert.deepEqual(small, { file: { filename: 'ä.txt', size: 3 } })
    assert.deepEqual(large, { file: ['The file may not be larger than 1 kB.'] })
  })

  it('leaves no temporary file, whether it was used or not', async () => {
    const { platform } = await app

    await sendForm({ file: new File(['abc'], 'a.txt') })
    await sendForm({ file: new File(['abc'], 'a.txt'), age: '1' })

    assert.deepEqual(await readdir(await platform.storage.incoming()), [])
  })

  it('is aborted when no data arrives', async () => {
    const { address, platform } = await app
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined)

    socket.write(
      'POST /hasty HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
    )
    const incoming = await platform.storage.incoming()
    await waitUntil(async () => (await readdir(incoming)).length > 0)
    await closed

    await waitUntil(async () => (await readdir(incoming)).length === 0)
  })

  it('is described as multipart/form-data', async () => {
    const { anonymous } = await app
    const document = JSON.parse((await anonymous.get('/openapi.json')).text)

    const { content } = document.paths['/echo'].post.requestBody

    assert.deepEqual(Object.keys(content), ['multipart/form-data'])
    assert.deepEqual(content['multipart/form-data'].schema, { $ref: '#/components/schemas/EchoRequest' })
    const { properties } = document.components.schemas.EchoRequest
    assert.deepEqual(properties.file, { type: 'string', format: 'binary', description: 'The file.' })
    assert.deepEqual(properties.age, { type: 'integer', minimum: 18 })
  })
})
