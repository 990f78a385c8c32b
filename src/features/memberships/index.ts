export { inviteMember, type NewMember } from './invite.ts'
