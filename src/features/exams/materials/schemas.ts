import { type Static, Type } from 'typebox'
import { Id, Label, Line, withDescription } from '#core/schema.ts'
import { detectFileType, inspectArrival } from '#features/files/index.ts'
import { FileField, Form } from '#http/forms.ts'

/** The limit of videos; smaller limits of other types are checked with the content. */
const largestMaterial = 1024 * 1024 * 1024

export const NewMaterial = Form({
  title: withDescription(Line(200), 'The title.'),
  type: Type.Optional(
    Label(50, { description: 'In your words; what kind of file it is unless given.', examples: ['guide'] }),
  ),
  file: FileField({
    maxBytes: largestMaterial,
    inspect: ({ filename }) => inspectArrival(detectFileType(filename), filename),
    tooLarge: 'The file may not be larger than 1 GB.',
    description: 'A document, picture, video or audio, as large as `POST /upload` takes it. It is kept private.',
  }),
})
export type NewMaterial = Static<typeof NewMaterial>

/** Specification, "Study material". */
export const Material = Type.Object(
  {
    id: Id,
    title: Type.String({ description: 'The title.' }),
    type: Type.String(),
    file_url: Type.String({ description: 'Good for an hour, without a token.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    download_count: Type.Integer({ description: 'The number of downloads.' }),
  },
  { title: 'StudyMaterial' },
)
export type Material = Static<typeof Material>
