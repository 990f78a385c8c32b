/** The door for what searches: it interprets queries and ranks what matches them. */

export type { Interpretation } from './alternatives.ts'
export { interpretQuery } from './interpret.ts'
export { abbreviations } from './language/abbreviations.ts'
export type { Bounds } from './language/bounds.ts'
export { type ParsedQuery, parseLiteralQuery, parseQuery } from './language/parse.ts'
export type { Subject } from './language/subject.ts'
export { parseLiterally } from './literal.ts'
export { rankByNumber, selectNewest } from './number-order.ts'
export { type GetPostings, isEmpty, listGuesses, listStems, mostFilled, selectMatches } from './partial-matches.ts'
export { type Ranked, rankMatches, rankPartialMatches } from './rank.ts'
export type { Guess, Level, Match, SearchRequest, Unit, VisibilityScope } from './request.ts'
export type { Correction, FindMeanings, KnownTerm, Vocabulary } from './vocabulary.ts'
