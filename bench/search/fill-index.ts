/** Fills the search indexes with synthetic documents, without the rows that they belong to: a million in some minutes. */

import type { DatabaseSync } from 'node:sqlite'
import { createSpellings, encodeIds, getChunkNumber, postingKey, stemCached } from '@research-platform/search-engine'
import { createRandom } from '../support/random.ts'
import { drawRank, length, words } from './synthetic-words.ts'

const stems = words.map((word) => stemCached(word))
/** Larger than any rank, so that one number holds a kind of key and two ranks. */
const base = 2 ** 17
const kinds = ['body', 'keywords', 'pair', 'titles'] as const

/** Adds documents with the ids up to `count` to the index of researchers, and to that of a list under its prefix. */
export function fillIndexes(
  db: DatabaseSync,
  count: number,
  { list, skipped }: { list: string; skipped: Set<number> },
) {
  const random = createRandom(count)
  const put = db.prepare('insert into search_postings (key, chunk, docs) values (?, ?, ?)')
  const ids: number[] = []
  let postings = new Map<number, number[]>()
  const add = (kind: number, first: number, second: number, id: number) => {
    const key = (kind * base + first) * base + second
    const known = postings.get(key)
    if (known === undefined) postings.set(key, [id])
    else if (known.at(-1) !== id) known.push(id)
  }
  const write = (chunk: number) => {
    const rows = [...postings].map(([key, members]) => [nameKey(key), members] as const)
    rows.push([postingKey.all, ids], [postingKey.quality(3), ids])
    for (const [key, members] of rows.sort(([a], [b]) => (a < b ? -1 : 1)))
      put.run(key, chunk, encodeIds(chunk, members))
    postings = new Map()
    ids.length = 0
  }
  for (let id = 1; id <= count; id++) {
    if (!skipped.has(id)) addDocument(random, (kind, first, second) => add(kind, first, second, id))
    if (!skipped.has(id)) ids.push(id)
    if (id === count || getChunkNumber(id + 1) !== getChunkNumber(id)) write(getChunkNumber(id))
  }
  addVocabulary(db, list)
  db.prepare(
    'insert into search_postings_lists select ? || key, chunk, docs from search_postings order by key, chunk',
  ).run(list)
}

function addDocument(random: () => number, add: (kind: number, first: number, second: number) => void) {
  for (const [kind, size] of [length.title, length.body].entries()) {
    let before = -1
    for (let place = 0; place < size; place++) {
      const rank = drawRank(random)
      add(kind === 0 ? 1 : 0, rank, 0)
      if (before !== -1) add(2, before, rank)
      if (before !== -1 && kind === 0) add(3, before, rank)
      before = rank
    }
  }
}

function nameKey(key: number): string {
  const second = key % base
  const first = Math.floor(key / base) % base
  const [one = '', two = ''] = [stems[first], stems[second]]
  switch (kinds[Math.floor(key / base / base)]) {
    case 'body':
      return postingKey.stem('body', one)
    case 'keywords':
      return postingKey.stem('keywords', one)
    case 'pair':
      return `p:${one} ${two}`
    default:
      return `t2:${one} ${two}`
  }
}

function addVocabulary(db: DatabaseSync, list: string) {
  const addTerm = db.prepare("insert into search_terms (kind, term, label, researchers) values ('word', ?, ?, 10)")
  const addSpelling = db.prepare('insert or ignore into search_spellings (spelling, term) values (?, ?)')
  for (const word of words) {
    addTerm.run(word, word)
    for (const spelling of createSpellings(word)) addSpelling.run(spelling, word)
  }
  db.prepare(
    'insert into search_terms_lists (kind, term, label, researchers) select kind, ? || term, label, researchers from search_terms',
  ).run(list)
  db.prepare(
    'insert into search_spellings_lists select ? || spelling, ? || term from search_spellings order by spelling',
  ).run(list, list)
}
