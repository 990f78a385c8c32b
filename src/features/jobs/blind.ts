/**
 * Blind review: what is told of a candidate before the shortlist. Everything that presents an application to others
 * than its applicant goes through here.
 */

import type { Actor } from '#context.ts'
import { toDate } from '#core/periods.ts'
import type { Proof } from '#features/evidence/index.ts'
import { fill } from '#language/sentence.ts'

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
export const nameFor = (actor: Pick<Actor, 'id'>, candidate: Candidate): string =>
  isConcealed(actor, candidate) ? `Candidate ${candidate.candidate_number ?? 0}` : fullName(candidate)

/** Returns the name as those who judge the application may know it, for a sentence. */
export const nameForJudges = (candidate: Candidate) =>
  isConcealed(anotherUser, candidate)
    ? fill('Candidate {number}', { number: String(candidate.candidate_number ?? 0) })
    : fullName(candidate)

/** An id that no user has, and so not the candidate. */
const anotherUser = { id: 0 }

interface Contacts {
  first_name: string
  last_name: string
  /** The name of the account, which may be another one. */
  account_name: string
  email: string
  phone: string
}

interface Telling extends Candidate, Contacts {
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

const removed = '…'
/** Shorter names are parts of many words. */
const longestOfWords = 3

/** Finds a name or contact; a short one only as a whole word. */
const toPattern = (known: string) => {
  const text = RegExp.escape(known)
  const isShort = known.length <= longestOfWords && /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\d]+$/u.test(known)
  return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])` : text, 'giu')
}

const isAddress = (word: string) => /@.|\/\/|^\W?www\./i.test(word)
const phoneNumber = /\+?\d[\d\s().-]{6,}\d/gu

/** Removes the names and contacts of the candidate from a text of theirs, and all addresses. Takes linear time. */
export function removeIdentity(text: string, { first_name, last_name, email, phone, account_name }: Contacts): string {
  const names = [account_name, `${first_name} ${last_name}`, first_name, last_name].flatMap((name) => [
    name,
    ...name.split(' '),
  ])
  const known = [...new Set([email, phone, ...names].map((one) => one.trim()))]
    .filter((one) => one.length > 1)
    .toSorted((one, other) => other.length - one.length)
  const withoutNames = known.reduce((rest, one) => rest.replace(toPattern(one), removed), text)
  return withoutNames.replace(/\S+/gu, (word) => (isAddress(word) ? removed : word)).replace(phoneNumber, removed)
}

/** A reserved place is submitted in the moment of a pass, which the author of the exam can look up. */
const toDay = (time: string) => `${toDate(time)}T00:00:00.000Z`

/** Withholds from a row who the candidate is. Evidence and the answers to the questions of the post stay. */
export const conceal = <T extends Telling>(row: T): T => ({
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
  applied_at: toDay(row.applied_at),
  updated_at: toDay(row.updated_at),
  experience_level: removeIdentity(row.experience_level, row),
  notice_period: removeIdentity(row.notice_period, row),
  additional_answers: row.additional_answers.map((one) => ({ ...one, answer: removeIdentity(one.answer, row) })),
})

/** Withholds what would lead from evidence to the person: addresses, times, and titles of their own work. */
export const concealProof = (proof: Proof): Proof => ({
  ...proof,
  url: null,
  at: null,
  title: proof.kind === 'exam' || proof.kind === 'course' ? proof.title : '',
  awarded_by: proof.kind === 'project_version' ? { ...proof.awarded_by, id: null, name: '' } : proof.awarded_by,
})
