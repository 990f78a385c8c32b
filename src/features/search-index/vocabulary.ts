import type { TermKind } from '@research-platform/search-engine'
import { calculateEditDistance, countToleratedEdits, createSpellings } from '@research-platform/search-engine'
import type { KnownTerm, Vocabulary } from '@research-platform/search-engine/query'
import { LRUCache } from 'lru-cache'
import type { WithConnection } from '#database/query/prepare.ts'
import { cachePerVersion, type IndexCache } from './cache.ts'
import type { Snapshot } from './snapshot.ts'
import type { CurrentDocument } from './tail.ts'
import { spellings, terms } from './term-queries.ts'

/** Maximum number of candidates for a misspelled word. */
const maxCandidates = 400
const lastCharacter = '\u{10ffff}'

/** Creates the vocabulary: the terms of the index and of the pending documents. */
export function createVocabulary(ctx: WithConnection, { changed, cache }: Snapshot): Vocabulary {
  const added = createCompleter(changed)
  const stored = createStoredTerms(ctx, cache)
  return {
    async findKnownWords(words) {
      const wanted = new Set(words)
      const known = await stored.words([...wanted])
      const found = added(known, ({ kind, term }) => kind === 'word' && wanted.has(term))
      return new Map(found.map(({ term, researchers }) => [term, researchers]))
    },

    async findValues(names) {
      if (names.length === 0) return []
      const wanted = new Set(names)
      const known = await stored.values([...wanted])
      return added(known, ({ kind, term }) => kind !== 'word' && kind !== 'location' && wanted.has(term))
    },

    async findSimilarWords(word) {
      const most = countToleratedEdits(word)
      if (most === 0) return []
      const isNear = ({ kind, term }: KnownTerm) => kind === 'word' && calculateEditDistance(word, term, most) <= most
      return added(await stored.similar(word, most), isNear)
        .map(({ term, researchers }) => ({ word: term, edits: calculateEditDistance(word, term, most), researchers }))
        .filter(({ edits }) => edits > 0)
        .sort((a, b) => a.edits - b.edits || b.researchers - a.researchers || (a.word < b.word ? -1 : 1))
    },

    async findByPrefix(kind, prefix, most) {
      const known = await stored.beginning(kind, prefix, most)
      return added(known, (one) => one.kind === kind && one.term.startsWith(prefix)).slice(0, most)
    },
  }
}

/** Questions that are kept with their answers. */
const maxAnswers = 5_000
const answersOf = cachePerVersion(() => new LRUCache<string, readonly KnownTerm[]>({ max: maxAnswers }))

/** Reads terms of the index, each question once in a version of the index. */
function createStoredTerms(ctx: WithConnection, cache: IndexCache) {
  const kept = answersOf(cache)
  const answerOnce = async (question: string, read: () => Promise<KnownTerm[]>) => {
    const known = kept.get(question)
    if (known) return known
    const answer = await read()
    kept.set(question, answer)
    return answer
  }
  const answerEach = async (scope: string, names: string[], read: (missing: string[]) => Promise<KnownTerm[]>) => {
    const missing = names.filter((name) => !kept.has(`${scope} ${name}`))
    const rows = missing.length === 0 ? [] : await read(missing)
    const byTerm = Map.groupBy(rows, ({ term }) => term)
    const answers = new Map(missing.map((name) => [name, byTerm.get(name) ?? []]))
    for (const [name, answer] of answers) kept.set(`${scope} ${name}`, answer)
    return names.flatMap((name) => answers.get(name) ?? kept.get(`${scope} ${name}`) ?? [])
  }
  const { table, prefix: area } = cache.area
  const toStored = (names: readonly string[]) => names.map((name) => area + name)
  const toKnown = (rows: readonly StoredTerm[]) =>
    rows.map((row) => toKnownTerm({ ...row, term: row.term.slice(area.length) }))
  const readWords = async (words: string[]) =>
    toKnown(
      (await terms.ofKind.all(ctx, { kind: 'word', terms: toStored(words) }, table)).filter(
        ({ researchers }) => researchers > 0,
      ),
    )

  return {
    words: (words: string[]) => answerEach('word', words, readWords),
    values: (names: string[]) =>
      answerEach('value', names, async (missing) =>
        toKnown(await terms.values.all(ctx, { terms: toStored(missing) }, table)),
      ),
    similar: (word: string, most: number) =>
      answerOnce(`similar ${word}`, async () => {
        const asked = { spellings: toStored(createSpellings(word)), most: maxCandidates }
        const found = (await spellings.near.all(ctx, asked, table)).map(({ term }) => term.slice(area.length))
        return readWords(found.filter((term) => calculateEditDistance(word, term, most) <= most))
      }),
    beginning: (kind: TermKind, prefix: string, most: number) =>
      answerOnce(`${kind} ${most} ${prefix}`, async () => {
        const from = area + prefix
        return toKnown(await terms.beginning.all(ctx, { kind, from, until: from + lastCharacter, most }, table))
      }),
  }
}

type StoredTerm = Omit<KnownTerm, 'kind'> & { kind: string }

const kinds: ReadonlySet<string> = new Set(['word', 'field', 'skill', 'institution', 'country', 'location'])
const isKind = (kind: string): kind is TermKind => kinds.has(kind)

const toKnownTerm = ({ kind, ...rest }: StoredTerm): KnownTerm => ({
  ...rest,
  kind: isKind(kind) ? kind : 'word',
})

/** Adds terms of pending documents to stored ones. */
function createCompleter(changed: readonly CurrentDocument[]) {
  const fresh = changed.flatMap(({ after }) =>
    (after?.terms ?? []).map(([kind, term, label]): KnownTerm => ({ kind, term, label, researchers: 1 })),
  )
  return (rows: readonly KnownTerm[], suits: (one: KnownTerm) => boolean): KnownTerm[] => {
    const seen = new Set(rows.map(({ kind, term }) => `${kind} ${term}`))
    const more = fresh.filter((one) => suits(one) && !seen.has(`${one.kind} ${one.term}`))
    const distinct = new Map(more.map((one) => [`${one.kind} ${one.term}`, one]))
    return [...rows, ...distinct.values()]
  }
}
