/** Reads the rows of a file of people and decides which can be invited. */

import type { AnyContext, Context } from '#context.ts'
import { createPacer } from '#core/pacer.ts'
import { findOpenCourses } from '#features/courses/index.ts'
import { findExams } from '#features/exams/index.ts'
import { findUserIdsByEmail } from '#features/users/index.ts'
import { type CsvFieldRow, readCsvField } from '#http/csv-field.ts'
import { createReader } from '#http/validation.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { translateToEnglish } from '#language/translation.ts'
import { checkCompanies, decideMemberships } from './companies.ts'
import type { CheckedRow } from './row.ts'
import { ImportedPerson, maxRows } from './schemas.ts'

const required = ['name', 'email']
const columns = [...required, 'role', 'locale', 'courses', 'exams', 'company', 'company_role']

/** Reads a row like the body of a request, so that the same values are accepted with the same messages. */
const readPerson = createReader(ImportedPerson)

/** Returns every row with its verdict. Rows that can be invited wait. 422 if the text is no table of people. */
export async function checkPeopleFile(ctx: Context, text: string): Promise<CheckedRow[]> {
  const table = await readCsvField(text, { required, known: columns, maxRows }, ctx.actor.id)
  const rows: CheckedRow[] = []
  const pace = createPacer()
  for (const row of table.rows) {
    await pace()
    rows.push(checkRow(row, ctx.wording.locale))
  }
  await refuseUnknownCourses(ctx, rows)
  await refuseUnknownExams(ctx, rows)
  await checkCompanies(ctx, rows)
  refuseDuplicates(rows)
  await markExisting(ctx, rows)
  await decideMemberships(ctx, rows)
  return rows
}

const roleWithoutCompany: Sentence = 'The row has a role in a company, and no company.'

/** The words of roles in a file begin with a capital letter, or have no others. */
const toCode = (text: string | undefined) => text?.toLowerCase()

function checkRow({ line, values, faults }: CsvFieldRow, locale: string): CheckedRow {
  const { value, sentences } = readPerson({
    ...values,
    role: toCode(values.role),
    company_role: toCode(values.company_role),
  })
  const isAstray = value?.company_role !== undefined && value.company === undefined
  const reasons = faults.length > 0 ? faults : isAstray ? [roleWithoutCompany] : sentences
  const row = { line, messages: reasons.map((one) => translateToEnglish(one)), user_id: null }
  if (value === null || reasons.length > 0) {
    const [name, email] = [(values.name ?? '').slice(0, 255), (values.email ?? '').slice(0, 254)]
    return { ...row, data: { name, email, role: 'learner', locale, courses: [], exams: [] }, verdict: 'refused' }
  }
  const { name, email, role = 'learner', locale: own = locale, courses = '', exams = '' } = value
  const lists = { courses: parseIds(courses), exams: parseIds(exams) }
  return { ...row, data: { name, email, role, locale: own, ...lists, ...toCompany(value) }, verdict: 'waiting' }
}

const toCompany = ({ company, company_role = 'recruiter' }: ImportedPerson) =>
  company === undefined ? {} : { company: { text: company, id: null, role: company_role } }

const parseIds = (text: string): number[] => [...new Set(text.match(/\d+/g)?.map(Number) ?? [])]

/** Refuses rows that name a course that is not published. */
async function refuseUnknownCourses(ctx: AnyContext, rows: CheckedRow[]): Promise<void> {
  const waiting = rows.filter(({ verdict, data }) => verdict === 'waiting' && data.courses.length > 0)
  if (waiting.length === 0) return
  const open = await findOpenCourses(ctx, [...new Set(waiting.flatMap(({ data }) => data.courses))])
  for (const row of waiting) {
    const unknown = row.data.courses.filter((id) => !open.has(id))
    const sentences = unknown.map((id) => fill('There is no published course {id}.', { id: String(id) }))
    if (unknown.length === 0) continue
    Object.assign(row, { verdict: 'refused', messages: sentences.map((one) => translateToEnglish(one)) })
  }
}

/** Refuses rows that name an exam that does not exist. */
async function refuseUnknownExams(ctx: AnyContext, rows: CheckedRow[]): Promise<void> {
  const waiting = rows.filter(({ verdict, data }) => verdict === 'waiting' && (data.exams ?? []).length > 0)
  if (waiting.length === 0) return
  const existing = await findExams(ctx, [...new Set(waiting.flatMap(({ data }) => data.exams ?? []))])
  for (const row of waiting) {
    const unknown = (row.data.exams ?? []).filter((id) => !existing.has(id))
    const messages = unknown.map((id) => translateToEnglish(fill('There is no exam {id}.', { id: String(id) })))
    if (unknown.length > 0) Object.assign(row, { verdict: 'refused', messages })
  }
}

const duplicate: Sentence = 'An earlier row of the file has the same address.'

/** The first row with an address counts. */
function refuseDuplicates(rows: CheckedRow[]): void {
  const seen = new Set<string>()
  for (const row of rows.filter(({ verdict }) => verdict === 'waiting')) {
    if (seen.has(row.data.email)) Object.assign(row, { verdict: 'refused', messages: [translateToEnglish(duplicate)] })
    seen.add(row.data.email)
  }
}

async function markExisting(ctx: AnyContext, rows: CheckedRow[]): Promise<void> {
  const waiting = rows.filter(({ verdict }) => verdict === 'waiting')
  const known = await findUserIdsByEmail(
    ctx,
    waiting.map(({ data }) => data.email),
  )
  for (const row of waiting) {
    const userId = known.get(row.data.email)
    if (userId !== undefined) Object.assign(row, { verdict: 'existing', user_id: userId })
  }
}
