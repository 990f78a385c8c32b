import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { ids } from '#core/schema.ts'
import { createApp } from '#test/support/app.ts'
import { responds } from './envelope.ts'
import { route, routes } from './route.ts'

const Told = Type.Array(Type.Unknown(), { description: 'What the function was given.' })
const about = { config: { access: 'public' }, summary: 'Say what is given', description: 'For this test.' } as const
const Body = Type.Object({ text: Type.String() })
const Query = Type.Object({ most: Type.Integer() })

const tell = async (_: Context, ...given: unknown[]) => given

const app = createApp(
  {},
  {
    routes: [
      routes('Operations', [
        route('POST /told/:id/parts/:part_id', {
          ...about,
          query: Query,
          body: Body,
          response: responds(200, Told),
          run: tell,
        }),
        route('GET /told/:name', {
          ...about,
          operationId: 'tellName',
          params: Type.Object({ name: Type.String() }),
          response: responds(200, Told),
          run: (_, name) => [name],
        }),
      ]),
    ],
  },
)

describe('a route', () => {
  it('calls its function with the parameters of the path in their order, the body and the query', async () => {
    const { anonymous } = await app

    const { data } = await anonymous.post('/told/7/parts/8?most=3', { text: 'a' })

    assert.deepEqual(data, [7, 8, { text: 'a' }, { most: 3 }])
  })

  it('takes a text in the path where it says so', async () => {
    const { anonymous } = await app

    assert.deepEqual((await anonymous.get('/told/ada')).data, ['ada'])
  })

  it('answers 404 to a parameter that is no id', async () => {
    const { anonymous } = await app

    assert.equal((await anonymous.post('/told/x/parts/8?most=3', { text: 'a' })).status, 404)
  })

  it('is described by the name of its function', async () => {
    const { anonymous } = await app
    const { paths } = JSON.parse((await anonymous.get('/openapi.json')).text)

    assert.equal(paths['/told/{id}/parts/{part_id}'].post.operationId, 'tell')
    assert.deepEqual(paths['/told/{name}'].get.tags, ['Operations'])
  })

  it('needs a name where its function has none', async () => {
    const nameless = route('GET /nameless', { ...about, response: responds(200, Told), run: () => [] })

    await assert.rejects(
      createApp({}, { routes: [routes('Operations', [nameless])] }),
      /GET \/nameless has no operationId/,
    )
  })

  it('is refused by the compiler where its function takes or returns something else', () => {
    const takesText = (_: Context, id: string) => [id]
    const returnsNumber = (_: Context, id: number) => id
    const common = { ...about, params: ids('id'), response: responds(200, Told) }

    // @ts-expect-error An id is a number.
    route('GET /told/:id', { ...common, run: takesText })
    // @ts-expect-error The answer carries a list.
    route('GET /told/:id', { ...common, run: returnsNumber })
    // @ts-expect-error There is no body.
    route('GET /told/:id', { ...common, run: (_: Context, id: number, body: object) => [id, body] })
  })
})
