/** The door: reads bibliographies and the answers of registration agencies of DOIs. */

export { parseBibtex } from './bibtex.ts'
export { interpretCrossref } from './crossref.ts'
export { parseCslJson } from './csl-json.ts'
export { interpretDatacite } from './datacite.ts'
export { findText, findValue, type Item, isItem, joinTitle, listItems } from './json-values.ts'
export { parseName } from './names.ts'
export { parseRis } from './ris.ts'
export type { Fault, FileLimits, Limits, Reference, SourceAuthor, SourceWork, WorkType } from './work.ts'
