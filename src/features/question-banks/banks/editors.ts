/** People who change the questions of a bank, and use them in exams of their own, which go on using it when they leave. */

import { defineListLimit } from '#core/list-limit.ts'
import { createFieldProblem } from '#core/problem.ts'
import { defineMembership } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { getEditedBank, getOwnedBank } from './access.ts'
import { bankEditors } from './queries.ts'

const most = 100
export const editorLimit = defineListLimit(
  'user_id',
  most,
  fill('A question bank has at most {most} editors.', { most }),
)

export const alreadyEdits = createFieldProblem('user_id', 'This person is already an editor.')
export const ownerEdits = createFieldProblem('user_id', 'The owner of the question bank edits it anyway.')

export const editors = defineMembership({
  queries: bankEditors,
  name: 'question bank',
  limit: editorLimit,
  ownerProblem: ownerEdits,
  memberProblem: alreadyEdits,
  find: (ctx, id, act) => (act === 'list' ? getEditedBank(ctx, id) : getOwnedBank(ctx, id)),
  getOwnerId: ({ user_id }) => user_id,
  present: (editor) => editor,
  notify: (tx, { object: bank, member, inviter }) =>
    notify(tx, member.user_id, 'exam_reminder', {
      title: 'You edit a question bank',
      message: fill('{name} lets you change and use the questions of {title}.', { name: inviter, title: bank.title }),
      data: { url: `/question-banks/${bank.id}`, action: 'view_exam' },
      event: `bank_editor:${member.id}`,
    }),
})
