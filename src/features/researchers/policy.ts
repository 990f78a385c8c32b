import type { Actor } from '#context.ts'

/** A profile with the membership of the actor (`mine`). */
interface Subject {
  user_id: number
  visibility: 'public' | 'private'
  mine: { can_manage_team: boolean } | null
}

const owns = (actor: Actor, profile: { user_id: number }) => actor.id === profile.user_id || actor.role === 'admin'

export const may = {
  read: (actor: Actor, profile: Subject) =>
    profile.visibility === 'public' || owns(actor, profile) || profile.mine !== null,
  change: owns,
  remove: owns,
  /** Whether the actor belongs to the profile or its team. */
  takePart: (actor: Actor, profile: Subject) => owns(actor, profile) || profile.mine !== null,
  addToTeam: (actor: Actor, profile: Subject) => owns(actor, profile) || profile.mine?.can_manage_team === true,
  removeFromTeam: (actor: Actor, profile: Subject, member: { user_id: number }) =>
    owns(actor, profile) || actor.id === member.user_id,
}
