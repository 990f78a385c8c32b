/** Limits of the caches, which exist in every process that imports a part of the search. */

/** Options of a cache with so many entries. With the option `max` it would reserve the memory for all of them before the first. */
export const limitEntries = (entries: number): { maxSize: number; sizeCalculation: () => number } => ({
  maxSize: entries,
  sizeCalculation: () => 1,
})
