/** What the lists of the console are narrowed by. Kinds, states and orders are those of the queries of their operations. */

import type { FieldSchema, FindBody } from '#http/form-schemas.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { buildFields, defineForm, type Form } from '../form-declaration.ts'
import type { Choice } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import type { Filter } from './app/catalogue.ts'
import { findName } from './names.ts'

/** The value that has the effect of none and stands first, by field; by operation too where lists differ. */
const unset: Readonly<Record<string, string>> = {
  sort: 'recent',
  kind: 'job_post',
  purpose: 'upload',
  'GET /companies sort': 'relevance',
  'GET /admin/payments/differences status': 'open',
  'GET /admin/payments/unmatched status': 'waiting',
}

const order = { label: 'Order' } as const
const person = { input: 'picker', accept: 'people', label: 'Person' } as const

const lists: readonly Form[] = [
  defineForm('GET /admin/users', {
    groups: ['search', 'role', 'state', 'sort'],
    widgets: { search: { label: 'Name, address or id' }, sort: order },
  }),
  defineForm('GET /companies', {
    groups: ['search', 'verified', 'sort'],
    widgets: {
      search: { label: 'Search' },
      verified: { label: 'State', choices: { false: 'Not verified', true: 'Verified' } },
      sort: { ...order, choices: { relevance: 'Best first' } },
    },
    leftOut: { mine: 'An administrator is a member of none.' },
  }),
  defineForm('GET /admin/reports', { groups: ['state', 'sort'], widgets: { sort: order } }),
  defineForm('GET /admin/content', {
    groups: ['kind', 'search', 'owner_id', 'hidden', 'sort'],
    widgets: {
      search: { label: 'Words of the title or text' },
      owner_id: { ...person, label: 'Owner' },
      hidden: { label: 'State', choices: { true: 'hidden' } },
      sort: order,
    },
  }),
  defineForm('GET /admin/files', {
    groups: ['user_id', 'purpose', 'url'],
    widgets: { user_id: person, purpose: { label: 'What' }, url: { label: 'Address of a file' } },
  }),
  defineForm('GET /admin/payments', {
    groups: ['search', 'status', 'user_id', 'sort'],
    widgets: { search: { label: 'Invoice, name or e-mail' }, status: { label: 'State' }, user_id: person, sort: order },
  }),
  defineForm('GET /admin/refunds', {
    groups: ['status', 'is_open'],
    widgets: {
      status: { label: 'State', choices: { pending: 'pending', succeeded: 'refunded', failed: 'failed' } },
      is_open: { label: 'Decision', choices: { true: 'waiting' } },
    },
  }),
  defineForm('GET /admin/payments/differences', {
    groups: ['status'],
    widgets: { status: { label: 'State' } },
  }),
  defineForm('GET /admin/payments/unmatched', {
    groups: ['status'],
    widgets: { status: { label: 'State' } },
  }),
  defineForm('GET /admin/subscriptions', {
    groups: ['state', 'plan_id', 'user_id', 'company_id', 'sort'],
    widgets: {
      plan_id: { input: 'picker', accept: 'plans', label: 'Plan' },
      user_id: person,
      company_id: { input: 'picker', accept: 'companies', label: 'Company' },
      sort: order,
    },
  }),
  defineForm('GET /admin/mails', {
    groups: ['state', 'to', 'sort'],
    widgets: { to: { label: 'Address' }, sort: order },
  }),
  defineForm('GET /admin/tasks', { groups: ['state', 'kind', 'sort'], widgets: { sort: order } }),
  defineForm('GET /admin/audit', {
    groups: ['actor', 'action', 'user_id', 'request_id', 'reads', 'outcome', 'from', 'until', 'sort'],
    widgets: {
      actor: { label: 'Who' },
      action: { label: 'Act' },
      user_id: person,
      request_id: { label: 'Id of the request' },
      reads: { label: 'What', choices: { '': 'What was changed', true: 'What was read, too' } },
      sort: order,
    },
    leftOut: {
      actor_id: 'The person whom the acts concern is asked for.',
      object_kind: 'Links of objects lead to their acts.',
      object_id: 'Links of objects lead to their acts.',
    },
  }),
]

/** Returns the filters of all lists by operation. */
export const buildFilters = (findQuery: FindBody, writer: Writer): Readonly<Record<string, readonly Filter[]>> =>
  Object.fromEntries(
    lists.map((list) => {
      const query = findQuery(list.operation)
      const filters = [...buildFields(list, query, { writer }).values()].map(
        ({ name, label, input, accept }): Filter => {
          const choices = listChoices(list, name, query.properties?.[name] ?? {}, writer)
          return { name, label, input: choices.length > 0 ? 'select' : input, accept, choices }
        },
      )
      return [list.operation, filters]
    }),
  )

function listChoices(
  { operation, widgets }: Form,
  name: string,
  { enum: words }: FieldSchema,
  { write }: Writer,
): Choice[] {
  const { '': none = 'All', ...own }: Readonly<Record<string, PlainTemplate>> = widgets[name]?.choices ?? {}
  const values = words?.map(String) ?? Object.keys(own)
  if (values.length === 0) return []
  const first = unset[`${operation} ${name}`] ?? unset[name] ?? ''
  return [first, ...values.filter((value) => value !== first)].map((value) => {
    const word = value === '' ? none : (own[value] ?? findName(name, value))
    return { value: value === first ? '' : value, text: word === undefined ? value : write(word) }
  })
}
