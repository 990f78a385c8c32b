/** Values in the tables of the audit log. */

export type AuditActor = 'administrator' | 'command_line' | 'service' | 'user' | 'visitor'
export type AuditOutcome = 'done' | 'refused'
