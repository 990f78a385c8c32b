/** The sections that an author writes. */

import type { Context, Transaction } from '#context.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import type { ExamSection } from '#database/tables/exams.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { loadBanks } from './question-sources.ts'
import { examBanks } from './section-queries.ts'
import type { SectionInput } from './section-schemas.ts'
import { refreshSectionSize } from './section-sizes.ts'
import { listBankIds, maxAsked } from './sections.ts'

/** A start reads which questions the banks have, and a changed bank is counted again for each exam that uses it. */
const maxBanks = 10
const maxExams = 100

export const tooManyBanks = createFieldProblem(
  'sections',
  fill('The sections of an exam use at most {most} question banks.', { most: maxBanks }),
)
export const bankInUse = createFieldProblem(
  'sections',
  fill('A question bank is used by at most {most} exams.', { most: maxExams }),
)
export const tooManyAsked = createFieldProblem(
  'sections',
  fill('An attempt has at most {most} questions; let the sections draw fewer.', { most: maxAsked }),
)

/** Completes sections with their defaults; those without an id get the next ones. */
export function completeSections(input: readonly SectionInput[]): ExamSection[] {
  let last = Math.max(0, ...input.map(({ id = 0 }) => id))
  return input.map(({ id, title = '', source = 'own', draw = null, points_each = null, shuffle = true }) => {
    if (id === undefined) last++
    return { id: id ?? last, title, source: completeSource(source), draw, points_each, shuffle }
  })
}

const completeSource = (source: NonNullable<SectionInput['source']>): ExamSection['source'] =>
  source === 'own' ? source : { tags_any: [], tags_all: [], difficulty: null, ...source }

/** Throws 422 for sections with one id, and for banks that the actor neither owns nor edits, unless the exam used them before. */
export async function checkSections(
  ctx: Context | Transaction,
  input: readonly SectionInput[],
  before: readonly ExamSection[],
): Promise<void> {
  const [known, ids] = [new Set(listBankIds(before)), new Set<number>()]
  const errors: Record<string, Sentence[]> = {}
  const invalid = await findInvalidBanks(ctx, input, known)
  for (const [index, section] of input.entries()) {
    const { id, bank_id } = readSection(section)
    if (id !== undefined && ids.has(id)) errors[`sections.${index}.id`] = ['This section is listed twice.']
    if (id !== undefined) ids.add(id)
    if (bank_id !== undefined && invalid.has(bank_id))
      errors[`sections.${index}.source.bank_id`] = ['The selected question bank is invalid.']
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/** Returns the exams that draw from a bank. */
export const listExamsOfBank = (tx: Transaction, bankId: number) => examBanks.users.all(tx, { bank_id: bankId })

/** Returns which banks the actor neither owns nor edits, besides those that are known. */
async function findInvalidBanks(
  ctx: Context | Transaction,
  input: readonly SectionInput[],
  known: ReadonlySet<number>,
): Promise<Set<number>> {
  const wanted = new Set(input.flatMap((section) => readSection(section).bank_id ?? [])).difference(known)
  if (wanted.size === 0) return new Set()
  const { id: actor_id, role } = ctx.actor
  const usable = await examBanks.usable.all(ctx, { ids: [...wanted], actor_id, is_admin: role === 'admin' })
  return wanted.difference(new Set(usable.map(({ id }) => id)))
}

/** Reads a section, of which a field may be missing because it has a message already. */
function readSection({ id, source = 'own' }: SectionInput): { id?: number | undefined; bank_id?: number | undefined } {
  return source === 'own' ? { id } : { id, bank_id: source.bank_id }
}

/** Reads the banks of sections that were checked, before the transaction that stores them. */
export async function prepareSections(ctx: Context, sections: readonly SectionInput[] = []): Promise<void> {
  const bankIds = listBankIds(completeSections(sections))
  ensure(bankIds.length <= maxBanks, tooManyBanks)
  await loadBanks(ctx, bankIds)
}

/** Stores which banks an exam uses, and how many questions its sections give. 422 for too many of either. */
export async function storeSections(tx: Transaction, examId: number, sections: readonly ExamSection[]): Promise<void> {
  const bankIds = listBankIds(sections)
  ensure(bankIds.length <= maxBanks, tooManyBanks)
  await examBanks.removeAll.run(tx, { exam_id: examId })
  for (const bank_id of bankIds) {
    const { total } = await examBanks.countUsers.one(tx, { bank_id, exam_id: examId, most: maxExams })
    ensure(total < maxExams, bankInUse)
    await examBanks.add.run(tx, { exam_id: examId, bank_id })
  }
  ensure(((await refreshSectionSize(tx, examId)) ?? 0) <= maxAsked, tooManyAsked)
}
