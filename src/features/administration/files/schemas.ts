import { type Static, Type } from 'typebox'
import { Id, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { UploadedFile } from '#features/files/index.ts'

const Purpose = withDescription(oneOf('upload', 'avatar'), 'An uploaded file, or a profile picture.')

/** A file that a person has put up at a public address. */
export const PublicFile = Type.Object(
  {
    ...UploadedFile.properties,
    owner_id: Id,
    purpose: Type.Unsafe<Static<typeof Purpose>>({
      ...Purpose,
      description: 'Whether the file was uploaded as such, or is the profile picture.',
    }),
  },
  { title: 'PublicFile' },
)
export type PublicFile = Static<typeof PublicFile>

export const FileQuery = Type.Object({
  ...Paging,
  user_id: Type.Optional(Type.Integer({ minimum: 1, description: 'The person who put the files up.' })),
  purpose: Type.Optional(
    Type.Unsafe<Static<typeof Purpose>>({
      ...Purpose,
      description: 'Files that were uploaded, unless given; or the profile picture.',
    }),
  ),
  url: Type.Optional(Text(2_000, { description: 'The address of one file, instead of a person.' })),
})
export type FileQuery = Static<typeof FileQuery>
