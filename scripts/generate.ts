/**
 * `npm run generate`: writes all files that are generated and committed, in the order in which they depend on one another:
 * `openapi.json`, the tools of agents, the contract of the typed client, the sentences of its exam room, the SQL statements, the schemas of what can be imported
 * (`docs/import/`), and the tables of `docs/AUTHORIZATION.md`. `--examples` first
 * takes new examples of the API description from a run of the tests. `--check` compares what can be compared without a
 * running service, and says what is stale.
 */

import '#node-version.ts'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toolsFile } from '#http/agents/operations.ts'
import { renderOperations } from '#http/agents/tools.ts'
import { getSchema, importTables } from '#import/import.ts'
import { languages, loadCatalogue } from '#language/languages.ts'
import { listExamRoomSentences } from '#pages/hosted/exam-room-assets.ts'
import { apiDescription, descriptionFile } from '#test/contract/description.ts'
import { createSnapshot, snapshotFile } from '#test/contract/statements.ts'
import { generateContract } from '../clients/typescript/generator/contract.ts'
import { generateLanguages } from '../clients/typescript/generator/languages.ts'

const contractFile = new URL('../clients/typescript/src/contract.ts', import.meta.url)
const languagesFile = new URL('../clients/typescript/src/exam-room/languages.ts', import.meta.url)

/** English is in the code. */
const catalogues = Object.fromEntries(
  languages
    .filter((language) => language !== 'en')
    .map((language): [string, Record<string, string>] => [language, loadCatalogue(language).sentences]),
)

const options = { check: { type: 'boolean', default: false }, examples: { type: 'boolean', default: false } } as const
const { check, examples } = parseArgs({ options }).values

if (examples) runScript('scripts/examples.ts')
const description = await apiDescription()
const generated: [file: URL, text: string][] = [
  [descriptionFile, description],
  [toolsFile, renderOperations(JSON.parse(description))],
  [contractFile, generateContract(JSON.parse(description))],
  [languagesFile, generateLanguages(listExamRoomSentences(), catalogues)],
  [snapshotFile, createSnapshot()],
  ...importTables.map((table): [URL, string] => [
    new URL(`../docs/import/${table.name}.json`, import.meta.url),
    `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: table.name, ...getSchema(table) }, null, 2)}\n`,
  ]),
]
for (const [file, text] of generated) {
  if (!check) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.log(`${fileURLToPath(file)} is stale. Run "npm run generate" and review the change.`)
    process.exitCode = 1
  }
}
// Permissions are read from a running service, so the test that asks the service writes the tables.
if (!check) runScript('--test', 'test/contract/authorization.test.ts')

function runScript(...args: string[]) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, SNAPSHOTS: 'write' },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
