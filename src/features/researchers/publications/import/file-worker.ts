/** Reads files of bibliographies for `file.ts`, in a limited process. */

import { parseBibtex, parseCslJson, parseRis } from '@research-platform/bibliographies'
import type { Sentence } from '#language/sentence.ts'
import { createRefusedEntry, type Entry, interpretReference, readLimits } from './entry.ts'

const parsers = { bibtex: parseBibtex, ris: parseRis, csl_json: parseCslJson }

export interface PublicationText {
  format: keyof typeof parsers
  text: string
  most: number
}

/** Returns the works of the file as JSON, at most one more than the most; none if it has another format. */
export const readPublicationFile = ({ format, text, most }: PublicationText): string[] =>
  (parsers[format](text, { entries: most, ...readLimits }) ?? []).map((reference) =>
    JSON.stringify(refuseUnreadable(interpretReference(reference))),
  )

const unreadable: Sentence = 'Some characters could not be read (�). Save the file as UTF-8.'

/** Refuses a work that would be stored under a name with the character that stands for those of another encoding. */
function refuseUnreadable(entry: Entry): Entry {
  const { title = '', container_title = '', authors = [] } = entry.work ?? {}
  const names = [title, container_title, ...authors.flatMap(({ given, family }) => [given, family])]
  return names.some((name) => name.includes('�')) ? createRefusedEntry(entry.label, unreadable) : entry
}
