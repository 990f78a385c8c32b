/** The words for the values of fields, on forms of all pages. */

import { languages } from '#language/languages.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Choice } from './modules/form-values.ts'

export const choiceNames: Readonly<Record<string, PlainTemplate>> = {
  learner: 'Learner',
  student: 'Student',
  researcher: 'Researcher',
  recruiter: 'Recruiter',
  admin: 'Administrator',
  full_time: 'Full time',
  part_time: 'Part time',
  contract: 'Contract',
  internship: 'Internship',
  fellowship: 'Fellowship',
  available: 'Open for offers',
  busy: 'Busy',
  unavailable: 'Not available',
  public: 'People who are signed in find me',
  private: 'I alone see it',
  cash: 'Cash',
  bank: 'Bank transfer',
  mobile_money: 'Mobile money',
  other: 'Other',
  month: 'Month',
  year: 'Year',
  notification: 'Notification',
  mail: 'Mail',
}

/** The choice of all values, in the filters of lists. */
export const filterNames: Readonly<Record<string, PlainTemplate>> = { '': 'Any' }

/** Returns the languages and the time zones with the names that people know. */
export const listLanguages = (): Choice[] =>
  languages.map((code) => ({ value: code, text: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code }))

export const listZones = (): Choice[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))
