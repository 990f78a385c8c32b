/** What people answered in attempts with files. */

import { prepareBulkInsert } from '#database/query/bulk.ts'
import type { AskedQuestion } from './attempt-queries.ts'
import { legacyFiles } from './queries.ts'
import type { Databases, ImportRow } from './table.ts'

export const addAnswerFiles = prepareBulkInsert('exam_answer_files', { file_id: 'integer', attempt_id: 'integer' }, [
  'file_id',
])

/** Puts the ids of files in place of their old paths. Returns one sentence about a path without a file. */
export function completeFiles(
  row: ImportRow,
  known: ReadonlyMap<number, AskedQuestion>,
  files: ReadonlyMap<string, number>,
): string | null {
  const answers = { ...row.answers }
  const ids: number[] = []
  for (const [id, paths] of listFileAnswers(row, known)) {
    const unknown = paths.find((path) => !files.has(path))
    if (unknown !== undefined)
      return `The answer to the question ${id} has "${unknown}", which is no path of files.ndjson.`
    answers[id] = paths.flatMap((path) => files.get(path) ?? [])
    ids.push(...answers[id])
  }
  Object.assign(row, { answers, file_ids: ids })
  return null
}

const listFileAnswers = ({ answers = {} }: ImportRow, known: ReadonlyMap<number, AskedQuestion>) =>
  Object.entries<unknown>(answers).flatMap(([id, value]): [string, string[]][] =>
    known.get(Number(id))?.type === 'file_upload' && Array.isArray(value) ? [[id, value.map(String)]] : [],
  )

/** Returns the ids of the files by the old paths that answers name. */
export async function findAnswerFiles(
  databases: Databases,
  rows: readonly ImportRow[],
  known: ReadonlyMap<number, AskedQuestion>,
): Promise<ReadonlyMap<string, number>> {
  const paths = [...new Set(rows.flatMap((row) => listFileAnswers(row, known).flatMap(([, names]) => names)))]
  const found =
    paths.length === 0 ? [] : await Promise.all(databases.map((db) => legacyFiles.byPaths.all(db, { paths })))
  return new Map(found.flat().map(({ path, file_id }) => [path, file_id]))
}
