/** Files with which people prepare for exams. */

import { basename } from 'node:path'
import { Type } from 'typebox'
import { Id } from '#core/schema.ts'
import { materialLimit } from '#features/exams/index.ts'
import { detectFileType } from '#features/files/index.ts'
import { defineImport } from './import-of.ts'
import { Created, Line } from './table.ts'

export const studyMaterials = defineImport({
  name: 'study_materials',
  description: 'One file of an exam a line; its purpose in files.ndjson is `study_material`.',
  columns: {
    id: Id,
    exam_id: Id,
    file: Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson.' }),
    title: Line(200),
    type: Type.String({ maxLength: 50, line: true, description: 'In free words; the type of the file unless given.' }),
    download_count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    created_at: Created,
  },
  references: { exam_id: 'exams' },
  limits: [{ column: 'exam_id', most: materialLimit.maxRows, texts: ['title', 'type'] }],
  paths: ['file'],
  following: { file_id: 'file' },
  defaults: { type: ({ file }) => detectFileType(basename(file)), download_count: 0 },
  unstored: ['file'],
  computed: { file_id: 'integer' },
  convert: ({ file }, { files }) => ({ file_id: files.get(file)?.file_id }),
})
