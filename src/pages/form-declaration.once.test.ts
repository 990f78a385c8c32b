import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { english } from '#language/wording.ts'
import { buildFields, defineForm, expandGroups, otherFields } from './form-declaration.ts'
import { readBody, writeEntered } from './modules/form-values.ts'
import { createWriter } from './writer.ts'

const times = { toMoment: (text: string) => `${text}:00.000Z`, toLocal: (text: string) => text.slice(0, 16) }
const reader = { writer: createWriter(english) }

const form = defineForm('PUT /researchers/me', {
  groups: ['institution', ['years_experience', 'availability'], 'public_page', 'fields', 'education'],
  widgets: { education: { columns: { institution: {}, start: {} } } },
  leftOut: 'It is a test.',
})
const body = {
  properties: {
    institution: { type: 'string', maxLength: 200 },
    years_experience: { type: 'integer', minimum: 0, maximum: 100 },
    availability: { type: 'string', enum: ['available', 'busy'] },
    public_page: { type: 'boolean' },
    fields: { type: 'array', items: { type: 'string' } },
    education: {
      type: 'array',
      items: { properties: { institution: { type: 'string' }, start: { type: ['string', 'null'] } } },
    },
  },
  required: ['institution'],
}

describe('the declaration of a form', () => {
  it('does not compile when a field is neither shown nor left out, or is none of the operation', () => {
    const operation = 'POST /job-applications/{id}/notes'

    // @ts-expect-error `text` is neither shown nor left out.
    defineForm(operation, { groups: [] })
    // @ts-expect-error `words` is no field.
    defineForm(operation, { groups: ['text', 'words'] })
    // @ts-expect-error A widget of `words` is one of no field.
    defineForm(operation, { groups: ['text'], widgets: { words: {} } })
    // @ts-expect-error `words` cannot be left out.
    defineForm(operation, { groups: ['text'], leftOut: { words: 'It is not there.' } })
    assert.equal(defineForm(operation, { groups: ['text'] }).operation, operation)
  })

  it('shows all fields that it does not name at the place of other fields, with all columns of rows', () => {
    const open = defineForm('PUT /researchers/me', {
      groups: ['institution', ['availability', otherFields], { title: 'Work', fields: ['education'] }],
      leftOut: { fields: 'It is a test.' },
    })

    assert.deepEqual(expandGroups(open, body), [
      'institution',
      ['availability', 'years_experience', 'public_page'],
      { title: 'Work', fields: ['education'] },
    ])
    const shown = buildFields(open, body, reader)
    assert.equal(shown.get('public_page')?.input, 'checkbox')
    assert.deepEqual(
      shown.get('education')?.columns.map(({ name }) => name),
      ['institution', 'start'],
    )
  })

  it('takes labels, limits, choices and what is required from the schema of the operation', () => {
    const fields = [...buildFields(form, body, reader).values()]

    assert.deepEqual(
      fields.map(({ name, input, label, isRequired }) => [name, input, label, isRequired]),
      [
        ['institution', 'text', 'Institution', true],
        ['years_experience', 'number', 'Years experience', false],
        ['availability', 'select', 'Availability', false],
        ['public_page', 'checkbox', 'Public page', false],
        ['fields', 'list', 'Fields', false],
        ['education', 'rows', 'Education', false],
      ],
    )
    assert.deepEqual([fields[0]?.maxLength, fields[1]?.max], [200, 100])
    assert.deepEqual(
      fields[2]?.choices.map(({ text }) => text),
      ['Open for offers', 'Busy'],
    )
  })

  it('makes the body of what was entered, and what is shown of an object', () => {
    const fields = [...buildFields(form, body, reader).values()]
    const object = {
      institution: 'Kew',
      years_experience: 7,
      availability: 'busy',
      public_page: true,
      fields: ['Mosses', 'Logic'],
      education: [{ institution: 'Kew', start: null }],
    }
    const entered = {
      ...writeEntered(fields, object, times),
      'education.2.institution': 'Leeds',
      'education.2.start': '1990',
    }

    assert.deepEqual(readBody(fields, entered, times), {
      ...object,
      education: [
        { institution: 'Kew', start: null },
        { institution: 'Leeds', start: '1990' },
      ],
    })
    assert.deepEqual(readBody(fields, { years_experience: 'many' }, times), {
      institution: '',
      years_experience: 'many',
      public_page: false,
      fields: [],
      education: [],
    })
  })

  it('makes filters of the query of a list, in which what is left empty is not looked for', () => {
    const filters = defineForm('GET /job-posts', {
      groups: ['search', 'employment_type', 'sort', 'remote'],
      widgets: { employment_type: { choices: { internship: 'Internship' } }, sort: { choices: { '': 'Best first' } } },
      leftOut: 'It is a test.',
    })
    const query = {
      properties: {
        search: { type: 'string', maxLength: 200 },
        employment_type: { type: 'string', enum: ['internship', 'night'] },
        sort: { type: 'string', enum: ['relevance', 'recent'] },
        remote: { type: 'boolean' },
      },
    }

    const fields = [...buildFields(filters, query, reader).values()]

    assert.deepEqual(
      fields.map(({ input, choices }) => [input, choices]),
      [
        ['search', []],
        [
          'select',
          [
            { value: '', text: 'Any' },
            { value: 'internship', text: 'Internship' },
          ],
        ],
        ['select', [{ value: '', text: 'Best first' }]],
        ['checkbox', []],
      ],
    )
  })

  it('reads hidden values in the types of the schema', () => {
    const search = defineForm('POST /saved-searches', {
      groups: ['query', 'filters.remote', 'filters.min_salary', 'filters.skill'],
      widgets: {
        query: { input: 'hidden' },
        'filters.remote': { input: 'hidden' },
        'filters.min_salary': { input: 'hidden' },
        'filters.skill': { input: 'hidden' },
      },
      leftOut: 'It is a test.',
    })
    const filters = { remote: { type: 'boolean' }, min_salary: { type: 'integer' }, skill: { type: 'string' } }
    const fields = [
      ...buildFields(
        search,
        { properties: { query: { type: 'string' }, filters: { properties: filters } } },
        reader,
      ).values(),
    ]

    const entered = { query: 'moss', 'filters.remote': 'true', 'filters.min_salary': '100', 'filters.skill': '' }

    assert.deepEqual(readBody(fields, entered, times), { query: 'moss', filters: { remote: true, min_salary: 100 } })
    assert.deepEqual(readBody(fields, { ...entered, 'filters.remote': '' }, times).filters, { min_salary: 100 })
  })
})
