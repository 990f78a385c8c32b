/** Marks lessons as unlocked: all, or in a sequential course those up to the first that is not done. */
export function withUnlocked<L extends { completed: boolean }>(
  ordered: readonly L[],
  sequential: boolean,
): (L & { unlocked: boolean })[] {
  const next = ordered.findIndex(({ completed }) => !completed)
  const last = sequential && next !== -1 ? next : ordered.length
  return ordered.map((lesson, index) => ({ ...lesson, unlocked: index <= last }))
}
