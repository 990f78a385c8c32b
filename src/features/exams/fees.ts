import { Type } from 'typebox'
import { ensure, invalidFields } from '#core/problem.ts'
import { Id } from '#core/schema.ts'
import { createStoredJsonParser } from '#core/stored-json.ts'
import {
  definePurchaseType,
  formatExamPurchase,
  getCurrentPeriod,
  type PurchaseType,
} from '#features/payments/index.ts'
import { findUser } from '#features/users/index.ts'
import { exams } from './queries.ts'

const unknownExam = invalidFields({ 'for.exam_id': ['The selected exam id is invalid.'] })
const storedFee = createStoredJsonParser(Type.Object({ exam_id: Id }))

/** The fee of an exam, which administrators record. An exam can be taken without it, so it grants nothing more. */
export const examFees: PurchaseType = definePurchaseType({
  name: 'exam',

  async onSucceeded(tx, { user_id, details }) {
    const exam = await exams.byId.maybe(tx, { id: storedFee(details).exam_id, actor_id: user_id })
    return exam === null || (await findUser(tx, user_id)) === null ? null : getCurrentPeriod(tx)
  },

  onFailed: async () => undefined,

  manual: {
    field: 'exam_id',
    async describe(tx, { userId, id }) {
      const exam = await exams.byId.maybe(tx, { id: Number(id), actor_id: userId })
      ensure(exam !== null, unknownExam)
      const details = { exam_id: exam.id }
      return { slot: `exam ${exam.id} of ${userId}`, title: formatExamPurchase(exam.title), details }
    },
  },
})
