/** Writes the rows of a service with an embedded database as the files that `npm run import` reads. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { importTables } from '#import/import.ts'
import type { ImportTable } from '#import/table.ts'
import type { Client } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: The rows of any table are read.
type Row = Record<string, any>
type Read = (statement: string, ...values: number[]) => Row[]

/** Columns that have another name in the database. */
const stored: Record<string, Record<string, string>> = {
  users: { password: 'password_hash' },
  exam_roster_entries: { exam_id: 'object_id' },
  course_roster_entries: { course_id: 'object_id' },
}

/** Columns with paths of files, which the database has as ids. */
const filesOf: Record<string, string> = {
  logo: 'logo_file_id',
  resume: 'resume_id',
  scope_document: 'scope_document_id',
  file: 'file_id',
}

/** Columns that another table has. */
const others: Record<string, (row: Row, read: Read) => Row> = {
  exam_attempts: (row, read) => ({ ...row, ...readAttempt(row, read) }),
  interviews: (row, read) => ({
    ...row,
    interview_date: row.interview_date.slice(0, 10),
    interviewer_ids: read('select user_id from interviewers where interview_id = ?', row.id).map(
      ({ user_id }) => user_id,
    ),
  }),
  application_messages: (row, read) => ({
    ...row,
    files: read(
      'select key from files join message_files on file_id = files.id where message_id = ? order by file_id',
      row.id,
    ).map(({ key }) => key),
  }),
  notifications: (row, read) => {
    const [{ data = '{}' } = {}] = read('select data from notifications where id = ?', row.id)
    const { url = '', action } = JSON.parse(data)
    return { ...row, url, ...(action !== undefined && { action }) }
  },
  charges: (row, read) => {
    const [{ purpose = '', details = '{}' } = {}] = read('select purpose, details from charges where id = ?', row.id)
    const { kind, plan_id, course_id, exam_id, company_id, coupon_code, subscription_id, payment_method_id, value } =
      JSON.parse(details)
    const order = { plan_id, course_id, exam_id, company_id, coupon_code, subscription_id, payment_method_id, value }
    return { ...row, ...order, ...(purpose === 'subscription' && { kind }) }
  },
  exam_accommodations: toFactor('exam_accommodations'),
  user_accommodations: toFactor('user_accommodations'),
}

function toFactor(table: string): (row: Row, read: Read) => Row {
  const key = table === 'user_accommodations' ? 'user_id' : 'id'
  return (row, read) => {
    const [found] = read(`select factor_percent from ${table} where ${key} = ?`, row[key])
    return { ...row, factor: (found?.factor_percent ?? 100) / 100 }
  }
}

/** Files are answered by their ids, and imported by their paths. */
const toPaths = (value: unknown, read: Read) =>
  Array.isArray(value) && typeof value[0] === 'number'
    ? value.flatMap((id) => read('select key from files where id = ?', id).map(({ key }) => key))
    : value

function readAttempt({ id }: Row, read: Read): Row {
  const [attempt = {}] = read('select paper from exam_attempts where id = ?', id)
  const [sheet = { answers: '{}', saved_at: undefined }] = read(
    'select answers, saved_at from exam_answer_sheets where attempt_id = ?',
    id,
  )
  const isPairs = (value: unknown) => Array.isArray(value) && Array.isArray(value[0])
  const grades = read('select * from exam_grades where attempt_id = ?', id).map((grade) => ({
    id: grade.id,
    question_id: grade.question_id,
    points: grade.points_hundredths === null ? null : grade.points_hundredths / 100,
    rubric: JSON.parse(grade.rubric),
    comment: grade.comment,
    grader_id: grade.grader_id,
    graded_at: grade.graded_at,
  }))
  return {
    ...(sheet.saved_at !== undefined && { saved_at: sheet.saved_at }),
    questions: JSON.parse(attempt.paper).map(({ version_id: _, ...place }: Row) => place),
    answers: Object.fromEntries(
      Object.entries(JSON.parse(sheet.answers)).map(([name, value]) => [
        name,
        isPairs(value) ? Object.fromEntries(value as [string, string][]) : toPaths(value, read),
      ]),
    ),
    grades,
  }
}

/** The rows that the import has a place for: neither attempts and payments that go on, nor places that wait for a proof. */
const without: Record<string, string> = {
  exam_attempts: "status <> 'in_progress'",
  job_applications: 'candidate_number is not null',
  charges: "status <> 'pending'",
  refunds: "status <> 'pending'",
  lessons: 'removed_at is null',
}

function readRows({ name, columns, stored: types }: ImportTable, read: Read): Row[] {
  const known = new Set(read(`select name from pragma_table_info('${name}')`).map((row) => row.name))
  const selected = Object.keys(columns).flatMap((column) => {
    const file = filesOf[column]
    const own = stored[name]?.[column] ?? (known.has(column) || column !== 'order' ? column : 'position')
    if (file !== undefined && known.has(file))
      return [`(select key from files where files.id = "${name}"."${file}") as "${column}"`]
    return known.has(own) ? [`"${own}" as "${column}"`] : []
  })
  const rows = read(`select ${selected.join(', ')} from "${name}" where ${without[name] ?? 'true'} order by 1`)
  return rows.map((row) => {
    for (const [column, type] of Object.entries(types))
      if (type === 'json' && typeof row[column] === 'string') row[column] = JSON.parse(row[column])
    return others[name]?.(row, read) ?? row
  })
}

const ofExams =
  'type question options pairs correct_answer points tolerance explanation option_feedback max_words rubric'

/** Reads the questions as their authors see them, because the database has the answers in another form. */
async function readQuestions(admin: Client, ids: readonly number[], object: 'exam_id' | 'bank_id'): Promise<Row[]> {
  const rows: Row[] = []
  const names = [...ofExams.split(' '), ...(object === 'bank_id' ? ['tags', 'difficulty'] : [])]
  for (const id of ids) {
    const path = object === 'exam_id' ? `/exams/${id}/questions` : `/question-banks/${id}/questions?limit=100`
    const { data } = await admin.get(path)
    for (const [order, question] of data.entries())
      rows.push({
        id: question.id,
        [object]: id,
        order: order + 1,
        ...Object.fromEntries(
          names.flatMap((name) =>
            question[name] === undefined || question[name] === null ? [] : [[name, question[name]]],
          ),
        ),
      })
  }
  return rows
}

/** Writes all tables of the import, but sessions, to the folder. */
export async function exportRows(dataDir: string, admin: Client, folder: string): Promise<void> {
  const db = new DatabaseSync(join(dataDir, 'platform.db'), { readOnly: true })
  const read: Read = (statement, ...values) =>
    db
      .prepare(statement)
      .all(...values)
      .map((row) => ({ ...row }))
  const listIds = (table: string) => read(`select id from ${table} order by id`).map(({ id }): number => id)
  for (const table of importTables) {
    if (table.name === 'access_tokens') continue
    const rows =
      table.name === 'files'
        ? await copyFiles(read, dataDir, folder)
        : table.name === 'exam_questions'
          ? await readQuestions(admin, listIds('exams'), 'exam_id')
          : table.name === 'bank_questions'
            ? await readQuestions(admin, listIds('question_banks'), 'bank_id')
            : readRows(table, read)
    if (rows.length > 0)
      await writeFile(join(folder, `${table.name}.ndjson`), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  }
  db.close()
}

async function copyFiles(read: Read, dataDir: string, folder: string): Promise<Row[]> {
  const rows = read('select key, user_id, purpose, filename, uploaded_at from files order by id')
  for (const { key } of rows) {
    const copy = join(folder, 'files', key)
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(join(dataDir, 'files', key), copy)
  }
  return rows.map(({ key, ...row }) => ({ path: key, ...row }))
}
