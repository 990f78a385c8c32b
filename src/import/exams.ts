/** Exams with their questions. */

import type { Transaction } from '#context.ts'
import { Id } from '#core/schema.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import {
  completeSections,
  createCategoryKey,
  indexExam,
  listBankIds,
  questionLimit,
  refreshSectionSize,
  toStoredVersion,
} from '#features/exams/index.ts'
import { examRecord } from '#features/exams/record.ts'
import { questionTotals } from './derived-queries.ts'
import { questionSizes, sectionedExams } from './exam-queries.ts'
import { defineImport, importOf } from './import-of.ts'
import { countQuestionBytes, describeInvalidQuestion, questionColumns, readQuestion } from './question-columns.ts'
import { never } from './table.ts'

const addBanks = prepareBulkInsert('exam_banks', { exam_id: 'integer', bank_id: 'integer' }, ['exam_id', 'bank_id'])

/** Counts the questions of those of the exams that have sections. */
async function refreshSectionSizes(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const { id } of await sectionedExams.byIds.all(tx, { ids })) await refreshSectionSize(tx, id)
}

const describeRepeatedSection = (sections: readonly { id: number }[]): string | null =>
  new Set(sections.map(({ id }) => id)).size < sections.length ? 'The column "sections" has an id twice.' : null

export const exams = importOf(examRecord, {
  description: 'One exam a line.',
  bounds: { title: 255, description: 50_000, instructions: 50_000, skills: 200 },
  descriptions: {
    timezone: 'An IANA name: where its dates are shown; UTC unless given.',
    safe_exam_browser: 'The settings of Safe Exam Browser, in which alone it can be taken; null for any program.',
  },
  defaults: {
    // How long an exam takes and what passes it is not guessed.
    ...{ duration_minutes: undefined, passing_score: undefined },
    ...{ max_attempts: 1, certificate_enabled: false },
    available_from: ({ created_at }, { now }) => created_at ?? now,
  },
  computed: ['category_key', 'closes_at'],
  references: { user_id: 'users', 'sections.source.bank_id': 'question_banks' },
  check: ({ sections = [] }) => describeRepeatedSection(completeSections(sections)),
  convert: (row) => ({
    category_key: createCategoryKey(row.category),
    closes_at: row.available_until ?? never,
    sections: completeSections(row.sections),
  }),
  async derive(tx, rows) {
    for (const { id, skills = [] } of rows) await indexExam(tx, { id, skills })
    const used = rows.flatMap(({ id, sections = [] }) =>
      listBankIds(completeSections(sections)).map((bank_id) => ({ exam_id: id, bank_id })),
    )
    if (used.length > 0) await addBanks.all(tx, { rows: used })
    await refreshSectionSizes(
      tx,
      rows.map(({ id }) => id),
    )
  },
})

const addVersions = prepareBulkInsert(
  'exam_question_versions',
  {
    question_id: 'integer',
    exam_id: 'integer',
    version: 'integer',
    type: 'text',
    question: 'text',
    points: 'integer',
    options: 'json',
    answer_key: 'json',
    explanation: 'text',
    option_feedback: 'json',
    later_type: 'text',
  },
  ['id'],
)

export const examQuestions = defineImport({
  name: 'exam_questions',
  description: 'One question of an exam a line.',
  columns: {
    id: Id,
    exam_id: Id,
    ...questionColumns,
  },
  references: { exam_id: 'exams' },
  limits: [{ column: 'exam_id', most: questionLimit.maxRows, sizes: questionSizes, measure: countQuestionBytes }],
  unstored: Object.keys(questionColumns),
  computed: { position: 'integer', version: 'integer' },
  check: describeInvalidQuestion,
  convert: ({ order = 0 }) => ({ position: order, version: 1 }),
  async derive(tx, rows) {
    const versions = rows.flatMap((row) => {
      const read = readQuestion(row)
      if (!('content' in read)) return []
      return [{ ...toStoredVersion({ ...read.content, question_id: row.id, exam_id: row.exam_id, version: 1 }) }]
    })
    await addVersions.all(tx, { rows: versions })
    const ids = [...new Set(rows.map(({ exam_id }) => exam_id))]
    await questionTotals.count.run(tx, { ids })
    await refreshSectionSizes(tx, ids)
  },
})
