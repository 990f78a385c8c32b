import { type Static, Type } from 'typebox'
import { nullable, oneOf, Untrimmed, withDescription } from '#core/schema.ts'

/** The most works of an import. */
export const mostEntries = 1_000

/** The most characters of a file: two thousand for each work. */
const mostCharacters = 2_000_000

export const PublicationFile = Type.Object(
  {
    format: withDescription(
      oneOf('bibtex', 'ris', 'csl_json'),
      'The format of the text: BibTeX or BibLaTeX, RIS, or CSL-JSON.',
    ),
    text: Untrimmed(mostCharacters, { description: `The text of a file with at most ${mostEntries} works.` }),
    preview: Type.Optional(
      Type.Boolean({ description: 'With true, the answer has the verdict of every work, and nothing is stored.' }),
    ),
  },
  { title: 'PublicationFile' },
)
export type PublicationFile = Static<typeof PublicationFile>

const Verdict = withDescription(
  oneOf('imported', 'changed', 'existing', 'refused'),
  'What came of the work: `imported`, it is a new publication; `changed`, it is in the list, and what was empty there is filled; ' +
    '`existing`, it is in the list and stays as it is; `refused`, with a `message`.',
)

const ImportedWork = Type.Object(
  {
    position: Type.Integer({ description: 'The position of the work in the file, from 1.' }),
    label: Type.String({ description: 'The first 200 characters of its title; its key if it has none.' }),
    verdict: Verdict,
    message: withDescription(nullable(Type.String()), 'Why it is refused; null for others.'),
    publication_id: withDescription(
      nullable(Type.Integer()),
      'The publication that it is; null if it is refused, and in a preview if it is new.',
    ),
  },
  { title: 'ImportedPublication' },
)
export type ImportedWork = Static<typeof ImportedWork>

export const PublicationImport = Type.Object(
  {
    preview: Type.Boolean({ description: 'Whether nothing was stored.' }),
    total: Type.Integer({ description: 'The number of works in the file.' }),
    imported: Type.Integer({ description: 'The number of new publications.' }),
    changed: Type.Integer({ description: 'The number of works whose publication was filled.' }),
    existing: Type.Integer({ description: 'The number of works that are in the list already.' }),
    refused: Type.Integer({ description: 'The number of refused works.' }),
    works: Type.Array(ImportedWork, { description: 'All works of the file, in its order.' }),
  },
  { title: 'PublicationImport' },
)
export type PublicationImport = Static<typeof PublicationImport>
