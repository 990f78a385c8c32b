/** Folders of files of rows, and their import into an app of a test. */

import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestApp } from './app.ts'
import { runCommand } from './command.ts'

export const logo = new URL('../../docs/brand-example/logo.png', import.meta.url)

/** Writes the rows of each table to its file in a new folder, which ends with the folder of the test run. */
export async function createImportFolder(
  tables: Record<string, readonly unknown[]>,
  files: string[] = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  for (const [name, rows] of Object.entries(tables)) {
    const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
    await writeFile(join(folder, `${name}.ndjson`), `${lines.join('\n')}\n`)
  }
  for (const file of files) {
    const path = join(folder, 'files', file)
    await mkdir(dirname(path), { recursive: true })
    await copyFile(logo, path)
  }
  return folder
}

/** Runs `npm run import` on the database of the app. */
export function importInto({ platform: { config } }: TestApp, folder: string, ...options: string[]) {
  const { dataDir, databaseUrl, appSecret, publicUrl } = config
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    APP_SECRET: appSecret,
    PUBLIC_URL: publicUrl,
  }
  return runCommand(
    ['import', folder, ...options],
    databaseUrl === null ? settings : { ...settings, DATABASE_URL: databaseUrl },
  )
}

/** Returns why rows of a file were refused, in their order. */
export const readRefused = async (folder: string, name: string, list = 'refused') =>
  (await readFile(join(folder, list, `${name}.ndjson`), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): string => JSON.parse(line).why)
