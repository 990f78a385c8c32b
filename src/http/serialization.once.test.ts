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

  it('is not serialized from an object that has several candidates', () => {
    const several = Type.Union([person, Type.Object({ title: Type.String() })])

    assert.throws(() => serialize(several, {}), /nothing says which of them to keep/)
  })
})
