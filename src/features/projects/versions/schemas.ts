import { type Static, Type } from 'typebox'
import { type Condition, Id, Named, withCondition, withDescription } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'
import type { Sentence } from '#language/sentence.ts'
import { versionRecord } from './record.ts'

/** Product decisions, section 6: any file type, at most 1 GB. */
export const largestVersion = 1024 * 1024 * 1024
export const versionTooLarge: Sentence = 'The file may not be larger than 1 GB.'

export const NewestVersion = Type.Object(versionRecord.answer, { title: 'NewProjectVersion' })
export type NewestVersion = Static<typeof NewestVersion>

/** Specification, "Project version", as in the list. */
export const ProjectVersion = Type.Object(
  {
    ...versionRecord.answer,
    uploaded_by: withDescription(Named, 'The account that uploaded it.'),
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
      ...versionRecord.creation,
      file: Type.Optional(
        FileField({
          maxBytes: largestVersion,
          tooLarge: versionTooLarge,
          digest: true,
          description: 'Of any type, at most 1 GB.',
        }),
      ),
      file_id: Type.Optional(
        withDescription(
          Id,
          'Instead of `file`: a finished upload of mine, also one in chunks. It becomes the version and is no longer ' +
            'among my files.',
        ),
      ),
    },
    { examples: [{ version_number: '1.0.0', file_id: 12 }] },
  ),
  findFileErrors,
)
export type NewVersion = Static<typeof NewVersion>
