import type { Context } from '#context.ts'
import { version } from '#core/version.ts'
import type { RequestFigures } from '#http/fast/durations.ts'
import { sizes, waiting } from './figure-queries.ts'
import type { ServiceState, Waiting } from './schemas.ts'
import { describeSettings } from './settings.ts'

/** Returns what waits for an administrator. */
export const countWaiting = async (ctx: Context): Promise<Waiting> => {
  const [counts] = await waiting.counts.inBackground(ctx, { now: ctx.clock.now() })
  return (
    counts ?? {
      open_reports: 0,
      dead_tasks: 0,
      due_tasks: 0,
      waiting_mails: 0,
      failed_mails: 0,
      unpaid_subscriptions: 0,
      failed_refunds: 0,
      suspended_people: 0,
    }
  )
}

interface ServiceFigures {
  requests: RequestFigures
  followers: ServiceState['followers']
}

export async function showService(ctx: Context, { requests, followers }: ServiceFigures): Promise<ServiceState> {
  const [[database], [files]] = await Promise.all([
    sizes.database.inBackground(ctx, {}),
    sizes.files.inBackground(ctx, {}),
  ])
  return {
    version,
    node: process.version,
    environment: ctx.config.environment,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    database: { engine: ctx.db.engine, bytes: database?.bytes ?? 0 },
    storage: { kind: ctx.config.s3 === null ? 'folder' : 's3', files: files?.files ?? 0, bytes: files?.bytes ?? 0 },
    requests,
    followers: followers.map(({ name, lag_rows, lag_seconds, failures, is_building }) => ({
      name,
      lag_rows,
      lag_seconds,
      failures,
      is_building,
    })),
    settings: describeSettings(ctx.config, ctx.wording),
  }
}
