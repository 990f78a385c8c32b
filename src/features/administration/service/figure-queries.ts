import { sql } from 'kysely'
import { perEngine, textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

const dayOf = (column: string) =>
  perEngine<string>({
    sqlite: sql`substr(${sql.ref(column)}, 1, 10)`,
    postgres: sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`,
  })

const count = sql<number>`count(*)`

export const figures = {
  stored: prepare((q, p: { from: string }) =>
    q.selectFrom('daily_figures').select(['day', 'name', 'value']).where('day', '>=', p.from).orderBy('day'),
  ),

  newestDay: prepare((q) => q.selectFrom('daily_figures').select('day').orderBy('day', 'desc').limit(1)),

  firstActivity: prepare((q) => q.selectFrom('activity_log').select('created_at').orderBy('created_at').limit(1)),

  /** What people did on each day of a range, by the kind of activity. */
  activity: prepare((q, p: { from: string; until: string; types: string[] }) =>
    q
      .selectFrom('activity_log')
      .select([dayOf('created_at').as('day'), 'activity_type as name', count.as('value')])
      .where('created_at', '>=', p.from)
      .where('created_at', '<', p.until)
      .where('activity_type', 'in', textList(p.types))
      .groupBy([dayOf('created_at'), 'activity_type']),
  ),

  active: prepare((q, p: { from: string; until: string }) =>
    q
      .selectFrom('activity_log')
      .select([dayOf('created_at').as('day'), sql<number>`count(distinct user_id)`.as('value')])
      .where('created_at', '>=', p.from)
      .where('created_at', '<', p.until)
      .groupBy(dayOf('created_at')),
  ),

  received: prepare((q, p: { from: string; until: string }) =>
    q
      .selectFrom('invoices')
      .select([
        perEngine<string>({ sqlite: sql`"date"`, postgres: sql`to_char("date", 'YYYY-MM-DD')` }).as('day'),
        'currency',
        sql<number>`cast(sum(amount) as bigint)`.as('value'),
      ])
      .where('date', '>=', p.from)
      .where('date', '<', p.until)
      .groupBy(['date', 'currency']),
  ),

  store: prepare((q, p: { day: string; name: string; value: number }) =>
    q
      .insertInto('daily_figures')
      .values({ day: p.day, name: p.name, value: p.value })
      .onConflict((conflict) => conflict.columns(['day', 'name']).doUpdateSet({ value: p.value })),
  ),
}

/** What waits for an administrator. */
export const waiting = {
  counts: prepare((q, p: { now: string }) =>
    q.selectNoFrom([
      sql<number>`(select count(*) from reports where decided_at is null)`.as('open_reports'),
      sql<number>`(select count(*) from tasks where dead_at is not null)`.as('dead_tasks'),
      sql<number>`(select count(*) from tasks where dead_at is null and run_at <= ${p.now})`.as('due_tasks'),
      sql<number>`(select count(*) from mails where sent_at is null and failed_at is null and canceled_at is null)`.as(
        'waiting_mails',
      ),
      sql<number>`(select count(*) from mails where failed_at is not null)`.as('failed_mails'),
      sql<number>`(select count(*) from subscriptions where state = 'past_due')`.as('unpaid_subscriptions'),
      sql<number>`(select count(*) from refunds where status = 'failed' and closed_at is null)`.as('failed_refunds'),
      sql<number>`(select count(*) from users where suspended_at is not null)`.as('suspended_people'),
    ]),
  ),
}

export const sizes = {
  database: prepare((q) =>
    q.selectNoFrom(
      perEngine<number>({
        sqlite: sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
        postgres: sql`pg_database_size(current_database())`,
      }).as('bytes'),
    ),
  ),

  files: prepare((q) =>
    q
      .selectFrom('files')
      .select([count.as('files'), sql<number>`cast(coalesce(sum("size"), 0) as bigint)`.as('bytes')]),
  ),
}
