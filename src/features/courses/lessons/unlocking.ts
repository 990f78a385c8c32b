interface Learner {
  /** Whether a lesson opens once those before it are completed. */
  sequential: boolean
  /** Whether lessons open at their time; not to managers of the course. */
  isTimed: boolean
  now: string
}

/** Adds whether each lesson is open: its time has come, and in a sequential course those before it are done. */
export function withUnlocked<L extends { completed: boolean; available_at: string | null }>(
  ordered: readonly L[],
  { sequential, isTimed, now }: Learner,
) {
  const next = ordered.findIndex(({ completed }) => !completed)
  const last = sequential && next !== -1 ? next : ordered.length
  return ordered.map((lesson, index) => {
    const isOpen = !isTimed || lesson.available_at === null || lesson.available_at <= now
    return { ...lesson, unlocked: index <= last && isOpen }
  })
}
