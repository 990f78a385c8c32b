import type { Feature } from '#features/feature.ts'
import { alreadyEdits } from './banks/editors.ts'
import { bankEditorRoutes, bankQuestionRoutes, bankRoutes } from './banks/routes.ts'
import { bankPersonalData } from './personal-data.ts'
import { questionExportRoutes, questionFileRoutes } from './question-files/routes.ts'

export { editorLimit } from './banks/editors.ts'
export { maxQuestions } from './banks/service.ts'

/** Questions that several exams draw from, and the files in which questions come and go. */
export const questionBanks: Feature = {
  routes: [bankRoutes, bankQuestionRoutes, bankEditorRoutes, questionFileRoutes, questionExportRoutes],
  personalData: bankPersonalData,
  conflicts: { bank_editors_bank_id_user_id_unique: alreadyEdits },
}
