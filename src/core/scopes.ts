/** What API keys may do. Every route names the scope that it needs. */

export const scopes = [
  'jobs:read',
  'jobs:write',
  'courses:read',
  'courses:write',
  'exams:read',
  'exams:write',
  'projects:read',
  'projects:write',
  'researchers:read',
  'researchers:write',
  'search:read',
  'notifications:read',
  'notifications:write',
  'files:read',
  'files:write',
  'billing:read',
  'admin:read',
  'admin:write',
] as const

export type Scope = (typeof scopes)[number]

/** Only keys of administrators have these. Without them, the key of an administrator acts for an ordinary user. */
export const isAdminScope = (scope: Scope) => scope.startsWith('admin:')
