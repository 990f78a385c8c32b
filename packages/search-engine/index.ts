/** The door for what indexes: words, documents, posting lists and facets. */

export {
  addAll,
  addTo,
  type Bitmap,
  chunkSize,
  countIds,
  createBitmap,
  decodeChunk,
  denseChunkBytes,
  encodeIds,
  getChunkNumber,
  has,
  intersect,
  iterateIds,
  subtract,
  unite,
} from './bitmaps.ts'
export { limitEntries } from './cache-limit.ts'
export { listCareer } from './career.ts'
export {
  buildDocument,
  hIndexBits,
  type IndexDocument,
  type IndexedProfile,
  maxHIndex,
  maxYears,
  postingKey,
  qualityBits,
  yearsBits,
  zones,
} from './document.ts'
export { waitForEventLoop } from './event-loop.ts'
export {
  blockSize,
  type CountedKind,
  countedKinds,
  countFacets,
  createTally,
  encodeFacets,
  getBlockNumber,
  listTerms,
  replaceParts,
} from './facets.ts'
export { calculateEditDistance, countToleratedEdits, createSpellings } from './language/distance.ts'
export { listCanonicalVariants } from './language/institution-words.ts'
export { listInitials, normalizeInstitutionName, toInitialsTerm } from './language/institutions.ts'
export { detectQueryLanguages, listLanguages, type OtherLanguage, stemIn } from './language/other-languages.ts'
export { isJoined } from './language/segments.ts'
export { createTextSubject, type Subject } from './language/subject.ts'
export { listStemsCached, normalizeValue, stemCached, tokenize } from './language/tokenizer.ts'
export { PackedBytes } from './packed-bytes.ts'
export { calculateQuality } from './quality.ts'
export { type ChunkChange, updateChunk } from './stored-chunks.ts'
export { type TermKind, termKinds } from './term-kinds.ts'
export { buildTextDocument, type IndexedText } from './text-document.ts'
