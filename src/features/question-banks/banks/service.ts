import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, invalidFields, notFound } from '#core/problem.ts'
import { createRandomId } from '#core/random.ts'
import { prepareRoomCheck } from '#database/list/room.ts'
import {
  listExamsOfBank,
  mergeChange,
  presentQuestion,
  scheduleRefresh,
  updateRubricGrades,
  validateQuestion,
} from '#features/exams/index.ts'
import type { CheckContext } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getEditedBank, getOwnedBank } from './access.ts'
import { bankEditors, bankQuestions, banks, removeEditor } from './queries.ts'
import { bankRecord } from './record.ts'
import type {
  BankQuestion,
  BankQuestionChange,
  NewBankQuestion,
  NewQuestionBank,
  QuestionBank,
  QuestionBankChange,
  QuestionBankQuery,
} from './schemas.ts'

export const maxQuestions = 5_000
const maxMegabytes = 8
export const bankLimit = defineListLimit('title', 1_000)

export const tooManyQuestions = createRuleViolation(
  fill('A question bank has at most {most} questions.', { most: maxQuestions }),
)
export const tooLongQuestions = createRuleViolation(
  fill('The questions of a bank have at most {most} MB of text together.', { most: maxMegabytes }),
)

export const listBanks = (ctx: Context, query: QuestionBankQuery) =>
  page(ctx, query, (ctx, slice) => banks.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice }))

export const showBank = (ctx: Context, id: number): Promise<QuestionBank> => getEditedBank(ctx, id)

export async function createBank(ctx: Context, input: NewQuestionBank): Promise<QuestionBank> {
  const checkRoom = await prepareRoomCheck(ctx, bankLimit, banks.size, { user_id: ctx.actor.id })
  return runInTransaction(ctx, async (tx) => {
    const row = { ...bankRecord.defaults, ...input, user_id: tx.actor.id, now: tx.clock.now() }
    await checkRoom(tx)
    const { id } = await banks.add.one(tx, row)
    return getEditedBank(tx, id)
  })
}

export function updateBank(ctx: Context, id: number, change: QuestionBankChange): Promise<QuestionBank> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getEditedBank(tx, id)
    await banks.update.run(tx, { ...before, ...change, now: tx.clock.now() })
    const after = await getEditedBank(tx, id)
    describeAuditEvent(tx, { userId: before.user_id, before, after })
    return after
  })
}

/** Deletes a bank that no exam uses. Attempts keep the questions that they showed. */
export function deleteBank(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const bank = await getOwnedBank(tx, id)
    const [user] = await listExamsOfBank(tx, id)
    if (user !== undefined)
      throw createRuleViolation(fill('The exam {title} uses this question bank.', { title: user.title }))
    await removeBank(tx, id)
    describeAuditEvent(tx, { userId: bank.user_id, before: { title: bank.title }, after: null })
  })
}

async function removeBank(tx: Transaction, id: number): Promise<void> {
  await bankQuestions.removeAll.run(tx, { bank_id: id })
  await banks.hide.run(tx, { id, now: tx.clock.now() })
}

/** Hands the banks of a user to those who work with them, and deletes the others. */
export async function eraseBanks(tx: Transaction, userId: number): Promise<void> {
  await bankEditors.eraseByUser.run(tx, { user_id: userId })
  for (const { id } of await banks.listByUser.all(tx, { user_id: userId })) {
    const heir = await banks.heirs.maybe(tx, { id, user_id: userId })
    if (heir === null) await removeBank(tx, id)
    else {
      await banks.setOwner.run(tx, { id, user_id: heir.user_id })
      await removeEditor.run(tx, { bank_id: id, user_id: heir.user_id })
    }
  }
}

type QuestionRow = Awaited<ReturnType<typeof bankQuestions.byId.one>>

export const presentBankQuestion = ({ tags, difficulty, ...question }: Omit<QuestionRow, 'version'>): BankQuestion => ({
  ...presentQuestion(question),
  tags,
  difficulty,
})

export async function listBankQuestions(ctx: Context, bankId: number, query: QuestionBankQuery) {
  await getEditedBank(ctx, bankId)
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await bankQuestions.ofBank.page(ctx, { bank_id: bankId, ...slice })
    return { rows: rows.map(presentBankQuestion), total }
  })
}

export function addBankQuestion(ctx: Context, bankId: number, input: NewBankQuestion): Promise<BankQuestion> {
  return runInTransaction(ctx, async (tx) => {
    await getEditedBank(tx, bankId)
    const { total, last } = await bankQuestions.size.one(tx, { bank_id: bankId })
    ensure(total < maxQuestions, tooManyQuestions)
    const id = createRandomId()
    await bankQuestions.add.run(tx, { id, bank_id: bankId, position: input.order ?? (last ?? 0) + 1 })
    await writeVersion(tx, { id, bank_id: bankId, version: 1 }, input)
    return getQuestion(tx, bankId, id)
  })
}

export function updateBankQuestion(
  ctx: Context,
  bankId: number,
  { id, ...change }: BankQuestionChange & { id: number },
): Promise<BankQuestion> {
  return runInTransaction(ctx, async (tx) => {
    await getEditedBank(tx, bankId)
    const row = await bankQuestions.byId.one(tx, { bank_id: bankId, id })
    const after = mergeBankChange(presentBankQuestion(row), change)
    const version = row.version + 1
    await bankQuestions.change.run(tx, { id, position: after.order, version })
    await writeVersion(tx, { id, bank_id: bankId, version }, after)
    await updateRubricGrades(tx, id, row, await bankQuestions.byId.one(tx, { bank_id: bankId, id }))
    return getQuestion(tx, bankId, id)
  })
}

const mergeBankChange = (before: BankQuestion, { tags, difficulty, ...change }: BankQuestionChange) => ({
  ...mergeChange(before, change),
  tags: tags ?? before.tags,
  difficulty: difficulty === undefined ? before.difficulty : difficulty,
})

/** Checks a changed question together with what is stored. */
export async function checkBankQuestionChange(
  ctx: Context,
  change: BankQuestionChange,
  { params }: CheckContext<{ id: number; question_id: number }>,
) {
  const { id: bank_id, question_id: id } = params
  await getEditedBank(ctx, bank_id)
  const before = presentBankQuestion(await bankQuestions.byId.one(ctx, { bank_id, id }))
  const checked = validateQuestion(mergeBankChange(before, change))
  if ('complaints' in checked) throw invalidFields(checked.complaints)
}

export function removeBankQuestion(ctx: Context, bankId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getEditedBank(tx, bankId)
    ensure((await bankQuestions.remove.run(tx, { id, bank_id: bankId })) === 1, notFound)
    await finishBankChange(tx, bankId)
  })
}

const getQuestion = async (tx: Transaction, bankId: number, id: number): Promise<BankQuestion> => {
  const { version: _, ...row } = await bankQuestions.byId.one(tx, { bank_id: bankId, id })
  return presentBankQuestion(row)
}

interface Place {
  id: number
  bank_id: number
  version: number
}

type StoredQuestion = Omit<NewBankQuestion, 'correct_answer'> & { correct_answer?: BankQuestion['correct_answer'] }

async function writeVersion(tx: Transaction, { id, bank_id, version }: Place, input: StoredQuestion): Promise<void> {
  const read = validateQuestion(input)
  if ('complaints' in read) throw invalidFields(read.complaints)
  const { tags = [], difficulty = null } = input
  const labels = { tags: [...new Set(tags.filter((tag) => tag !== ''))], difficulty }
  const place = { id: createRandomId(), question_id: id, bank_id, version }
  await bankQuestions.addVersions.run(tx, { versions: [{ ...read.content, ...labels, ...place }] })
  await finishBankChange(tx, bank_id)
}

/** Notes that the questions of a bank have changed. 422 when their texts are too long: an export reads all of them. */
export async function finishBankChange(tx: Transaction, bankId: number): Promise<void> {
  const { bytes } = await bankQuestions.size.one(tx, { bank_id: bankId })
  ensure(bytes <= maxMegabytes * 1024 * 1024, tooLongQuestions)
  await banks.touch.run(tx, { id: bankId, now: tx.clock.now() })
  await scheduleRefresh(tx, bankId)
}
