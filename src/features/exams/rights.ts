/** Who may read and do what with exams, attempts and bookings. */

import { sql } from 'kysely'
import { and, everyone, listConditions, type Relation, ref, those, user, users, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'

/** The lessons that an exam belongs to, with the enrollments of their courses. */
const lessonsOf = (row: string) => sql`lessons as quiz
  inner join courses as quiz_course on quiz_course.id = quiz.course_id and quiz_course.hidden_at is null
  inner join enrollments as quiz_learner on quiz_learner.course_id = quiz.course_id and not quiz_learner.awaiting_payment
  where quiz.exam_id = ${ref(row, 'id')} and quiz.removed_at is null`

const isPublishedPractice = (row: string) => listConditions(row, { practice: true, publication_status: 'published' })

/**
 * The learners of the courses with a lesson that the exam belongs to, which is for practice. The change feed tells them as a group,
 * because a course can have many.
 */
const learners: Relation<{ practice: boolean; publication_status: string; is_learner: boolean }> = {
  has: (_actor, { practice, publication_status, is_learner }) =>
    practice && publication_status === 'published' && is_learner,
  holds: (row, { actor_id }) =>
    and([
      ...isPublishedPractice(row),
      sql`exists (select 1 from ${lessonsOf(row)} and quiz_learner.user_id = ${actor_id})`,
    ]),
  members: (row) => [{ joins: [], who: { group: 'exam:' }, where: isPublishedPractice(row) }],
  origins: [],
}

export const examRights = defineRights({
  kind: 'exam',
  table: 'exams',
  where: { deleted_at: null },
  relations: {
    everyone: everyone({ publication_status: 'published', practice: false }),
    everyoneUnlessHidden: everyone({ hidden_at: null }),
    owner: user('user_id'),
    learners,
  },
  may: {
    read: ['everyone', 'owner', 'learners', 'admin'],
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

/** What is loaded of the exam with an accommodation. */
interface OfVisibleExam {
  exam: Parameters<typeof examRights.may.read>[1]
}

/** An exam that is not deleted, though its attempts stay. */
const existing = { rights: examRights, column: 'exam_id', where: { deleted_at: null } } as const
const visibleExam = { ...existing, may: 'read', load: ({ exam: loaded }: OfVisibleExam) => loaded } as const

export const accommodationRights = defineRights({
  kind: 'exam_accommodation',
  table: 'exam_accommodations',
  parent: 'exam_id',
  relations: {
    /** While the exam is a draft, its list answers 404 to all but its author. */
    candidate: within(user('user_id'), visibleExam),
    examiner: those({ ...existing, may: 'manage', load: toExam }),
  },
  may: {
    read: ['candidate', 'examiner'],
    /** Why it was given. */
    readNote: ['examiner'],
  },
  parts: { note: 'readNote' },
})

export const bankRights = defineRights({
  kind: 'question_bank',
  table: 'question_banks',
  where: { deleted_at: null },
  relations: {
    owner: user('user_id'),
    editor: users({
      table: 'bank_editors',
      object: 'bank_id',
      has: ({ is_editor }: { is_editor: boolean }) => is_editor,
    }),
  },
  may: {
    /** Reading, changing its questions, and using it in exams. */
    read: ['owner', 'editor', 'admin'],
    /** Deleting it, and choosing its editors. */
    manage: ['owner', 'admin'],
  },
})

export const bookingRights = defineRights({
  kind: 'exam_booking',
  table: 'exam_bookings',
  relations: { candidate: within(user('user_id'), { ...exam, may: 'find' }) },
  may: { read: ['candidate'] },
})
