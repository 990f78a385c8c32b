import { readTotal, type Total } from './counters.ts'
import type { AnyDefinition, Counter, Filters, Values, WithDatabase } from './definition.ts'
import type { Size } from './parts.ts'
import { type createListQueries, isLong, isStored, join, listShort } from './queries.ts'

type Queries = ReturnType<typeof createListQueries>

interface SizeRequest {
  viewer: object
  filter: Values
  view: string
  sort: string
}

const add = (some: readonly number[]) => some.reduce((sum, total) => sum + total, 0)

/** Finds out how many rows a list has, and how many match, as far as counters or an index tell. */
export async function readSize(
  ctx: WithDatabase,
  definition: AnyDefinition,
  { count, countNarrow }: Queries,
  asked: SizeRequest,
): Promise<Size> {
  const { views, narrow = [], served = () => [] } = definition
  const { viewer, filter, view, sort } = asked
  const parameters = { ...viewer, ...filter }
  if (countNarrow !== undefined && narrow.some((name) => filter[name] !== undefined)) {
    const { total } = await countNarrow.one(ctx, parameters, view)
    return { all: total, matching: null, isIndexed: false }
  }
  const present = Object.keys(filter).filter((name) => filter[name] !== undefined)
  const long = (views[view] ?? []).filter((name) => isLong(definition, name))
  const short = listShort(definition, view)
  const counted = present.length === 0 ? short.filter((name) => !isStored(definition, name)) : short
  const stored = short.filter((name) => !counted.includes(name))
  const [totals, known, found] = await Promise.all([
    Promise.all(long.map((name) => readCounters(ctx, definition, name, asked))),
    Promise.all(stored.map((name) => definition.parts[name]?.readCount?.(ctx, parameters) ?? 0)),
    counted.length === 0 ? { total: 0 } : count.one(ctx, parameters, join(counted)),
  ])
  const others = add(known) + found.total
  const matching = add(totals.map((total) => total.matching)) + others
  return {
    all: long.length === 0 ? matching : add(totals.map(({ all }) => all)),
    matching,
    isIndexed: present.every((name) => served(sort, filter as never).includes(name as never)),
    areManyLong: long.length > 1,
    ...(long.length === 1 && { others }),
  }
}

/** Counts the rows of a part by its counters: those that match, and those that an index leads to. */
async function readCounters(
  ctx: WithDatabase,
  { parts, served = () => [] }: AnyDefinition,
  part: string,
  { filter, sort }: SizeRequest,
): Promise<Total> {
  const counters = parts[part]?.counters ?? []
  const grouping = new Set<string>(counters.flatMap(({ group = [] }) => group))
  const find = (names: readonly string[]) => {
    const group = join(names.filter((name) => filter[name] !== undefined && grouping.has(name)))
    return counters.find((counter) => join(counter.group ?? []) === group) ?? counters[0]
  }
  const read = (counter: Counter<Filters<never>> | undefined) =>
    readTotal(
      ctx,
      [counter?.name ?? '', ...(counter?.group ?? []).map((name) => String(filter[name]))],
      counter?.values.map((value) => value.filter(filter as never)) ?? [],
    )
  const [counter, whole] = [find([...grouping]), find(served(sort, filter as never))]
  const total = await read(counter)
  return whole === counter ? total : { matching: total.matching, all: (await read(whole)).all }
}
