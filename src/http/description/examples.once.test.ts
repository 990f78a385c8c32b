import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeExample } from './examples.ts'

const schemas = {
  Shelf: {
    type: 'object',
    required: ['id', 'room', 'label', 'books', 'place', 'height', 'is_full'],
    properties: {
      id: { type: 'integer' },
      room: { type: ['string', 'null'] },
      label: { type: 'string' },
      books: { type: 'array', items: { type: 'string' } },
      place: { $ref: '#/components/schemas/Place' },
      height: { type: 'integer', minimum: 1 },
      is_full: { type: 'boolean' },
      note: { type: 'string' },
    },
  },
  Place: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['hall', 'cellar'] } } },
  Shelves: { type: 'array', items: { $ref: '#/components/schemas/Shelf' } },
}

describe('an example that was recorded before its schema got fields', () => {
  it('gets the least value of each required one, also in what it contains', () => {
    const rest = { room: null, label: '', books: [], height: 1, is_full: false }

    assert.deepEqual(completeExample([{ id: 7 }, { id: 8, place: {} }], schemas.Shelves, schemas), [
      { id: 7, place: { kind: 'hall' }, ...rest },
      { id: 8, place: { kind: 'hall' }, ...rest },
    ])
  })

  it('stays as it is when it has all of them', () => {
    const shelf = { id: 7, room: 'a', label: 'b', books: [], place: { kind: 'cellar' }, height: 2, is_full: true }

    assert.equal(JSON.stringify(completeExample(shelf, schemas.Shelf, schemas)), JSON.stringify(shelf))
    assert.deepEqual(completeExample('word', { type: 'string' }, schemas), 'word')
  })
})
