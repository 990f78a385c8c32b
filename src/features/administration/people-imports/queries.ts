import { prepareBulkInsert } from '#database/query/bulk.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { RowVerdict } from '#database/tables/invitations.ts'

const columns = ['id', 'created_by', 'status', 'message', 'total', 'created_at', 'finished_at'] as const
const rowColumns = ['line', 'data', 'verdict', 'messages', 'user_id'] as const

export const peopleImports = {
  add: prepare((q, p: { created_by: number; message: string; total: number; now: string }) =>
    q
      .insertInto('people_imports')
      .values({
        created_by: p.created_by,
        status: 'running',
        message: p.message,
        total: p.total,
        created_at: p.now,
        finished_at: null,
      })
      .returning(columns),
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('people_imports').select(columns).where('id', '=', p.id)),

  all: prepareList((q, _: object) => q.selectFrom('people_imports').select(columns).orderBy('id', 'desc')),

  finish: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('people_imports')
      .set({ status: 'finished', finished_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'running'),
  ),

  sweep: prepare((q, p: { until: string; most: number }) => {
    const old = q.selectFrom('people_imports').select('id').where('finished_at', '<=', p.until)
    return q.deleteFrom('people_imports').where('id', 'in', old.orderBy('finished_at').limit(p.most))
  }),
}

export const peopleImportRows = {
  add: prepareBulkInsert(
    'people_import_rows',
    { import_id: 'integer', line: 'integer', data: 'json', verdict: 'text', messages: 'json', user_id: 'integer' },
    ['line'],
  ),

  next: prepare((q, p: { import_id: number; most: number }) =>
    q
      .selectFrom('people_import_rows')
      .select(rowColumns)
      .where('import_id', '=', p.import_id)
      .where('verdict', '=', 'waiting')
      .orderBy('line')
      .limit(p.most),
  ),

  decide: prepare(
    (q, p: { import_id: number; line: number; verdict: RowVerdict; messages: string[]; user_id: number | null }) =>
      q
        .updateTable('people_import_rows')
        .set({ verdict: p.verdict, messages: p.messages, user_id: p.user_id })
        .where('import_id', '=', p.import_id)
        .where('line', '=', p.line),
  ),

  counts: prepare((q, p: { import_id: number }) =>
    q
      .selectFrom('people_import_rows')
      .select(['verdict', (e) => e.fn.countAll<number>().as('count')])
      .where('import_id', '=', p.import_id)
      .groupBy('verdict'),
  ),

  all: prepareList(
    (q, p: { import_id: number; verdict?: RowVerdict | undefined }) => {
      const rows = q
        .selectFrom('people_import_rows')
        .select(rowColumns)
        .where('import_id', '=', p.import_id)
        .orderBy('line')
      return p.verdict === undefined ? rows : rows.where('verdict', '=', p.verdict)
    },
    { optional: ['verdict'] },
  ),

  exportForUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('people_import_rows')
      .select(['import_id', 'line', 'data', 'verdict'])
      .where('user_id', '=', p.user_id)
      .orderBy('import_id')
      .orderBy('line'),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('people_import_rows').where('user_id', '=', p.user_id)),
}
