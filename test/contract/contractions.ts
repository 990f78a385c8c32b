/** What a migration takes away from instances of the last release that run beside the new version. */

/** Returns whether the statement is part of a rebuild on PostgreSQL, which restricts no more than before unless its migration says so. */
function isRebuild(statement: string, all: readonly string[]): boolean {
  const [, table, column] = /^alter table "(\w+)" alter column "(\w+)" set not null$/.exec(statement) ?? []
  const first =
    column === undefined ? statement : `alter table "${table}" drop constraint if exists "${table}_${column}_check"`
  return / drop constraint if exists "\w+"$/.test(first) && all.includes(first)
}

/** Returns whether a unique index restricts only rows with a value in a nullable column that the migration adds, or replaces one of more rows. */
function isUniqueForNew(statement: string, all: readonly string[]): boolean {
  const [, name, table, columns = '', condition = ''] =
    /^create unique index "(\w+)" on "(\w+)" \((.*?)\)(?: where (.*))?$/.exec(statement) ?? []
  const isAdded = (column: string) =>
    all.some((one) => one.startsWith(`alter table "${table}" add column "${column}"`) && !one.includes('not null'))
  if (columns.split(', ').some((column) => isAdded(column.replaceAll('"', '')))) return true
  const [, kept = ''] = /^(\w+) is null and /.exec(condition) ?? []
  return all.includes(`drop index if exists "${name}"`) && isAdded(kept)
}

/** Returns the statements that an instance of the last release could stumble over while it runs. */
export function findContractions(statements: readonly string[]): string[] {
  const isNew = (table: string) => statements.some((one) => one.startsWith(`create table "${table}"`))
  return statements.filter((one) => {
    const [, indexed] = /^create unique index \S+ on "(\w+)"/.exec(one) ?? []
    const isRequired = / add column .* not null/.test(one) && !one.includes(' default ')
    const takesAway = /\b(drop (table|column|constraint)|rename (to|column)|set not null)\b/i.test(one)
    if (isRebuild(one, statements) || isUniqueForNew(one, statements)) return false
    return takesAway || isRequired || (indexed !== undefined && !isNew(indexed))
  })
}
