/** Who may read and do what with exams, attempts and bookings. */

import { everyone, those, user, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'

export const examRights = defineRights({
  kind: 'exam',
  table: 'exams',
  where: { deleted_at: null },
  relations: {
    everyone: everyone({ publication_status: 'published' }),
    everyoneUnlessHidden: everyone({ hidden_at: null }),
    owner: user('user_id'),
  },
  may: {
    read: ['everyone', 'owner', 'admin'],
    /** Reading anything about a hidden exam. */
    find: ['everyoneUnlessHidden', 'owner', 'admin'],
    /** Questions with correct answers, materials and all attempts. */
    manage: ['owner', 'admin'],
  },
  inherited: ['find', 'manage'],
})

/** What is loaded of the exam with an attempt. */
interface OfExam {
  owner_id: number
  hidden_at: string | null
}

export const toExam = ({ owner_id, hidden_at }: OfExam) => ({ user_id: owner_id, hidden_at })

const exam = { rights: examRights, column: 'exam_id', load: toExam } as const

export const attemptRights = defineRights({
  kind: 'exam_attempt',
  table: 'exam_attempts',
  relations: {
    candidate: within(user('user_id'), { ...exam, may: 'find' }),
    examiner: those({ ...exam, may: 'manage' }),
  },
  may: {
    read: ['candidate', 'examiner'],
    /** Saving and submitting. */
    answer: ['candidate'],
  },
})

export const accommodationRights = defineRights({
  kind: 'exam_accommodation',
  table: 'exam_accommodations',
  parent: 'exam_id',
  relations: {
    candidate: within(user('user_id'), { ...exam, may: 'find' }),
    examiner: those({ ...exam, may: 'manage' }),
  },
  may: {
    read: ['candidate', 'examiner'],
    /** Why it was given. */
    readNote: ['examiner'],
  },
  parts: { note: 'readNote' },
})

export const bookingRights = defineRights({
  kind: 'exam_booking',
  table: 'exam_bookings',
  relations: { candidate: within(user('user_id'), { ...exam, may: 'find' }) },
  may: { read: ['candidate'] },
})
