import type { Role } from './record.ts'

export const roles: readonly Role[] = ['student', 'learner', 'researcher', 'recruiter', 'admin']

/** The counter of the listed accounts of a role: those that are neither deleted nor suspended. */
export const getUserCounter = (role: Role) => `users.${role}`
