import type { WithConnection } from '#database/query/prepare.ts'
import type { TermKind } from './document.ts'
import { createSpellings, editDistance, toleratedEdits } from './language/distance.ts'
import type { PendingDocument } from './pending-queries.ts'
import { spellings, terms } from './posting-queries.ts'

export interface KnownTerm {
  kind: TermKind
  term: string
  label: string
  researchers: number
}

export interface Correction {
  word: string
  edits: number
}

/** Maximum number of candidates for a misspelled word. */
const maxCandidates = 400
const lastCharacter = '\u{10ffff}'

export interface Vocabulary {
  /** Returns which of the words occur in a profile. */
  findKnownWords(words: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the fields, skills, institutions and countries with these names. */
  findValues(names: readonly string[]): Promise<KnownTerm[]>
  /** Returns words within the tolerated distance, nearest first, then most frequent. */
  findSimilarWords(word: string): Promise<Correction[]>
  /** Returns terms with the prefix, most frequent first. */
  findByPrefix(kind: TermKind, prefix: string, most: number): Promise<KnownTerm[]>
}

/** Creates the vocabulary: the terms of the index and of the pending documents. */
export function createVocabulary(ctx: WithConnection, changed: readonly PendingDocument[]): Vocabulary {
  const added = createCompleter(changed)
  return {
    async findKnownWords(words) {
      const rows = await terms.ofKind.all(ctx, { kind: 'word', terms: [...words] })
      const stored = rows.filter(({ researchers }) => researchers > 0).map(toKnownTerm)
      const wanted = new Set(words)
      return new Set(added(stored, ({ kind, term }) => kind === 'word' && wanted.has(term)).map(({ term }) => term))
    },

    async findValues(names) {
      if (names.length === 0) return []
      const wanted = new Set(names)
      const rows = await terms.values.all(ctx, { terms: [...wanted] })
      return added(
        rows.map(toKnownTerm),
        ({ kind, term }) => kind !== 'word' && kind !== 'location' && wanted.has(term),
      )
    },

    findSimilarWords: (word) => findSimilarWords(ctx, word, added),

    async findByPrefix(kind, prefix, most) {
      const rows = await terms.beginning.all(ctx, {
        kind,
        from: prefix,
        until: prefix + lastCharacter,
        most,
      })
      return added(rows.map(toKnownTerm), (one) => one.kind === kind && one.term.startsWith(prefix)).slice(0, most)
    },
  }
}

async function findSimilarWords(ctx: WithConnection, word: string, added: ReturnType<typeof createCompleter>) {
  const most = toleratedEdits(word)
  if (most === 0) return []
  const found = await spellings.near.all(ctx, { spellings: createSpellings(word), most: maxCandidates })
  const names = found.map(({ term }) => term).filter((term) => editDistance(word, term, most) <= most)
  const rows = (await terms.ofKind.all(ctx, { kind: 'word', terms: names })).map(toKnownTerm)
  const near = added(
    rows.filter(({ researchers }) => researchers > 0),
    ({ kind, term }) => kind === 'word' && editDistance(word, term, most) <= most,
  )
  return near
    .map(({ term, researchers }) => ({ word: term, edits: editDistance(word, term, most), researchers }))
    .filter(({ edits }) => edits > 0)
    .sort((a, b) => a.edits - b.edits || b.researchers - a.researchers || (a.word < b.word ? -1 : 1))
}

const kinds: ReadonlySet<string> = new Set(['word', 'field', 'skill', 'institution', 'country', 'location'])
const isKind = (kind: string): kind is TermKind => kinds.has(kind)

const toKnownTerm = ({ kind, ...rest }: Omit<KnownTerm, 'kind'> & { kind: string }): KnownTerm => ({
  ...rest,
  kind: isKind(kind) ? kind : 'word',
})

/** Adds terms of pending documents to stored ones. */
function createCompleter(changed: readonly PendingDocument[]) {
  const fresh = changed.flatMap(({ after }) =>
    (after?.terms ?? []).map(([kind, term, label]): KnownTerm => ({ kind, term, label, researchers: 1 })),
  )
  return (rows: KnownTerm[], suits: (one: KnownTerm) => boolean): KnownTerm[] => {
    const seen = new Set(rows.map(({ kind, term }) => `${kind} ${term}`))
    const more = fresh.filter((one) => suits(one) && !seen.has(`${one.kind} ${one.term}`))
    const distinct = new Map(more.map((one) => [`${one.kind} ${one.term}`, one]))
    return [...rows, ...distinct.values()]
  }
}
