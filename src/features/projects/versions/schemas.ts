import { type Static, Type } from 'typebox'
import { type Condition, DateTime, Id, Line, Text, withCondition, withDescription } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'
import type { Sentence } from '#language/sentence.ts'

/** Product decisions, section 6: any file type, at most 1 GB. */
export const largestVersion = 1024 * 1024 * 1024
export const versionTooLarge: Sentence = 'The file may not be larger than 1 GB.'

const version = {
  id: Id,
  version_number: Type.String({ description: 'The number of the version, unique within the project.' }),
  file_url: Type.String({ description: 'A link that is valid for one hour and needs no token.' }),
  uploaded_at: withDescription(DateTime, 'When it was uploaded.'),
  notes: Type.String({ description: 'Remarks, in free words.' }),
  changes_summary: Type.String({ description: 'The changes since the version before.' }),
  sha256: Type.String({ description: 'Of the file, in hexadecimal digits.' }),
}

export const NewestVersion = Type.Object(version, { title: 'NewProjectVersion' })
export type NewestVersion = Static<typeof NewestVersion>

/** Specification, "Project version", as in the list. */
export const ProjectVersion = Type.Object(
  {
    ...version,
    uploaded_by: withDescription(
      Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }),
      'The account that uploaded it.',
    ),
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
      notes: Type.Optional(withDescription(Text(5_000), 'Remarks, in free words.')),
      changes_summary: Type.Optional(withDescription(Text(5_000), 'The changes since the version before.')),
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
