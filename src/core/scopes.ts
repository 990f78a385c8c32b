/** What API keys may do. Every route names the scope that it needs. */

import { createMissingScope } from './problem.ts'

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

export const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value)

/** Throws 403 if an API key lacks one of the scopes. A session, whose scopes are null, has all. */
export function ensureScopes(granted: readonly Scope[] | null, needed: readonly Scope[]): void {
  const [first, ...others] = granted === null ? [] : new Set(needed).difference(new Set(granted))
  if (first !== undefined) throw createMissingScope(first, ...others)
}

/** Only keys of administrators have these. Without them, the key of an administrator acts for an ordinary user. */
export const isAdminScope = (scope: Scope) => scope.startsWith('admin:')
