/** Lessons in their order, with whether each is open: all, or in a sequential course up to the first that is not done. */
export function withUnlocked<L extends { completed: boolean }>(
  ordered: readonly L[],
  sequential: boolean,
): (L & { unlocked: boolean })[] {
  const next = ordered.findIndex(({ completed }) => !completed)
  const last = sequential && next !== -1 ? next : ordered.length
  return ordered.map((lesson, index) => ({ ...lesson, unlocked: index <= last }))
}
