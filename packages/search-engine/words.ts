/** The door for what only reads words: neither the vocabularies of languages nor what interprets queries is loaded behind it. */

export { limitEntries } from './cache-limit.ts'
export { waitForEventLoop } from './event-loop.ts'
export { calculateEditDistance, countToleratedEdits } from './language/distance.ts'
export { createTextSubject, type Subject } from './language/subject.ts'
export { normalizeValue, tokenize } from './language/tokenizer.ts'
export { calculateQuality } from './quality.ts'
export { type TermKind, termKinds } from './term-kinds.ts'
