/**
 * What sections draw from: the ids of the questions of a bank, by tags and difficulty, without their content. Banks are read in the
 * background, and kept until they change.
 */

import { LRUCache } from 'lru-cache'
import type { AnyContext, Context } from '#context.ts'
import { isMemoryScarce } from '#core/low-memory.ts'
import { foldLine } from '#core/text-normalization.ts'
import type { ExamSection } from '#database/tables/exams.ts'
import { examBanks } from './section-queries.ts'

/** Questions with the same tags and difficulty. */
interface Group {
  /** Folded. */
  tags: ReadonlySet<string>
  difficulty: number | null
  places: Int32Array
}

/** The questions of an exam or a bank, in their order. */
export interface QuestionSource {
  questionIds: Float64Array
  versionIds: Float64Array
  groups: readonly Group[]
}

interface KnownBank extends QuestionSource {
  state: string
  bytes: number
}

const maxBytes = (isMemoryScarce ? 8 : 64) * 1024 * 1024

/** By the configuration of a service, which its transactions have as well. */
const caches = new WeakMap<object, LRUCache<number, KnownBank>>()

function getCache({ config }: AnyContext): LRUCache<number, KnownBank> {
  const known = caches.get(config)
  if (known !== undefined) return known
  const created = new LRUCache<number, KnownBank>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  caches.set(config, created)
  return created
}

type GroupRow = Awaited<ReturnType<typeof examBanks.groups.all>>[number]

/** Reads those of the banks that have changed, in the background, so that a transaction finds them. */
export async function loadBanks(ctx: Context, ids: readonly number[]): Promise<void> {
  const cache = getCache(ctx)
  for (const { id, state } of await listStates(ctx, ids)) {
    if (cache.get(id)?.state === state) continue
    const rows = await examBanks.groups.inBackground(ctx, { bank_id: id })
    // A replica may be late: what it has counts with its own state.
    if (rows[0] !== undefined) cache.set(id, createBank(rows, rows[0].state))
  }
}

/** Returns what the banks have now. In a transaction its own changes count, which others must not see yet. */
export async function findBanks(ctx: AnyContext, ids: readonly number[]): Promise<Map<number, QuestionSource>> {
  const cache = getCache(ctx)
  const found = new Map<number, QuestionSource>()
  for (const { id, state } of await listStates(ctx, ids)) {
    const known = cache.get(id)
    const isCurrent = known?.state === state
    found.set(id, isCurrent ? known : createBank(await examBanks.groups.all(ctx, { bank_id: id }), state))
  }
  return found
}

const listStates = async (ctx: AnyContext, ids: readonly number[]) =>
  ids.length === 0 ? [] : examBanks.states.all(ctx, { ids: [...ids] })

export const findBankIds = async (ctx: Context, examId: number): Promise<number[]> =>
  (await examBanks.ofExam.all(ctx, { exam_id: examId })).map(({ bank_id }) => bank_id)

/** The own questions of an exam have no tags. */
export function createOwnSource(rows: readonly { question_id: number; version_id: number }[]): QuestionSource {
  return {
    questionIds: Float64Array.from(rows, ({ question_id }) => question_id),
    versionIds: Float64Array.from(rows, ({ version_id }) => version_id),
    groups: [{ tags: new Set(), difficulty: null, places: Int32Array.from(rows.keys()) }],
  }
}

function createBank(rows: readonly GroupRow[], state: string): KnownBank {
  const fold = createFolder()
  const groups: Group[] = []
  const members = rows.map((row) => {
    const places = Int32Array.from(splitNumbers(row.places), (place) => place - 1)
    groups.push({ tags: new Set(row.tags.map(fold)), difficulty: row.difficulty, places })
    return { ...row, places }
  })
  const total = members.reduce((sum, { places }) => sum + places.length, 0)
  const [questionIds, versionIds] = [new Float64Array(total), new Float64Array(total)]
  for (const { places, question_ids, version_ids } of members) {
    const [ofQuestions, ofVersions] = [splitNumbers(question_ids), splitNumbers(version_ids)]
    for (const [index, place] of places.entries()) {
      questionIds[place] = ofQuestions[index] ?? 0
      versionIds[place] = ofVersions[index] ?? 0
    }
  }
  return { questionIds, versionIds, groups, state, bytes: estimateBytes(total, groups) }
}

/** Faster than a number at a time. */
const splitNumbers = (text: string): number[] => JSON.parse(`[${text}]`)

const estimateBytes = (total: number, groups: readonly Group[]) =>
  groups.reduce((sum, { tags }) => sum + 300 + tags.size * 100, total * 20)

/** Folds each tag once, because thousands of questions share few. */
function createFolder(): (tag: string) => string {
  const folded = new Map<string, string>()
  return (tag) => {
    const known = folded.get(tag) ?? foldLine(tag)
    folded.set(tag, known)
    return known
  }
}

/** Returns the places of the questions that the source of a section selects, without regard to case and accents of tags. */
export function findPlaces({ groups }: QuestionSource, source: ExamSection['source']): Int32Array[] {
  if (source === 'own') return groups.map(({ places }) => places)
  const [some, every] = [source.tags_any.map(foldLine), source.tags_all.map(foldLine)]
  return groups
    .filter(({ difficulty }) => source.difficulty === null || difficulty === source.difficulty)
    .filter(({ tags }) => every.every((tag) => tags.has(tag)))
    .filter(({ tags }) => some.length === 0 || some.some((tag) => tags.has(tag)))
    .map(({ places }) => places)
}
