import { sql } from 'kysely'
import { type Builder, prepare } from '../query/prepare.ts'
import type { Tables } from '../tables/index.ts'
import type { AnyDefinition, Values } from './definition.ts'
import { countFew, countRows, limitToFirst, mergeParts, type Order, type Rows, type Window } from './parts.ts'
import type { Extent } from './read-page.ts'

export const join = (some: readonly string[]) => some.join(' ')

/** Selects the rows of a part that match those of the filters that are named. */
export function selectPart(
  { table, filters, parts }: AnyDefinition,
  { q, p, among = Object.keys(filters) }: { q: Builder; p: Values; among?: readonly string[] },
  name: string,
) {
  const matching = among.reduce<Rows<keyof Tables & string>>(
    (rows, filter) => (p[filter] === undefined ? rows : (filters[filter]?.(rows, p[filter] as never) ?? rows)),
    q.selectFrom(table),
  )
  return { rows: parts[name]?.where(matching, p) ?? matching, areFew: parts[name]?.areFew ?? false }
}

export const isLong = ({ parts }: AnyDefinition, name: string) => parts[name]?.counters !== undefined
export const isStored = ({ parts }: AnyDefinition, name: string) => parts[name]?.readCount !== undefined
export const listShort = (definition: AnyDefinition, view: string): string[] =>
  (definition.views[view] ?? []).filter((name) => !isLong(definition, name))

interface TotalRow {
  total: number
}

/** Creates the queries of the ids of a list, for those who have the rows from elsewhere. */
export function createIdQueries(definition: AnyDefinition) {
  const { filters, views, sorts } = definition
  const [names, viewNames] = [Object.keys(filters), Object.keys(views)]
  return {
    /** The ids of a page, in its order. */
    order: prepare<Values & Window & Extent, { id: number }, string>(
      (q, p, choice) => selectOrder(definition, { q, p, choice }),
      {
        optional: [...names, 'reach', 'firstPart'],
        choices: viewNames.flatMap((view) => Object.keys(sorts).map((sort) => join([view, sort]))),
      },
    ),

    /** The ids of all rows of some parts. */
    ids: prepare<Values, { id: number }, string>(
      (q, p, some) =>
        some
          .split(' ')
          .map((name) => q.selectFrom(selectPart(definition, { q, p }, name).rows.select(toId).as('part')).select('id'))
          .reduce((all, part) => all.unionAll(part)),
      {
        optional: names,
        choices: [
          ...new Set(viewNames.flatMap((view) => [join(views[view] ?? []), join(listShort(definition, view))])),
        ].filter((some) => some !== ''),
      },
    ),
  }
}

/** Creates the queries of a list. */
export function createListQueries(definition: AnyDefinition) {
  const { filters, views, sorts, narrow = [] } = definition
  const [names, viewNames] = [Object.keys(filters), Object.keys(views)]
  /** The parts that are counted in one query: all, the short ones, and those of them whose number is not stored. */
  const countedTogether = viewNames.flatMap((view) => {
    const short = listShort(definition, view)
    return [views[view] ?? [], short, short.filter((name) => !isStored(definition, name))]
  })

  return {
    page: prepare<Values & Window & Extent, unknown, string>(
      (q, p, choice) => selectPage(definition, { q, p, choice }),
      {
        optional: [...names, 'reach', 'firstPart'],
        choices: viewNames.flatMap((view) => Object.keys(sorts).map((sort) => join([view, sort]))),
      },
    ),

    count: prepare<Values, TotalRow, string>(
      (q, p, some) =>
        countRows(
          q,
          some.split(' ').map((name) => selectPart(definition, { q, p }, name)),
        ),
      { optional: names, choices: [...new Set(countedTogether.map(join))].filter((some) => some !== '') },
    ),

    /** Counts the rows of the narrow filters, each part up to a limit. */
    countNarrow:
      narrow.length === 0
        ? undefined
        : prepare<Values, TotalRow, string>(
            (q, p, view) =>
              countFew(
                q,
                (views[view] ?? []).map((name) => selectPart(definition, { q, p, among: narrow }, name)),
              ),
            { optional: narrow, choices: viewNames },
          ),
  }
}

interface ListQueryInput {
  q: Builder
  p: Values & Window & Extent
  /** View and order. */
  choice: string
}

const toId = sql<number>`${sql.ref('id')}`.as('id')

const findOrder = ({ sorts }: AnyDefinition, sort: string): Order => sorts[sort] ?? { column: 'id', direction: 'desc' }

function selectPage(definition: AnyDefinition, { q, p, choice }: ListQueryInput) {
  const [, sort = ''] = choice.split(' ')
  return definition.select(
    q,
    p,
    selectOrder(definition, { q, p, choice }).as('found'),
    findOrder(definition, sort).direction,
  )
}

function selectOrder(definition: AnyDefinition, { q, p, choice }: ListQueryInput) {
  const { views, served = () => [] } = definition
  const [view = '', sort = ''] = choice.split(' ')
  const order = findOrder(definition, sort)
  const [first = '', ...others] = views[view] ?? []
  const longest = selectPart(definition, { q, p }, first)
  if (p.reach !== undefined) {
    const whole = selectPart(definition, { q, p, among: served(sort, p as never) }, first)
    longest.rows = limitToFirst(longest.rows, whole.rows, order, p.reach)
  }
  const rest = p.firstPart === undefined ? others.map((name) => selectPart(definition, { q, p }, name)) : []
  return mergeParts(q, [longest, ...rest], order, p)
}
