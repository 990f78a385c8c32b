import type { TermKind } from '@research-platform/search-engine'
import { sql } from 'kysely'
import {
  arrayRows,
  castInteger,
  inAllAreas,
  inBothCopies,
  inCopy,
  integerList,
  perEngine,
  type TableArea,
  type TableCopy,
  textList,
} from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Kind, term, label, and the change of the number of researchers. */
export type TermRow = readonly [kind: TermKind, term: string, label: string, change: number]

const termColumns = ['id', 'kind', 'term', 'label', 'researchers'] as const

interface Prefix {
  kind: TermKind
  from: string
  until: string
  most: number
}

export const terms = {
  count: prepare(
    (q, p: { rows: readonly TermRow[] }, area: TableArea) =>
      q
        .insertInto(inCopy('search_terms', area))
        .columns(['kind', 'term', 'label', 'researchers'])
        .expression(
          sql`select value->>0, value->>1, value->>2, ${castInteger(sql`value->>3`)} from ${arrayRows(p.rows)} where true`,
        )
        .onConflict((conflict) =>
          conflict.columns(['kind', 'term']).doUpdateSet((eb) => ({
            researchers: sql<number>`${sql.ref(`${inCopy('search_terms', area)}.researchers`)} + ${eb.ref('excluded.researchers')}`,
            // The label of a term without public profiles is replaced.
            label: sql<string>`case when ${sql.ref(`${inCopy('search_terms', area)}.researchers`)} > 0
            then ${sql.ref(`${inCopy('search_terms', area)}.label`)} else excluded.label end`,
          })),
        ),
    inAllAreas,
  ),

  ofKind: prepare(
    (q, p: { kind: TermKind; terms: string[] }, area: TableArea) =>
      q
        .selectFrom(inCopy('search_terms', area))
        .select(termColumns)
        .where('kind', '=', p.kind)
        .where('term', 'in', textList(p.terms)),
    inAllAreas,
  ),

  /** Fields, skills, institutions and countries with these names. */
  values: prepare(
    (q, p: { terms: string[] }, area: TableArea) =>
      q
        .selectFrom(inCopy('search_terms', area))
        .select(termColumns)
        .where('kind', 'in', ['field', 'skill', 'institution', 'country'])
        .where('term', 'in', textList(p.terms))
        .where('researchers', '>', 0),
    inAllAreas,
  ),

  byIds: prepare(
    (q, p: { ids: number[] }, copy: TableCopy) =>
      q.selectFrom(inCopy('search_terms', copy)).select(termColumns).where('id', 'in', integerList(p.ids)),
    inBothCopies,
  ),

  /** Terms that begin with a text, most frequent first. */
  beginning: prepare(
    (q, p: Prefix, area: TableArea) =>
      q
        .selectFrom(inCopy('search_terms', area))
        .select(termColumns)
        .where('kind', '=', p.kind)
        .where('term', '>=', p.from)
        .where('term', '<', p.until)
        .where('researchers', '>', 0)
        .orderBy('researchers', 'desc')
        .orderBy('term')
        .limit(p.most),
    inAllAreas,
  ),

  /**
   * Terms that contain a text, most frequent first, including those of private profiles only. There are few locations
   * compared to researchers.
   */
  containing: prepare(
    (q, p: { kind: TermKind; text: string; most: number }, copy: TableCopy) =>
      q
        .selectFrom(inCopy('search_terms', copy))
        .select('term')
        .where('kind', '=', p.kind)
        .where(
          perEngine<boolean>({
            sqlite: sql`instr(term, ${p.text}) > 0`,
            postgres: sql`strpos(term, ${p.text}) > 0`,
          }),
        )
        .orderBy('researchers', 'desc')
        .orderBy('id', 'desc')
        .limit(p.most),
    inBothCopies,
  ),

  maxFrequent: prepare(
    (q, p: { kind: TermKind; most: number }, copy: TableCopy) =>
      q
        .selectFrom(inCopy('search_terms', copy))
        .select(['id', 'label', 'term', 'researchers'])
        .where('kind', '=', p.kind)
        .where('researchers', '>', 0)
        .orderBy('researchers', 'desc')
        .orderBy('id')
        .limit(p.most),
    inBothCopies,
  ),
}

export const spellings = {
  add: prepare(
    (q, p: { rows: readonly (readonly [string, string])[] }, area: TableArea) =>
      q
        .insertInto(inCopy('search_spellings', area))
        .columns(['spelling', 'term'])
        .expression(sql`select value->>0, value->>1 from ${arrayRows(p.rows)} where true`)
        .onConflict((conflict) => conflict.columns(['spelling', 'term']).doNothing()),
    inAllAreas,
  ),

  near: prepare(
    (q, p: { spellings: string[]; most: number }, area: TableArea) =>
      q
        .selectFrom(inCopy('search_spellings', area))
        .select('term')
        .distinct()
        .where('spelling', 'in', textList(p.spellings))
        .limit(p.most),
    inAllAreas,
  ),
}
