import type { PersonalData } from '#features/feature.ts'
import { bankEditors, bankQuestions, banks } from './banks/queries.ts'
import { eraseBanks } from './banks/service.ts'

/** A part of the data about exams. */
export const bankPersonalData: PersonalData = {
  name: 'exams',
  export: (ctx, userId) => ({
    question_banks: banks.listByUser.iterate(ctx, { user_id: userId }),
    editor_of: bankEditors.ofUser.iterate(ctx, { user_id: userId }),
    bank_questions: bankQuestions.listByUser.iterate(ctx, { user_id: userId }),
  }),
  erase: eraseBanks,
}
