import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { nullable } from '#core/schema.ts'
import { serializerCompiler } from './serialization.ts'

const person = Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) })

const cases: [string, TSchema, unknown, unknown][] = [
  ['leaves out what is not declared', person, { name: 'Ada', password_hash: 'x' }, { name: 'Ada' }],
  ['keeps the declared order', person, { age: 36, name: 'Ada' }, { name: 'Ada', age: 36 }],
  ['looks into lists', Type.Array(person), [{ name: 'Ada', secret: 1 }], [{ name: 'Ada' }]],
  ['looks into objects', Type.Object({ a: person }), { a: { name: 'A', secret: 1 } }, { a: { name: 'A' } }],
  [
    'looks into values of any name',
    Type.Record(Type.String(), person),
    { x: { name: 'A', b: 1 } },
    { x: { name: 'A' } },
  ],
  ['keeps null', Type.Object({ a: nullable(person) }), { a: null }, { a: null }],
  ['keeps everything where anything is declared', Type.Object({ a: Type.Unknown() }), { a: { b: 1 } }, { a: { b: 1 } }],
  [
    'keeps other properties where the schema allows them',
    Type.Object({ a: person }, { additionalProperties: true }),
    { b: 1, a: { name: 'A', secret: 1 } },
    { b: 1, a: { name: 'A' } },
  ],
]

const serialize = (schema: TSchema, value: unknown) => serializerCompiler({ schema, method: 'GET', url: '/' })(value)

describe('a response', () => {
  for (const [what, schema, value, expected] of cases)
    it(what, () => {
      assert.equal(serialize(schema, value), JSON.stringify(expected))
    })

  describe('that may be one of several objects', () => {
    const book = Type.Object({ title: Type.String() })

    it('is the first one whose required properties are all there', () => {
      const several = Type.Union([person, book])

      assert.equal(serialize(several, { title: 'B', secret: 1 }), '{"title":"B"}')
      assert.equal(serialize(several, { name: 'A', title: 'B', secret: 1 }), '{"name":"A"}')
    })

    it('is an error of the service when none fits, so that nothing undeclared leaves', () => {
      assert.throws(() => serialize(Type.Union([person, book]), { secret: 1 }), /none of the objects/)
    })

    it('needs required properties in each of them', () => {
      assert.throws(() => serialize(Type.Union([person, Type.Object({})]), {}), /required properties/)
    })
  })
})
