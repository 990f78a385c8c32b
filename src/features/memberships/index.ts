export { defineMembership, type MembershipAct } from './membership.ts'
export { inviteMember, type NewMember } from './new-member.ts'
