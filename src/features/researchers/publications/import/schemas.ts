import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { nullable, oneOf, Untrimmed, withCondition, withDescription } from '#core/schema.ts'
import { fill } from '#language/sentence.ts'
import { NewDoi } from '../record.ts'

/** The most works of an import. */
export const maxEntries = 1_000

/** The most characters of a file: two thousand for each work. */
const maxCharacters = 2_000_000

/** The most DOIs of an import: each is a question to Crossref or DataCite. */
const maxDois = 20

const fileFormats = ['bibtex', 'ris', 'csl_json'] as const

const Source = Type.Object(
  {
    format: withDescription(
      oneOf(...fileFormats, 'doi', 'orcid'),
      'What is imported: the `text` of a file (BibTeX or BibLaTeX, RIS, CSL-JSON), what Crossref or DataCite says of `dois`, or the works of the ' +
        'ORCID record that the researcher has linked.',
    ),
    text: Type.Optional(
      Untrimmed(maxCharacters, {
        description: `The text of a file with at most ${maxEntries} works; required with its formats.`,
      }),
    ),
    dois: Type.Optional(
      Type.Array(NewDoi, {
        minItems: 1,
        maxItems: maxDois,
        description: 'The DOIs, also as addresses; required with `doi`.',
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'With true, the answer has the verdict of every work, and nothing is stored.' }),
    ),
  },
  {
    title: 'PublicationFile',
    examples: [
      {
        format: 'bibtex',
        text: '@article{w24, author = {Wanjiru, Grace and van der Berg, Jan}, title = {Outbreaks foreseen}, year = 2024, doi = {10.1000/182}}',
        preview: true,
      },
    ],
  },
)

const requireField = (field: string) => ({ [field]: [fill('The {field} field is required.', { field: { field } })] })

function findSourceErrors(
  { format, text, dois }: Partial<Static<typeof Source>>,
  isInvalid: (field: 'text' | 'dois') => boolean,
): FieldErrors {
  if (format === 'orcid' || format === undefined) return {}
  if (format === 'doi') return dois === undefined && !isInvalid('dois') ? requireField('dois') : {}
  return text === undefined && !isInvalid('text') ? requireField('text') : {}
}

export const PublicationFile = withCondition(Source, findSourceErrors)
export type PublicationFile = Static<typeof PublicationFile>

const Verdict = withDescription(
  oneOf('imported', 'changed', 'existing', 'refused'),
  'What came of the work: `imported`, it is a new publication; `changed`, it is in the list, and is filled or replaced; ' +
    '`existing`, it is in the list and stays as it is; `refused`, with a `message`.',
)

const ImportedWork = Type.Object(
  {
    position: Type.Integer({ description: 'The position of the work in the source, from 1.' }),
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
    total: Type.Integer({ description: 'The number of works in the source.' }),
    imported: Type.Integer({ description: 'The number of new publications.' }),
    changed: Type.Integer({ description: 'The number of works whose publication was filled or replaced.' }),
    existing: Type.Integer({ description: 'The number of works that are in the list already.' }),
    refused: Type.Integer({ description: 'The number of refused works.' }),
    works: Type.Array(ImportedWork, { description: 'All works of the source, in its order.' }),
  },
  { title: 'PublicationImport' },
)
export type PublicationImport = Static<typeof PublicationImport>
