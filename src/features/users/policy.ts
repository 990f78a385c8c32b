import type { Actor } from '#context.ts'

export const may = {
  /** For the user and administrators. */
  actFor: (actor: Actor, userId: number) => actor.id === userId || actor.role === 'admin',
  readAllFields: (actor: Actor, user: { id: number }) => actor.id === user.id || actor.role === 'admin',
  changeRoles: (actor: Actor) => actor.role === 'admin',
}
