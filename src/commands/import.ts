import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#config.ts'
import type { Context } from '#context.ts'
import { runInTransaction } from '#context.ts'
import { OperatorError } from '#core/operator-error.ts'
import type { Database } from '#database/database.ts'
import { refreshAllProofs } from '#features/evidence/index.ts'
import { rebuildSearchIndex } from '#features/search-index/index.ts'
import { type Finish, type ImportOptions, importFolder } from '#import/import.ts'
import { readJournal } from '#platform/followers/read-journal.ts'
import { openDatabase } from '#service/open-database.ts'
import { followers } from '#service.ts'
import { createCommandContext } from './context.ts'
import { type ExitCode, type Invocation, printLine } from './invocation.ts'
import { parseFolder, parseOptions } from './usage.ts'

const finish: Finish = {
  rebuild_search: async (ctx) => void (await rebuildSearchIndex(ctx)),
  refresh_proofs: (ctx) => runInTransaction(ctx, refreshAllProofs),
}

/** Imports the rows and files of another system, or says what an import would do. */
export async function runImport(config: Config, invocation: Invocation): Promise<ExitCode> {
  const { values, positionals } = parseOptions(invocation, {
    options: { 'dry-run': { type: 'boolean', default: false }, merge: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const folder = resolve(parseFolder(positionals))
  if (!existsSync(folder)) throw new OperatorError(`There is no folder ${folder}.`)
  const options: ImportOptions = {
    folder,
    // A trial leaves alone what an interrupted import goes on with.
    refusedFolder: values['dry-run'] ? 'refused-dry-run' : 'refused',
    merge: values.merge,
    onProgress: createReporter(invocation),
    onTable: ({ file, imported, kept, refused }, elapsedMs) => {
      const seconds = Math.round(elapsedMs / 1_000)
      printLine(invocation.stdout, `${file}: ${imported} imported, ${kept} kept, ${refused} refused (${seconds} s)`)
    },
  }
  const db = await openDatabase(config)
  try {
    const ctx = await createCommandContext(config, db, 'import')
    const began = performance.now()
    const totals = values['dry-run']
      ? await tryImport(ctx, invocation, options)
      : await importFolder(ctx, options, finish)
    // The indexes of searches and the feed have the rows when it ends, so that the service does not begin with so much to do.
    if (!values['dry-run']) await readJournal(ctx, followers)
    if (totals.length === 0) throw new OperatorError(`${folder} has no file like users.ndjson.`)
    const refused = totals.reduce((sum, total) => sum + total.refused, 0)
    if (refused > 0)
      printLine(invocation.stdout, `${join(folder, options.refusedFolder)} has the refused rows, each with its reason.`)
    const seconds = Math.round((performance.now() - began) / 1_000)
    printLine(invocation.stdout, values['dry-run'] ? `Nothing was stored (${seconds} s).` : `Done (${seconds} s).`)
    return refused > 0 ? 1 : 0
  } finally {
    await db.close()
  }
}

/** Imports into an empty database and storage of its own, in which the rows of the real one count as existing. */
async function tryImport(ctx: Context, { env }: Invocation, options: ImportOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'import-'))
  const { DATABASE_URL: _, ...others } = env
  const config = readConfig({
    ...others,
    DATABASE_READ_URL: undefined,
    STORAGE: 'disk',
    DATA_DIR: dataDir,
    APP_SECRET: ctx.config.appSecret,
  })
  let db: Database | undefined
  try {
    db = await openDatabase({ ...config, checksReferences: false })
    return await importFolder(await createCommandContext(config, db, 'import'), { ...options, also: ctx }, finish)
  } finally {
    await db?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Prints how far the import is, once in five seconds. */
function createReporter({ stdout }: Invocation): NonNullable<ImportOptions['onProgress']> {
  let told = performance.now()
  return ({ file, done_lines }) => {
    if (performance.now() - told < 5_000) return
    told = performance.now()
    printLine(stdout, `${file}: ${done_lines} lines`)
  }
}
