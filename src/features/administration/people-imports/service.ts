import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { type PageQuery, page } from '#core/page.ts'
import { subtractDuration } from '#core/time.ts'
import type { PersonalData } from '#features/feature.ts'
import { stored } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { ensureMayInvite } from '../invitations/service.ts'
import { checkPeopleFile } from './people-file.ts'
import { peopleImportRows, peopleImports } from './queries.ts'
import { type CheckedRow, inviteRow } from './row.ts'
import type { ImportRowQuery, PeopleFile, PeopleImport, PeopleImportRow } from './schemas.ts'

/** Rows of one transaction, each with an account and a mail. */
const batchSize = 50

/** How long the rows of a finished import can be read. */
const keptFor = { days: 30 }

/** Checks a file of people. Unless it is a preview, stores its rows and invites the people in the background. */
export async function importPeople(
  ctx: Context,
  { csv, preview = false, message = '' }: PeopleFile,
): Promise<PeopleImport> {
  const rows = await checkPeopleFile(ctx, csv)
  if (rows.some(({ data, verdict }) => data.role === 'admin' && verdict === 'waiting'))
    await ensureMayInvite(ctx, 'admin')
  if (preview) return presentPreview(ctx, rows)
  return runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const added = await peopleImports.add.one(tx, { created_by: tx.actor.id, message, total: rows.length, now })
    await peopleImportRows.add.all(tx, { rows: rows.map((row) => ({ import_id: added.id, ...toStored(row) })) })
    await addTask(tx, invitePeople, { import_id: added.id })
    describeAuditEvent(tx, {
      object: { kind: 'people_import', id: added.id },
      before: null,
      after: { rows: rows.length },
    })
    return showImport(tx, added.id)
  })
}

/** The background work enrolls people with an account, puts them on rosters and invites them to companies, too. */
const toStored = (row: CheckedRow): CheckedRow =>
  row.verdict === 'existing' && hasWork(row) ? { ...row, verdict: 'waiting', messages: [] } : row

const hasWork = ({ data: { courses, exams = [], company } }: CheckedRow): boolean =>
  courses.length + exams.length > 0 || company !== undefined

function presentPreview(ctx: Context, rows: readonly CheckedRow[]): PeopleImport {
  const count = (verdict: CheckedRow['verdict']) => rows.filter((row) => row.verdict === verdict).length
  return {
    id: null,
    status: 'preview',
    total: rows.length,
    waiting: 0,
    invited: count('waiting'),
    existing: count('existing'),
    refused: count('refused'),
    created_at: null,
    finished_at: null,
    rows: rows.map((row) => presentRow(ctx, row.verdict === 'waiting' ? { ...row, verdict: 'invited' } : row)),
  }
}

const presentRow = (
  { wording }: AnyContext,
  { line, data, verdict, messages, user_id }: CheckedRow,
): PeopleImportRow => ({
  line,
  name: data.name,
  email: data.email,
  role: data.role,
  courses: data.courses,
  exams: data.exams ?? [],
  company: data.company?.text ?? '',
  company_id: data.company?.id ?? null,
  company_role: data.company?.role ?? null,
  verdict,
  messages: messages.map((message) => translate(stored(message), wording)),
  user_id,
})

/** Returns how far the import came. 404 if unknown. */
export async function showImport(ctx: AnyContext, id: number): Promise<PeopleImport> {
  return presentImport(ctx, await peopleImports.byId.one(ctx, { id }))
}

type ImportRow = Awaited<ReturnType<typeof peopleImports.byId.one>>

async function presentImport(
  ctx: AnyContext,
  { id, status, total, created_at, finished_at }: ImportRow,
): Promise<PeopleImport> {
  const counts = { waiting: 0, invited: 0, existing: 0, refused: 0 }
  for (const { verdict, count } of await peopleImportRows.counts.all(ctx, { import_id: id })) counts[verdict] = count
  return { id, status, total, ...counts, created_at, finished_at, rows: [] }
}

export const listImports = (ctx: Context, query: PageQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await peopleImports.all.page(ctx, slice)
    return { rows: await Promise.all(rows.map((row) => presentImport(ctx, row))), total }
  })

export const listImportRows = (ctx: Context, id: number, { verdict, ...paging }: ImportRowQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    await peopleImports.byId.one(ctx, { id })
    const { rows, total } = await peopleImportRows.all.page(ctx, { import_id: id, verdict, ...slice })
    return { rows: rows.map((row) => presentRow(ctx, row)), total }
  })

/** Invites the people of the next rows, and queues itself until none waits. */
export const invitePeople = defineTask<{ import_id: number }>({
  kind: 'invite_people',
  handle: (ctx, { import_id }) =>
    runInTransaction(ctx, async (tx) => {
      const found = await peopleImports.byId.maybe(tx, { id: import_id })
      if (found === null) return
      const rows = await peopleImportRows.next.all(tx, { import_id, most: batchSize })
      for (const row of rows) {
        const decided = await inviteRow(tx, found, row)
        await peopleImportRows.decide.run(tx, { import_id, line: row.line, ...decided })
      }
      if (rows.length === batchSize) await addTask(tx, invitePeople, { import_id })
      else await peopleImports.finish.run(tx, { id: import_id, now: tx.clock.now() })
    }),
})

export const sweepPeopleImports = defineTask<Record<string, never>>({
  kind: 'sweep_people_imports',
  async handle(ctx) {
    const until = subtractDuration(ctx.clock.now(), keptFor)
    await deleteExpired((most) => peopleImports.sweep.run(ctx, { until, most }))
  },
})

export const peopleImportData: Omit<PersonalData, 'name'> = {
  export: (ctx, userId) => peopleImportRows.exportForUser.all(ctx, { user_id: userId }),
  async erase(tx, userId) {
    await peopleImportRows.erase.run(tx, { user_id: userId })
  },
}
