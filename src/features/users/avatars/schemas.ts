import { type Static, Type } from 'typebox'
import { FileField, Form } from '#http/forms.ts'
import { User } from '../schemas.ts'

/** The fields that may contain the picture; the first one present is used. */
export const photoFields = ['avatar', 'profile_photo', 'photo', 'image', 'file'] as const

const Photo = Type.Optional(
  FileField({
    maxBytes: 5120 * 1024,
    tooLarge: 'The picture may not be larger than 5 MB.',
    description: 'A JPEG, PNG or WebP image of at most 5 MB. One of these fields is needed.',
  }),
)

export const AvatarForm = Form(
  {
    avatar: Photo,
    profile_photo: Photo,
    photo: Photo,
    image: Photo,
    file: Photo,
  },
  { title: 'AvatarForm' },
)
export type AvatarForm = Static<typeof AvatarForm>

export const NewAvatar = Type.Object(
  { avatar_url: Type.String({ description: 'The URL of the new picture.' }), user: User },
  { title: 'NewAvatar' },
)
export type NewAvatar = Static<typeof NewAvatar>
