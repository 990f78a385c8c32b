/** What changed documents change in the posting lists and the vocabulary: read and computed first, and written by a short transaction. */

import { createSpellings, type IndexDocument, type TermKind, waitForEventLoop } from '@research-platform/search-engine'
import type { WithConnection } from '#database/query/prepare.ts'
import type { Area } from './area.ts'
import type { ChangedDocument, Write } from './changed-document.ts'
import { preparePostings } from './prepare-postings.ts'
import { splitBatches } from './statement-batches.ts'
import { spellings, type TermRow, terms } from './term-queries.ts'

/**
 * Reads what changed documents need, and returns the changed keys, without the prefix, and what writes them. Nothing else may write to the
 * index in between.
 */
export async function prepareDocuments(
  ctx: WithConnection,
  area: Area,
  changed: readonly ChangedDocument[],
): Promise<{ keys: string[]; write: Write }> {
  const { keys, writes } = await preparePostings(ctx, area, changed)
  writes.push(...(await prepareTerms(ctx, area, changed)))
  return {
    keys,
    async write(tx) {
      for (const write of writes) await write(tx)
    },
  }
}

const termKey = ([kind, term]: readonly [TermKind, string, ...unknown[]]) => `${kind} ${term}`

async function prepareTerms(ctx: WithConnection, area: Area, changed: readonly ChangedDocument[]): Promise<Write[]> {
  const writes: Write[] = []
  for (const some of splitBatches(listTermRows(changed))) writes.push(await prepareTermRows(ctx, area, some))
  return writes
}

function listTermRows(changed: readonly ChangedDocument[]): TermRow[] {
  const changes = new Map<string, [TermKind, string, string, number]>()
  const count = (entry: IndexDocument | null, change: number) => {
    for (const [kind, term, label] of entry?.terms ?? []) {
      const known = changes.get(termKey([kind, term]))
      if (known) known[3] += change
      else changes.set(termKey([kind, term]), [kind, term, label, change])
    }
  }
  for (const { before, after } of changed) {
    count(after, 1)
    count(before, -1)
  }
  const counted = [...changes.values()].filter(([, , , change]) => change !== 0)
  const unlisted = changed.flatMap(({ after }) => after?.privateTerms ?? []).map((term) => [...term, 0] as const)
  // PostgreSQL accepts each row once per statement; a counted term takes its label from a public profile.
  return [...new Map([...unlisted, ...counted].map((row): [string, TermRow] => [termKey(row), row])).values()]
}

async function prepareTermRows(
  ctx: WithConnection,
  { table, prefix }: Area,
  changed: readonly TermRow[],
): Promise<Write> {
  const rows = changed.map(([kind, term, label, change]): TermRow => [kind, prefix + term, label, change])
  const words = rows.filter(([kind]) => kind === 'word').map(([, term]) => term)
  const known = new Set((await terms.ofKind.all(ctx, { kind: 'word', terms: words }, table)).map(({ term }) => term))
  const fresh = words.filter((word) => !known.has(word)).flatMap((word) => listSpellingRows(word, prefix))
  await waitForEventLoop()
  return async (tx) => {
    await terms.count.run(tx, { rows }, table)
    for (const some of splitBatches(fresh)) {
      await waitForEventLoop()
      await spellings.add.run(tx, { rows: some }, table)
    }
  }
}

/** The spellings of a stored word, each with the word. */
const listSpellingRows = (word: string, prefix: string) =>
  createSpellings(word.slice(prefix.length)).map((spelling) => [prefix + spelling, word] as const)
