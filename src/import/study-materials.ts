/** Files with which people prepare for exams. */

import { basename } from 'node:path'
import { Type } from 'typebox'
import { DateTime, Id } from '#core/schema.ts'
import { materialLimit } from '#features/exams/index.ts'
import { detectFileType } from '#features/files/index.ts'
import { type ImportTable, Line, optional } from './table.ts'

export const studyMaterials: ImportTable = {
  name: 'study_materials',
  description: 'One file of an exam a line; its purpose in files.ndjson is `study_material`.',
  columns: {
    id: Id,
    exam_id: Id,
    file: Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson.' }),
    title: Line(200),
    type: optional(
      Type.String({ maxLength: 50, line: true, description: 'In free words; the type of the file unless given.' }),
    ),
    download_count: optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    created_at: optional(DateTime),
  },
  references: { exam_id: 'exams' },
  limits: [{ column: 'exam_id', most: materialLimit.maxRows, texts: ['title', 'type'] }],
  paths: ['file'],
  following: { file_id: 'file' },
  stored: {
    id: 'integer',
    exam_id: 'integer',
    file_id: 'integer',
    title: 'text',
    type: 'text',
    download_count: 'integer',
    created_at: 'timestamp',
  },
  convert: ({ file, ...row }, { now, files }) => ({
    ...row,
    file_id: files.get(file)?.file_id,
    type: row.type ?? detectFileType(basename(file)),
    download_count: row.download_count ?? 0,
    created_at: row.created_at ?? now,
  }),
}
