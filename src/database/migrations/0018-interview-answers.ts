/** What an applicant answered to the invitation to an interview. */

import { json, type Migration, text, timestamp } from './schema.ts'

export const interviewAnswers: Migration = {
  name: '0018-interview-answers',
  up(schema) {
    schema.addColumn('interviews', 'answer', text().nullable().oneOf('accepted', 'declined', 'proposed'))
    schema.addColumn('interviews', 'answered_at', timestamp().nullable())
    // Moments at which the applicant could come instead.
    schema.addColumn('interviews', 'proposed_times', json().default('[]'))
    schema.addColumn('interviews', 'answer_message', text().default(''))
  },
}
