import { parseDateTime } from '#core/time.ts'
import type { LessonState, SyncedLesson } from './queries.ts'
import { maxSeconds, type SyncEntry, type SyncVerdict } from './schemas.ts'

interface CourseState {
  /** The lessons of the course. */
  lessonIds: ReadonlySet<number>
  states: readonly LessonState[]
  synced: readonly SyncedLesson[]
  /** Returns why an entry does not count; null when it does. */
  findRefusal: (entry: SyncEntry) => string | null
  now: string
}

interface MergeResult {
  verdicts: SyncVerdict[]
  /** The changes. */
  states: LessonState[]
  synced: SyncedLesson[]
  /** Lessons that were not completed before. */
  completed: number[]
}

const gone = 'The course no longer has this lesson.'
const timeless = 'The completed at must be a valid date and time.'
const reopened = 'The lesson was reopened after this.'

const completionKey = ({ lesson_id, completed_at }: { lesson_id: number; completed_at: string }) =>
  `${lesson_id} ${completed_at}`

/**
 * Merges completions of a device into the stored progress. A completion is identified by its lesson and its time, so
 * that entries may arrive in any order, in any parts and repeatedly with the same result.
 */
export function mergeEntries(
  entries: readonly SyncEntry[],
  { lessonIds, states, synced, findRefusal, now }: CourseState,
): MergeResult {
  const lessonStates = new Map(states.map((state) => [state.lesson_id, state]))
  const syncedSeconds = new Map(synced.map((one) => [completionKey(one), one.time_spent_seconds]))
  const changed = new Map<number, LessonState>()
  const told = new Map<string, SyncedLesson>()
  const completed = new Set<number>()

  const verdicts = entries.map((input): SyncVerdict => {
    const { lesson_id } = input
    const entry = { ...input, completed_at: parseDateTime(input.completed_at) ?? '' }
    const refusal = describeRefusal(entry, { lessonIds, findRefusal })
    if (refusal !== null) return { lesson_id, result: 'skipped', reason: refusal }
    const before = lessonStates.get(lesson_id) ?? { ...untouched, lesson_id }
    const key = completionKey(entry)
    const known = syncedSeconds.get(key)
    const { after, seconds, reason } = applyEntry(before, entry, { now, known })
    if (known !== seconds) {
      syncedSeconds.set(key, seconds)
      told.set(key, {
        lesson_id,
        completed_at: entry.completed_at,
        time_spent_seconds: seconds,
      })
    }
    if (isSame(before, after)) return { lesson_id, result: reason === null ? 'already' : 'skipped', reason }
    lessonStates.set(lesson_id, after)
    changed.set(lesson_id, after)
    if (before.completed_at === null && after.completed_at !== null) completed.add(lesson_id)
    return { lesson_id, result: 'applied', reason }
  })
  return { verdicts, states: [...changed.values()], synced: [...told.values()], completed: [...completed] }
}

/** Returns why an entry does not count; null when it does. Its time is empty when it is none. */
function describeRefusal(entry: SyncEntry, { lessonIds, findRefusal }: Pick<CourseState, 'lessonIds' | 'findRefusal'>) {
  if (entry.completed_at === '') return timeless
  return lessonIds.has(entry.lesson_id) ? findRefusal(entry) : gone
}

const untouched = { completed_at: null, reopened_at: null, time_spent_seconds: 0 }

const isSame = (one: LessonState, other: LessonState) =>
  one.completed_at === other.completed_at && one.time_spent_seconds === other.time_spent_seconds

const toSeconds = ({ time_spent_seconds }: SyncEntry) =>
  Math.floor(Math.min(Math.max(time_spent_seconds ?? 0, 0), maxSeconds))

interface Circumstances {
  now: string
  /** The stored seconds of this completion; undefined for a new one. */
  known: number | undefined
}

function applyEntry(before: LessonState, entry: SyncEntry, { now, known }: Circumstances) {
  // Of two reports of the same completion the longer time counts, in any order.
  const seconds = Math.max(known ?? 0, toSeconds(entry))
  const after = { ...before, time_spent_seconds: before.time_spent_seconds + seconds - (known ?? 0) }
  if (known !== undefined) return { after, seconds, reason: null }
  const at = entry.completed_at < now ? entry.completed_at : now
  if (before.reopened_at !== null && at < before.reopened_at) return { after, seconds, reason: reopened }
  const isFirst = before.completed_at === null || at < before.completed_at
  return { after: { ...after, completed_at: isFirst ? at : before.completed_at }, seconds, reason: null }
}
