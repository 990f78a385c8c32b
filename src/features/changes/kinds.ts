/** The kinds of objects whose changes are in the feed: where each is read, and with which scope. */

import { isAdminScope, type Scope } from '#core/scopes.ts'

interface Kind {
  /** What an API key needs to hear of it; null for sessions and keys alike. */
  scope: Scope | null
  /** Where the object is read, or the list that has it. */
  path: (id: string, parent: number | null) => string
}

const kinds = {
  user: { scope: 'researchers:read', path: (id) => `/users/${id}` },
  researcher: { scope: 'researchers:read', path: (id) => `/researchers/details/${id}` },
  job_post: { scope: 'jobs:read', path: (id) => `/job-posts/${id}` },
  job_application: { scope: 'jobs:read', path: (id) => `/job-applications/${id}` },
  interview: { scope: 'jobs:read', path: () => '/interviews' },
  course: { scope: 'courses:read', path: (id) => `/courses/${id}` },
  enrollment: { scope: 'courses:read', path: (_, parent) => `/courses/${parent}/progress` },
  exam: { scope: 'exams:read', path: (id) => `/exams/${id}` },
  exam_attempt: { scope: 'exams:read', path: (id) => `/exam-attempts/${id}` },
  exam_booking: { scope: 'exams:read', path: () => '/exam-bookings' },
  certificate: { scope: 'exams:read', path: (id) => `/certificates/${id}` },
  project: { scope: 'projects:read', path: (id) => `/projects/${id}` },
  project_version: { scope: 'projects:read', path: (_, parent) => `/projects/${parent}/versions` },
  milestone: { scope: 'projects:read', path: (id, parent) => `/projects/${parent}/milestones/${id}` },
  plan: { scope: 'billing:read', path: () => '/subscriptions/plans' },
  subscription: { scope: 'billing:read', path: () => '/subscriptions/current' },
  payment_method: { scope: 'billing:read', path: () => '/payment-methods' },
  invoice: { scope: 'billing:read', path: () => '/billing/history' },
  notification: { scope: null, path: () => '/notifications' },
  file: { scope: 'files:read', path: () => '/files' },
  payment: { scope: 'admin:read', path: (id) => `/admin/payments/${id}` },
  report: { scope: 'admin:read', path: () => '/admin/reports' },
  coupon: { scope: 'admin:read', path: () => '/coupons' },
} as const satisfies Record<string, Kind>

const byName: ReadonlyMap<string, Kind> = new Map(Object.entries(kinds))

export const kindNames: readonly string[] = [...byName.keys()]

export const acts: readonly string[] = ['created', 'updated', 'deleted']

const typeNames = new Set(kindNames.flatMap((kind) => [kind, ...acts.map((act) => `${kind}.${act}`)]))

/** Returns whether it is a type of changes, or a kind, which stands for its three types. */
export const isKnownType = (type: string) => typeNames.has(type)

/** Returns the path where the object can be read. */
export const getApiPath = (kind: string, id: string, parent: number | null): string =>
  byName.get(kind)?.path(id, parent) ?? '/'

/** Returns the scopes that an API key needs to hear of every kind that a user may see. */
export const listScopes = (isAdmin: boolean): Scope[] =>
  [...byName.values()].flatMap(({ scope }) => (scope === null || (isAdminScope(scope) && !isAdmin) ? [] : [scope]))

/** Returns the kinds that an API key with the scopes may hear of; null for all. */
export function listKinds(scopes: readonly Scope[] | null): readonly string[] | null {
  if (scopes === null) return null
  return [...byName].flatMap(([name, { scope }]) => (scope === null || scopes.includes(scope) ? [name] : []))
}
