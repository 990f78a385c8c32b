import { type MoveResult, move } from '#backup/move.ts'
import { readDataLocation } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { formatNumber } from '#language/formats.ts'
import { english } from '#language/wording.ts'
import { recordIfPossible } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseOptions, usage } from './usage.ts'

/** Moves rows and files to where the options say, and tells which settings lead there. */
export async function runMove(invocation: Invocation): Promise<ExitCode> {
  const { env, stdout } = invocation
  const { values } = parseOptions(invocation, { options: { to: { type: 'string' }, storage: { type: 'string' } } })
  const { to, storage } = values
  if (to === undefined && storage === undefined) throw new OperatorError(`Name --to, --storage, or both.\n\n${usage}`)
  const variables = {
    ...env,
    ...(to === undefined ? {} : { DATABASE_URL: to === 'embedded' ? undefined : to }),
    ...(storage === undefined ? {} : { STORAGE: storage }),
  }
  const began = Date.now()
  const moved = await move({
    from: readDataLocation(env),
    to: readDataLocation(variables),
    onTable: (name, rows) =>
      rows > 0 && printLine(stdout, `${formatNumber(rows, english)} ${rows === 1 ? 'row' : 'rows'} of ${name}`),
  })
  printLine(stdout, describeMove(moved, Math.round((Date.now() - began) / 1_000)))
  if (to !== undefined)
    printLine(
      stdout,
      to === 'embedded' ? 'Remove DATABASE_URL from the settings.' : 'Set DATABASE_URL to the address of --to.',
    )
  if (storage !== undefined) printLine(stdout, `Set STORAGE to ${storage}.`)
  printLine(stdout, 'What was there is as it was; remove it when the service has run well in its new place.')
  const problem = await recordIfPossible('move', { before: null, after: summarize(moved) }, variables)
  if (problem !== null) printLine(stdout, `The audit log has no row about it: ${problem}.`)
  return 0
}

const countRows = ({ tables }: MoveResult) => (tables ?? []).reduce((sum, { rows }) => sum + rows, 0)

const summarize = (moved: MoveResult) => ({
  tables: moved.tables?.length ?? 0,
  rows: countRows(moved),
  files: moved.files ?? 0,
})

function describeMove(moved: MoveResult, seconds: number): string {
  const { tables, files } = moved
  const parts = [
    ...(tables === null
      ? []
      : [`${formatNumber(countRows(moved), english)} rows of ${tables.length} tables are equal in both databases`]),
    ...(files === null ? [] : [`${formatNumber(files, english)} files were copied and compared`]),
  ]
  return `${parts.join('; ')} (${seconds} s).`
}
