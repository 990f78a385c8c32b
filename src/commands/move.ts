import { type Moved, move } from '#backup/move.ts'
import { readDataLocation } from '#config.ts'
import { OperatorError } from '#core/operator-error.ts'
import { recordIfPossible } from './context.ts'
import { parseOptions, usage } from './usage.ts'

/** Moves rows and files to where the options say, and tells which settings lead there. */
export async function runMove() {
  const { values } = parseOptions({ options: { to: { type: 'string' }, storage: { type: 'string' } } })
  const { to, storage } = values
  if (to === undefined && storage === undefined) throw new OperatorError(`Name --to, --storage, or both.\n\n${usage}`)
  const variables = {
    ...process.env,
    ...(to === undefined ? {} : { DATABASE_URL: to === 'embedded' ? undefined : to }),
    ...(storage === undefined ? {} : { STORAGE: storage }),
  }
  const began = Date.now()
  const moved = await move({
    from: readDataLocation(process.env),
    to: readDataLocation(variables),
    onTable: (name, rows) =>
      rows > 0 && console.log(`${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} of ${name}`),
  })
  console.log(describeMove(moved, Math.round((Date.now() - began) / 1_000)))
  if (to !== undefined)
    console.log(
      to === 'embedded' ? 'Remove DATABASE_URL from the settings.' : 'Set DATABASE_URL to the address of --to.',
    )
  if (storage !== undefined) console.log(`Set STORAGE to ${storage}.`)
  console.log('What was there is as it was; remove it when the service has run well in its new place.')
  const problem = await recordIfPossible('move', { before: null, after: summarize(moved) }, variables)
  if (problem !== null) console.log(`The audit log has no row about it: ${problem}.`)
}

const countRows = ({ tables }: Moved) => (tables ?? []).reduce((sum, { rows }) => sum + rows, 0)

const summarize = (moved: Moved) => ({
  tables: moved.tables?.length ?? 0,
  rows: countRows(moved),
  files: moved.files ?? 0,
})

function describeMove(moved: Moved, seconds: number): string {
  const { tables, files } = moved
  const parts = [
    ...(tables === null
      ? []
      : [`${countRows(moved).toLocaleString('en')} rows of ${tables.length} tables are equal in both databases`]),
    ...(files === null ? [] : [`${files.toLocaleString('en')} files were copied and compared`]),
  ]
  return `${parts.join('; ')} (${seconds} s).`
}
