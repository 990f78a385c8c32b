import type { Actor } from '#context.ts'

export const may = {
  read: (actor: Actor, certificate: { user_id: number }) => actor.id === certificate.user_id || actor.role === 'admin',
}
