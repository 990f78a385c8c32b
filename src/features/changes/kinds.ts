/** The kinds of objects whose changes are in the feed: who may read them, where, and with which scope. */

import { isAdminScope, type Scope } from '#core/scopes.ts'
import type { FeedRights } from '#database/rights.ts'
import { reportRights } from '#features/administration/rights.ts'
import { certificateRights } from '#features/certificates/rights.ts'
import { companyRights } from '#features/companies/rights.ts'
import { courseRights, enrollmentRights } from '#features/courses/rights.ts'
import { accommodationRights, attemptRights, bookingRights, examRights } from '#features/exams/rights.ts'
import { fileRights } from '#features/files/rights.ts'
import {
  applicationRights,
  interviewRights,
  interviewSlotRights,
  jobPostRights,
  templateRights,
} from '#features/jobs/rights.ts'
import { notificationRights } from '#features/notifications/rights.ts'
import {
  creditNoteRights,
  invoiceRights,
  paymentMethodRights,
  paymentRights,
  refundRights,
  unmatchedPaymentRights,
} from '#features/payments/rights.ts'
import { milestoneRights, projectRights, versionRights } from '#features/projects/rights.ts'
import { bankRights } from '#features/question-banks/rights.ts'
import { researcherRights } from '#features/researchers/rights.ts'
import { savedSearchRights } from '#features/saved-searches/rights.ts'
import { talentPoolRights } from '#features/sourcing/rights.ts'
import { couponRights, planRights, subscriptionRights } from '#features/subscriptions/rights.ts'
import { userRights } from '#features/users/rights.ts'

interface Kind {
  rights: FeedRights
  /** What an API key needs to hear of it; null for sessions and keys alike. */
  scope: Scope | null
  /** Where the object is read, or the list that has it. */
  path: (id: string, parent: number | null) => string
}

const listed: readonly Kind[] = [
  { rights: userRights, scope: 'researchers:read', path: (id) => `/users/${id}` },
  { rights: researcherRights, scope: 'researchers:read', path: (id) => `/researchers/details/${id}` },
  { rights: companyRights, scope: 'jobs:read', path: (id) => `/companies/${id}` },
  { rights: jobPostRights, scope: 'jobs:read', path: (id) => `/job-posts/${id}` },
  { rights: applicationRights, scope: 'jobs:read', path: (id) => `/job-applications/${id}` },
  { rights: interviewRights, scope: 'jobs:read', path: () => '/interviews' },
  { rights: interviewSlotRights, scope: 'jobs:read', path: (id) => `/interview-slots/${id}` },
  { rights: templateRights, scope: 'jobs:read', path: (id) => `/message-templates/${id}` },
  { rights: talentPoolRights, scope: 'jobs:read', path: (id) => `/talent-pool/${id}` },
  { rights: savedSearchRights, scope: 'search:read', path: (id) => `/saved-searches/${id}` },
  { rights: courseRights, scope: 'courses:read', path: (id) => `/courses/${id}` },
  { rights: enrollmentRights, scope: 'courses:read', path: (_, parent) => `/courses/${parent}/progress` },
  { rights: examRights, scope: 'exams:read', path: (id) => `/exams/${id}` },
  { rights: attemptRights, scope: 'exams:read', path: (id) => `/exam-attempts/${id}` },
  { rights: accommodationRights, scope: 'exams:read', path: (_, parent) => `/exams/${parent}/accommodations` },
  { rights: bankRights, scope: 'exams:read', path: (id) => `/question-banks/${id}` },
  { rights: bookingRights, scope: 'exams:read', path: () => '/exam-bookings' },
  { rights: certificateRights, scope: 'exams:read', path: (id) => `/certificates/${id}` },
  { rights: projectRights, scope: 'projects:read', path: (id) => `/projects/${id}` },
  { rights: versionRights, scope: 'projects:read', path: (_, parent) => `/projects/${parent}/versions` },
  { rights: milestoneRights, scope: 'projects:read', path: (id, parent) => `/projects/${parent}/milestones/${id}` },
  { rights: planRights, scope: 'billing:read', path: () => '/subscriptions/plans' },
  { rights: subscriptionRights, scope: 'billing:read', path: () => '/subscriptions/current' },
  { rights: paymentMethodRights, scope: 'billing:read', path: () => '/payment-methods' },
  { rights: invoiceRights, scope: 'billing:read', path: () => '/billing/history' },
  { rights: creditNoteRights, scope: 'billing:read', path: () => '/billing/credit-notes' },
  { rights: notificationRights, scope: null, path: () => '/notifications' },
  { rights: fileRights, scope: 'files:read', path: () => '/files' },
  { rights: paymentRights, scope: 'admin:read', path: (id) => `/admin/payments/${id}` },
  { rights: refundRights, scope: 'admin:read', path: () => '/admin/refunds' },
  { rights: unmatchedPaymentRights, scope: 'admin:read', path: () => '/admin/payments/unmatched' },
  { rights: reportRights, scope: 'admin:read', path: () => '/admin/reports' },
  { rights: couponRights, scope: 'admin:read', path: () => '/coupons' },
]

const byName: ReadonlyMap<string, Kind> = new Map(listed.map((kind) => [kind.rights.kind, kind]))

export const kindNames: readonly string[] = [...byName.keys()]

/** The rights on the objects of every kind. */
export const allRights: readonly FeedRights[] = listed.map(({ rights }) => rights)

export const acts: readonly string[] = ['created', 'updated', 'deleted']

const typeNames = new Set(kindNames.flatMap((kind) => [kind, ...acts.map((act) => `${kind}.${act}`)]))

/** Returns whether it is a type of changes, or a kind, which stands for its three types. */
export const isKnownType = (type: string) => typeNames.has(type)

/** Returns the path where the object can be read. */
export const getApiPath = (kind: string, id: string, parent: number | null): string =>
  byName.get(kind)?.path(id, parent) ?? '/'

/** Returns the scopes that an API key needs to hear of every kind that a user may see. */
export const listScopes = (isAdmin: boolean): Scope[] =>
  listed.flatMap(({ scope }) => (scope === null || (isAdminScope(scope) && !isAdmin) ? [] : [scope]))

/** Returns the kinds that an API key with the scopes may hear of; null for all. */
export function listKinds(scopes: readonly Scope[] | null): readonly string[] | null {
  if (scopes === null) return null
  return [...byName].flatMap(([name, { scope }]) => (scope === null || scopes.includes(scope) ? [name] : []))
}
