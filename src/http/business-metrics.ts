/** The metrics of what people do and pay, from counts that all instances share. */

import type { Context } from '#context.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { fromMinorUnits } from '#core/money.ts'
import { readFigureTotals } from '#platform/figures.ts'

interface Metric {
  readonly name: string
  readonly help: string
  /** The name of the figure, or what its names begin with. */
  readonly figure: string
  readonly labels?: readonly string[]
  /** Whether the values are amounts in minor units of the currency in the label. */
  readonly isMoney?: true
}

const metrics: readonly Metric[] = [
  { name: 'business_sign_ups_total', help: 'New accounts.', figure: 'sign_ups' },
  {
    name: 'business_sign_ins_total',
    help: 'Sign-ins, by what the person signed in with and what came of it.',
    figure: 'sign_ins.',
    labels: ['method', 'outcome'],
  },
  {
    name: 'business_mails_total',
    help: 'Mails that a mail server took or refused, or that were canceled.',
    figure: 'mails.',
    labels: ['outcome'],
  },
  { name: 'business_applications_total', help: 'Applications for jobs.', figure: 'applications' },
  { name: 'business_enrollments_total', help: 'Enrollments in courses.', figure: 'enrollments' },
  { name: 'business_exam_attempts_total', help: 'Exams that were begun.', figure: 'attempts' },
  { name: 'business_certificates_total', help: 'Certificates that were issued.', figure: 'certificates' },
  {
    name: 'business_payments_total',
    help: 'Payments whose outcome is known, by gateway.',
    figure: 'payments.',
    labels: ['gateway', 'outcome'],
  },
  {
    name: 'business_money_received_total',
    help: 'Money that was received, before refunds, in units of the currency.',
    figure: 'received.',
    labels: ['currency'],
    isMoney: true,
  },
  {
    name: 'business_money_refunded_total',
    help: 'Money that was returned, in units of the currency.',
    figure: 'refunded.',
    labels: ['currency'],
    isMoney: true,
  },
]

/** Returns the metrics in the text format of Prometheus; empty without the database, which `/health/ready` reports. */
export async function renderBusinessMetrics(platform: Pick<Context, 'db'>): Promise<string> {
  const totals = await readFigureTotals(platform).catch(ignoreError('metrics', null))
  if (totals === null) return ''
  return metrics.flatMap((metric) => renderMetric(metric, totals)).join('\n')
}

function renderMetric({ name, help, figure, labels, isMoney }: Metric, totals: ReadonlyMap<string, number>): string[] {
  const about = [`# HELP ${name} ${help}`, `# TYPE ${name} counter`]
  if (labels === undefined) return [...about, `${name} ${totals.get(figure) ?? 0}`]
  const series = [...totals].filter(([one]) => one.startsWith(figure)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...about,
    ...series.map(([one, total]) => {
      const values = splitValues(one.slice(figure.length), labels.length)
      const written = labels.map((label, index) => `${label}="${escapeValue(values[index] ?? '')}"`)
      return `${name}{${written.join(',')}} ${isMoney ? fromMinorUnits(total, values[0] ?? '') : total}`
    }),
  ]
}

/** Splits the values of labels; only the first of them may contain a dot. */
function splitValues(text: string, count: number): string[] {
  const parts = text.split('.')
  return [parts.slice(0, parts.length - count + 1).join('.'), ...parts.slice(parts.length - count + 1)]
}

const escapeValue = (value: string): string =>
  value.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`).replaceAll('\n', String.raw`\n`)
