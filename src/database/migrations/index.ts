/** All migrations in their order. Append only: a released migration never changes. */

import { importedRows } from './0098-imported-rows.ts'
import { namesOfInstitutions } from './0101-names-of-institutions.ts'
import { journal } from './0102-journal.ts'
import { forwardIndex } from './0103-forward-index.ts'
import { placesOfJobPosts } from './0109-places-of-job-posts.ts'
import { indexesOfReferences } from './0110-indexes-of-references.ts'
import { seenFollowers } from './0112-seen-followers.ts'
import { paymentsNotCompared } from './0114-payments-not-compared.ts'
import { reportsNotCompared } from './0115-reports-not-compared.ts'
import { dueLessons } from './0120-due-lessons.ts'
import { wordsOfCompanies } from './0121-words-of-companies.ts'
import { baseline } from './baseline/index.ts'
import type { Migration } from './schema.ts'

export const migrations: readonly Migration[] = [
  baseline,
  importedRows,
  namesOfInstitutions,
  journal,
  forwardIndex,
  placesOfJobPosts,
  indexesOfReferences,
  seenFollowers,
  paymentsNotCompared,
  reportsNotCompared,
  dueLessons,
  wordsOfCompanies,
]

/** Returns whether a migration is the former name of a part of another one. */
export const isReplaced = (name: string, all = migrations): boolean =>
  all.some((migration) => migration.replaces !== undefined && name < migration.name)
