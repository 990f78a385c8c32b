/** Who may read and do what with exams, attempts and bookings. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { users } from '#database/member-relation.ts'
import { everyone, not, those, user, within } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { attemptRecord } from './attempts/record.ts'
import { learners } from './quiz-queries.ts'
import { examRecord } from './record.ts'

/** The people on the roster of an exam. */
const roster = {
  table: 'exam_roster_entries',
  object: 'object_id',
  where: { user_id: not(null) },
  has: ({ rostered }: { rostered: boolean }) => rostered,
} as const

export const examRights = defineRights({
  kind: 'exam',
  table: 'exams',
  where: { deleted_at: null },
  relations: {
    everyone: everyone({ publication_status: 'published', practice: false, access: 'everyone' }),
    everyoneUnlessHidden: everyone({ hidden_at: null }),
    admittedUnlessHidden: everyone({ hidden_at: null, access: 'everyone' }),
    rostered: users(roster),
    invited: users({ ...roster, when: { publication_status: 'published', practice: false, access: 'invited' } }),
    invitedUnlessHidden: users({ ...roster, when: { hidden_at: null, access: 'invited' } }),
    owner: user('user_id'),
    grader: users({
      table: 'exam_graders',
      object: 'exam_id',
      has: ({ is_grader }: { is_grader: boolean }) => is_grader,
    }),
    learners,
  },
  may: {
    read: ['everyone', 'invited', 'owner', 'learners', 'admin'],
    /** Reading what one has of an exam that is not hidden, also after one was taken off its roster. */
    find: ['everyoneUnlessHidden', 'owner', 'admin'],
    /** Having a booking of it. */
    attend: ['admittedUnlessHidden', 'invitedUnlessHidden', 'owner', 'admin'],
    /** Naming it in texts for everybody, such as what a job requires. */
    name: ['everyone', 'owner'],
    /** Questions with correct answers, materials, the roster and all attempts. */
    manage: ['owner', 'admin'],
    /** Reading answers that people grade, and grading them. */
    grade: ['grader', 'owner', 'admin'],
  },
  inherited: ['find', 'attend', 'manage'],
  parts: { roster: 'manage' },
  followed: [
    followObjects(examRecord),
    followParts({ table: 'exam_questions', tracked: ['position', 'version'] }, { object: 'exam_id' }),
    followParts({ table: 'study_materials', tracked: ['title', 'type', 'file_id'] }, { object: 'exam_id' }),
    followParts({ table: 'exam_graders', tracked: [] }, { object: 'exam_id' }),
    // That an address turns out to be a user's decides only who sees the exam; its managers are not told, because it shows that
    // there is an account.
    followParts({ table: 'exam_roster_entries', tracked: [] }, { object: 'object_id', rows: 'roster' }),
  ],
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
  followed: [
    followObjects(attemptRecord),
    followParts({ table: 'exam_appeals', tracked: ['answered_at'] }, { object: 'attempt_id' }),
  ],
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
  followed: [
    followObjects(
      {
        table: 'exam_accommodations',
        tracked: ['extra_minutes', 'factor_percent', 'extra_attempts', 'available_from', 'available_until'],
      },
      { note: ['note'] },
    ),
  ],
})

/** What is loaded of the exam with a booking. */
interface OfAttendedExam {
  exam: Parameters<typeof examRights.may.attend>[1]
}

const attendedExam = {
  rights: examRights,
  column: 'exam_id',
  may: 'attend',
  load: ({ exam: loaded }: OfAttendedExam) => loaded,
} as const

export const bookingRights = defineRights({
  kind: 'exam_booking',
  table: 'exam_bookings',
  relations: { candidate: within(user('user_id'), attendedExam) },
  may: { read: ['candidate'] },
  followed: [followObjects({ table: 'exam_bookings', tracked: ['status', 'starts_at', 'location'] })],
})
