/** What the pages of a job post say about it in a few words. */

import { type Html, isolateDirections } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDay, formatMoneyRange } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { JobPost } from './contract.ts'
import type { Writer } from './writer.ts'

export type JobFacts = Pick<
  JobPost,
  'employment_type' | 'remote' | 'salary_min' | 'salary_max' | 'currency' | 'skills' | 'deadline' | 'created_at'
>

export const employmentNames: Record<JobFacts['employment_type'], PlainTemplate> = {
  full_time: 'Full time',
  part_time: 'Part time',
  contract: 'Contract',
  internship: 'Internship',
  fellowship: 'Fellowship',
}

/** Returns the range of the salary; empty when the post names none. */
export function formatSalary(
  { salary_min, salary_max, currency }: Pick<JobFacts, 'salary_min' | 'salary_max' | 'currency'>,
  { wording }: Pick<Writer, 'wording'>,
): string {
  if (currency === '') return ''
  const amounts = [salary_min, salary_max].filter((units) => units > 0)
  return formatMoneyRange(
    amounts.map((units) => toMinorUnits(units, currency)),
    currency,
    wording,
  )
}

/** Returns the names and values of the facts that the post has. */
export function listJobFacts(post: JobFacts, writer: Writer): [PlainTemplate, Html | string][] {
  const { write, wording } = writer
  const { employment_type, remote, skills, deadline, created_at } = post
  const facts: [PlainTemplate, Html | string][] = [
    ['Employment', write(employmentNames[employment_type])],
    ['Remote work', remote ? write('Yes') : ''],
    ['Salary per year', formatSalary(post, writer)],
    ['Skills', skills.length === 0 ? '' : isolateDirections(skills, ', ')],
    ['Posted on', formatDay(created_at, wording)],
    ['Apply until', deadline === null ? '' : formatDay(deadline, wording)],
  ]
  return facts.filter(([, value]) => value !== '')
}
