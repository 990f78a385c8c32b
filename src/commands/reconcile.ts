import { createGateways } from '#adapters/payments/gateways.ts'
import type { Config } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { toDate } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { type Comparison, compareWithGateways } from '#features/payments/index.ts'
import { formatMoney } from '#language/formats.ts'
import type { Localizer } from '#language/wording.ts'
import { createGatewayStore } from '#platform/gateway-store.ts'
import { openDatabase } from '#service/open-database.ts'
import { createCommandContext, recordCommand } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/**
 * Compares the reports of the gateways with the payments of some days (UTC), and records the differences; with any, or when a gateway could not be
 * compared, the exit code is 1.
 */
export async function runReconcile(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { stdout } = invocation
  const { values } = parseOptions(invocation, { options: { from: { type: 'string' }, to: { type: 'string' } } })
  const db = await openDatabase(config)
  try {
    const ctx = await createCommandContext(config, db, 'reconcile')
    const yesterday = toDate(subtractDuration(ctx.clock.now(), { days: 1 }))
    const first = parseDay(values.from ?? yesterday)
    const last = parseDay(values.to ?? values.from ?? yesterday)
    if (last < first) throw new OperatorError('--to is before --from.')
    const payments = await createGateways(config, ctx.clock, createGatewayStore(ctx))
    await recordCommand(config, db, 'reconcile', { after: { from: toDate(first), to: toDate(last) } })
    const period = { from: first, to: addDuration(last, { days: 1 }) }
    const compared = await compareWithGateways({ ...ctx, payments, auditEvent: null }, period)
    for (const line of compared.flatMap((one) => describeComparison(one, ctx.wording))) printLine(stdout, line)
    return compared.some(({ differences, failure }) => differences.length > 0 || failure !== null) ? 1 : 0
  } finally {
    await db.close()
  }
}

function parseDay(day: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN
  if (Number.isNaN(moment)) throw new OperatorError(`A day is written like 2026-11-20.\n\n${usage}`)
  return new Date(moment).toISOString()
}

function describeComparison({ gateway, totals, differences, failure }: Comparison, wording: Localizer): string[] {
  if (failure !== null && totals.length === 0) return [`${gateway}: not compared. ${failure}`]
  const show = (amount: number | null, currency: string | null, missing = 'no list') =>
    amount === null || currency === null ? missing : formatMoney(amount, currency, wording)
  return [
    ...(failure === null ? [] : [`${gateway}: not all was compared. ${failure}`]),
    `${gateway}: ${differences.length === 0 ? 'no differences' : `${differences.length} difference${differences.length === 1 ? '' : 's'}`}`,
    ...totals.flatMap(({ currency, paid_here, paid_there, refunded_here, refunded_there }) => [
      `  paid      here ${show(paid_here, currency)}, there ${show(paid_there, currency)}`,
      `  refunded  here ${show(refunded_here, currency)}, there ${show(refunded_there, currency)}`,
    ]),
    ...differences.map(({ kind, problem, reference, charge_id, amount_here, amount_there, currency, occurred_at }) =>
      [
        `  ${occurred_at}  ${kind} ${reference}: ${problem.replace('_', ' ')},`,
        `here ${show(amount_here, currency, 'nothing')},`,
        `there ${show(amount_there, currency, 'not said')}`,
        charge_id === null ? '' : `(payment ${charge_id})`,
      ]
        .join(' ')
        .trimEnd(),
    ),
  ]
}
