import { type Static, Type } from 'typebox'
import { type Condition, DateTime, Id, Line, Text, withCondition } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'
import type { Sentence } from '#language/sentence.ts'

/** Product decisions, section 6: any file type, at most 1 GB. */
export const largestVersion = 1024 * 1024 * 1024
export const versionTooLarge: Sentence = 'The file may not be larger than 1 GB.'

const version = {
  id: Id,
  version_number: Type.String(),
  file_url: Type.String({ description: 'A link that is valid for one hour and needs no token.' }),
  uploaded_at: DateTime,
  notes: Type.String(),
  changes_summary: Type.String(),
  sha256: Type.String({ description: 'Of the file, in hexadecimal digits.' }),
}

export const NewestVersion = Type.Object(version, { title: 'NewProjectVersion' })
export type NewestVersion = Static<typeof NewestVersion>

/** Specification, "Project version", as in the list. */
export const ProjectVersion = Type.Object(
  {
    ...version,
    uploaded_by: Type.Object({ id: Id, name: Type.String() }),
    file_size: Type.Integer({ description: 'In bytes.' }),
  },
  { title: 'ProjectVersion' },
)
export type ProjectVersion = Static<typeof ProjectVersion>

/** A version is a file or a finished upload. */
const findFileErrors: Condition<{ file: unknown; file_id: number }> = ({ file, file_id }, isInvalid) => {
  if (isInvalid('file') || isInvalid('file_id')) return {}
  if (file === undefined && file_id === undefined) return { file: ['The file field is required.'] }
  return file === undefined || file_id === undefined ? {} : { file_id: ['Send either a file or a file id, not both.'] }
}

export const NewVersion = withCondition(
  Form(
    {
      version_number: Line(50, { description: 'Unique in the project.', examples: ['1.0.0'] }),
      notes: Type.Optional(Text(5_000)),
      changes_summary: Type.Optional(Text(5_000)),
      file: Type.Optional(
        FileField({
          mostBytes: largestVersion,
          tooLarge: versionTooLarge,
          digest: true,
          description: 'Of any type, at most 1 GB.',
        }),
      ),
      file_id: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'Instead of `file`: a finished upload of mine, also one in chunks. It becomes the version and is no longer ' +
            'among my files.',
        }),
      ),
    },
    { examples: [{ version_number: '1.0.0', file_id: 12 }] },
  ),
  findFileErrors,
)
export type NewVersion = Static<typeof NewVersion>
