/** The sections that an author writes. */

import type { Context, Transaction } from '#context.ts'
import { createFieldProblem, ensure, invalidFields, Problem } from '#core/problem.ts'
import type { ExamSection } from '#database/tables/exams.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getEditedBank } from './banks/access.ts'
import { loadBanks } from './question-sources.ts'
import { examBanks } from './section-queries.ts'
import type { SectionInput } from './section-schemas.ts'
import { refreshSectionSize } from './section-sizes.ts'
import { listBankIds, mostAsked } from './sections.ts'

/** A start reads which questions the banks have, and a changed bank is counted again for each exam that uses it. */
const mostBanks = 10
const mostExams = 100

export const tooManyBanks = createFieldProblem(
  'sections',
  fill('The sections of an exam use at most {most} question banks.', { most: mostBanks }),
)
export const bankInUse = createFieldProblem(
  'sections',
  fill('A question bank is used by at most {most} exams.', { most: mostExams }),
)
export const tooManyAsked = createFieldProblem(
  'sections',
  fill('An attempt has at most {most} questions; let the sections draw fewer.', { most: mostAsked }),
)

/** Completes sections with their defaults; those without an id get the next ones. */
export function completeSections(given: readonly SectionInput[]): ExamSection[] {
  let last = Math.max(0, ...given.map(({ id = 0 }) => id))
  return given.map(({ id, title = '', source = 'own', draw = null, points_each = null, shuffle = true }) => {
    if (id === undefined) last++
    return { id: id ?? last, title, source: completeSource(source), draw, points_each, shuffle }
  })
}

const completeSource = (source: NonNullable<SectionInput['source']>): ExamSection['source'] =>
  source === 'own' ? source : { tags_any: [], tags_all: [], difficulty: null, ...source }

/** Throws 422 for sections with one id, and for banks that the actor neither owns nor edits, unless the exam used them before. */
export async function checkSections(
  ctx: Context | Transaction,
  given: readonly SectionInput[],
  before: readonly ExamSection[],
): Promise<void> {
  const [known, ids] = [new Set(listBankIds(before)), new Set<number>()]
  const errors: Record<string, Sentence[]> = {}
  const invalid = await findInvalidBanks(ctx, given, known)
  for (const [index, section] of given.entries()) {
    const { id, bank_id } = readSection(section)
    if (id !== undefined && ids.has(id)) errors[`sections.${index}.id`] = ['This section is listed twice.']
    if (id !== undefined) ids.add(id)
    if (bank_id !== undefined && invalid.has(bank_id))
      errors[`sections.${index}.source.bank_id`] = ['The selected question bank is invalid.']
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/** Returns which banks the actor neither owns nor edits, besides those that are known. Many sections draw from one bank. */
async function findInvalidBanks(
  ctx: Context | Transaction,
  given: readonly SectionInput[],
  known: ReadonlySet<number>,
): Promise<Set<number>> {
  const invalid = new Set<number>()
  for (const id of new Set(given.map((section) => readSection(section).bank_id)))
    if (id !== undefined && !known.has(id) && !(await isEdited(ctx, id))) invalid.add(id)
  return invalid
}

/** Reads a section, of which a field may be missing because it has a message already. */
function readSection({ id, source = 'own' }: SectionInput): { id?: number | undefined; bank_id?: number | undefined } {
  return source === 'own' ? { id } : { id, bank_id: source.bank_id }
}

async function isEdited(ctx: Context | Transaction, bankId: number): Promise<boolean> {
  try {
    await getEditedBank(ctx, bankId)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false
    throw error
  }
}

/** Reads the banks of sections that were checked, before the transaction that stores them. */
export async function prepareSections(ctx: Context, sections: readonly SectionInput[] = []): Promise<void> {
  const bankIds = listBankIds(completeSections(sections))
  ensure(bankIds.length <= mostBanks, tooManyBanks)
  await loadBanks(ctx, bankIds)
}

/** Stores which banks an exam uses, and how many questions its sections give. 422 for too many of either. */
export async function storeSections(tx: Transaction, examId: number, sections: readonly ExamSection[]): Promise<void> {
  const bankIds = listBankIds(sections)
  ensure(bankIds.length <= mostBanks, tooManyBanks)
  await examBanks.removeAll.run(tx, { exam_id: examId })
  for (const bank_id of bankIds) {
    const { total } = await examBanks.countUsers.one(tx, { bank_id, exam_id: examId, most: mostExams })
    ensure(total < mostExams, bankInUse)
    await examBanks.add.run(tx, { exam_id: examId, bank_id })
  }
  ensure(((await refreshSectionSize(tx, examId)) ?? 0) <= mostAsked, tooManyAsked)
}
