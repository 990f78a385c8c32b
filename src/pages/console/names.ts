/** The words of the console for the values of fields: states, roles, kinds, orders. Browsers get them in the language of the reader. */

import type { PlainTemplate } from '#language/sentence.ts'
import { choiceNames } from '../choice-names.ts'
import type { Writer } from '../writer.ts'

type Names = Readonly<Record<string, PlainTemplate>>

/** What several fields have in common. */
const states: Names = {
  active: 'active',
  suspended: 'suspended',
  deleted: 'deleted',
  unverified: 'unverified',
  open: 'open',
  draft: 'draft',
  closed: 'closed',
  published: 'published',
  archived: 'archived',
  public: 'public',
  private: 'private',
  hidden: 'hidden',
  dismissed: 'dismissed',
  pending: 'pending',
  succeeded: 'received',
  failed: 'failed',
  refunded: 'refunded',
  ending: 'ends with its period',
  past_due: 'unpaid',
  canceled: 'canceled',
  expired: 'expired',
  invited: 'invited',
  existing: 'has an account',
  running: 'running',
  finished: 'done',
  waiting: 'waiting',
  sending: 'on its way',
  offered: 'offered',
  retired: 'retired',
  sent: 'sent',
  due: 'due',
  dead: 'failed for good',
  done: 'done',
  refused: 'refused',
  issued: 'issued',
  revoked: 'revoked',
  warning: 'risky',
  notice: 'look at it',
  none: 'fine',
  planning: 'planning',
  on_hold: 'on hold',
  completed: 'completed',
  matched: 'matched',
  returned: 'returned',
  vanished: 'not there any more',
}

const kinds: Names = {
  job_post: 'Job posts',
  course: 'Courses',
  exam: 'Exams',
  project: 'Projects',
  researcher: 'Researcher profiles',
  company: 'Companies',
  message: 'Messages',
  application: 'Applications',
  enrollment: 'Enrollments',
  attempt: 'Exam attempts',
  certificate: 'Certificates',
  payment: 'Payments',
}

/** By field, where the name of the field decides. */
const byField: Readonly<Record<string, Names>> = {
  kind: kinds,
  actor: {
    administrator: 'Administrator',
    command_line: 'Command line',
    service: 'Service',
    user: 'User',
    visitor: 'Visitor',
  },
  sort: {
    recent: 'Newest first',
    oldest: 'Oldest first',
    name: 'By name',
    amount: 'Largest amount first',
    period_end: 'Next end first',
  },
  purpose: { upload: 'Uploaded files', avatar: 'Profile picture' },
  problem: {
    missing_here: 'Only the gateway has it',
    missing_there: 'Only this service has it',
    other_amount: 'The amounts differ',
    other_state: 'Paid there, and not here',
    not_compared: 'The gateway could not be asked',
  },
  difference: { payment: 'Payment', refund: 'Refund', dispute: 'Dispute', report: 'Report of the day' },
  access: { everyone: 'For everyone', invited: 'For invited people' },
  level: {
    beginner: 'For beginners',
    intermediate: 'For those who know the basics',
    advanced: 'For experts',
  },
  experience_level: { entry: 'Entry level', mid: 'Some years of experience', senior: 'Senior', lead: 'Lead' },
  on_expiry: { grade: 'Graded as it is', void: 'Not counted' },
  partial_credit: { none: 'None', proportional: 'In proportion' },
  when: {
    never: 'Never',
    after_submit: 'After the submission',
    after_last: 'After the last attempt',
    after_close: 'After the exam has closed',
  },
  shows: {
    own_answers: 'Own answers',
    marks: 'Points',
    right_answers: 'Right answers',
    explanations: 'Explanations',
  },
}

/** Returns the word for a value of a field; undefined for one that has none. */
export const findName = (field: string, value: string): PlainTemplate | undefined => {
  const own = byField[field]?.[value]
  return own ?? states[value] ?? choiceNames[value]
}

/** Returns all words by field; those under an empty name are for any. */
export const buildNames = ({ write }: Writer): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    Object.entries({ ...byField, '': { ...choiceNames, ...states } }).map(([field, names]) => [
      field,
      Object.fromEntries(Object.entries(names).map(([value, name]) => [value, write(name)])),
    ]),
  )
