/**
 * Blind review: what is told of a candidate before the shortlist. Everything that presents an application to others
 * than its applicant goes through here.
 */

import type { Actor } from '#context.ts'
import { startOfDay } from '#core/periods.ts'
import { fill } from '#language/sentence.ts'
import { findIdentity, type KnownIdentity, removed } from './identity.ts'
import type { Match } from './matching/schemas.ts'

interface Candidate {
  user_id: number
  first_name: string
  last_name: string
  is_blind_post: boolean
  shortlisted_at: string | null
  candidate_number: number | null
}

/** Returns whether it is withheld from the actor who the candidate is. */
export const isConcealed = (actor: Pick<Actor, 'id'>, { is_blind_post, shortlisted_at, user_id }: Candidate): boolean =>
  is_blind_post && shortlisted_at === null && actor.id !== user_id

const fullName = ({ first_name, last_name }: Candidate) => `${first_name} ${last_name}`.trim()

/** Returns the name of the candidate as the actor may know it. */
export const getShownName = (actor: Pick<Actor, 'id'>, candidate: Candidate): string =>
  isConcealed(actor, candidate) ? `Candidate ${candidate.candidate_number ?? 0}` : fullName(candidate)

/** Returns the name as those who judge the application may know it, for a sentence. */
export const getNameForReviewers = (candidate: Candidate) =>
  isConcealed(anotherUser, candidate)
    ? fill('Candidate {number}', { number: String(candidate.candidate_number ?? 0) })
    : fullName(candidate)

/** An id that no user has, and so not the candidate. */
const anotherUser = { id: 0 }

interface IdentifyingData extends Candidate, KnownIdentity {
  location: string
  applied_at: string
  updated_at: string
  experience_level: string
  notice_period: string
  cover_letter: string
  skills: string[]
  profile_photo: string | null
  resume_state: 'pending' | 'ready' | 'unreadable'
  additional_answers: { question_id: number | null; question: string; answer: string }[]
}

/** Removes the names and contacts of the candidate from a text of theirs, and all addresses. Takes linear time. */
export function removeIdentity(text: string, known: KnownIdentity): string {
  let rest = ''
  let end = 0
  for (const part of findIdentity(text, known)) {
    rest += text.slice(end, part.start) + removed
    end = part.end
  }
  return rest + text.slice(end)
}

/** Withholds from a row who the candidate is. The answers to the questions of the post stay. */
export const hideApplicant = <T extends IdentifyingData>(row: T): T => ({
  ...row,
  first_name: 'Candidate',
  last_name: String(row.candidate_number ?? 0),
  email: '',
  phone: '',
  location: '',
  cover_letter: '',
  skills: [],
  profile_photo: null,
  resume_state: 'pending',
  applied_at: startOfDay(row.applied_at),
  updated_at: startOfDay(row.updated_at),
  experience_level: removeIdentity(row.experience_level, row),
  notice_period: removeIdentity(row.notice_period, row),
  additional_answers: row.additional_answers.map((answer) => ({
    ...answer,
    answer: removeIdentity(answer.answer, row),
  })),
})

interface ChosenInterview {
  answered_at: string | null
  slot_id: number | null
  created_at: string
  updated_at: string
}

/** Withholds from an interview when the candidate answered, and when the candidate chose its slot. */
export const hideInterviewApplicant = <T extends ChosenInterview>(row: T): T => ({
  ...row,
  answered_at: row.answered_at === null ? null : startOfDay(row.answered_at),
  ...(row.slot_id === null ? {} : { created_at: startOfDay(row.created_at), updated_at: startOfDay(row.updated_at) }),
})

/** The difference between two scores of blind candidates. */
export const scoreStep = 25

/** Returns the score that judges are told of a blind candidate. */
export const toBlindScore = (score: number) => Math.floor(score / scoreStep) * scoreStep

/**
 * Withholds all of a match but a coarse score. What a person has proven is on their public profile, so that each skill,
 * title, weight and moment would lead to the person; the requirements were met when the application was submitted.
 */
export const hideMatchApplicant = (score: number): Match => ({
  score: toBlindScore(score),
  reasons: [],
  missing: [],
  required_met: true,
})
