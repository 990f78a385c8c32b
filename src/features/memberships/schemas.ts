import { Type } from 'typebox'
import { Id, withDescription } from '#core/schema.ts'

const properties = {
  id: Id,
  name: Type.String({ description: 'The name.' }),
  email: Type.String({
    description: 'Empty, except for the member, administrators, and fellow members after acceptance.',
  }),
  profile_photo: Type.String({ description: 'Empty when there is none.' }),
}

/** A member who may be invited by an address, and then has no account yet. */
export const InvitedUser = Type.Unsafe<{ id: number; name: string; email: string; profile_photo: string } | null>({
  type: ['object', 'null'],
  properties,
  required: Object.keys(properties),
  description: 'The account; null while an address is invited.',
})

/** The account of a member who accepts. */
export const MemberUser = withDescription(Type.Object(properties), 'The account.')

export const NewMember = Type.Object({ user_id: withDescription(Id, 'The person.') })
