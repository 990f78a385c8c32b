/** The door: reads questions of any format, and writes them. */

export type { Format } from './document.ts'
export type { Item, Verdict } from './item.ts'
export { type Reading, readQuestions } from './read.ts'
export * from './rules.ts'
export { type WrittenFile, writeQuestions } from './write.ts'
export type { Omission } from './written.ts'
