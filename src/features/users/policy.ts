import type { Actor } from '#context.ts'

interface Member {
  user: { id: number }
  accepted_at: string | null
}

export const may = {
  /** For the user and administrators. */
  actFor: (actor: Actor, userId: number) => actor.id === userId || actor.role === 'admin',
  readAllFields: (actor: Actor, user: { id: number }) => actor.id === user.id || actor.role === 'admin',
  /** For the member, administrators, and fellow members once the member has accepted. */
  readMemberEmail: (actor: Actor, member: Member, isFellow: boolean) =>
    actor.id === member.user.id || actor.role === 'admin' || (isFellow && member.accepted_at !== null),
  changeRoles: (actor: Actor) => actor.role === 'admin',
}
