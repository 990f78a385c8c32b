import type { AnyContext, Transaction } from '#context.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import { mailAboutApplication, mayRecruitFor } from '#features/jobs/index.ts'
import { notify } from '#features/notifications/index.ts'
import { getTimezone } from '#features/users/index.ts'
import { type Day, fill, type Sentence } from '#language/sentence.ts'
import { createConsentUrl } from './links.ts'
import type { Row } from './queries.ts'

/** Returns the day of the moment as the user's calendar shows it. */
const getDay = async (ctx: AnyContext, userId: number, moment: string): Promise<Day> => ({
  day: getDateInTimezone(moment, await getTimezone(ctx, userId)),
})

/** Returns what a person is asked, in a sentence. */
export async function describeRequest(ctx: AnyContext, row: Row): Promise<Sentence> {
  const day = await getDay(ctx, row.user_id, row.consent_until)
  const { keeper_name: name, company_name: company } = row
  return company === null
    ? fill('{name} asks to keep you in a personal talent pool until {day}.', { name, day })
    : fill('{name} asks to keep you in the talent pool of {company} until {day}.', { name, company, day })
}

/** What those who keep a person see and do. */
export const consequences: Sentence =
  'They see your name, your picture and your e-mail address, and may write notes that you do not see. It ends by itself on that day.'

/** Notifies and mails the person who is asked. */
export async function mailRequest(tx: Transaction, row: Row): Promise<void> {
  const message = await describeRequest(tx, row)
  await notify(tx, row.user_id, 'job_application', {
    title: 'May we keep you in a talent pool?',
    message,
    data: { url: `/talent-pool/${row.id}`, action: 'view_talent_pool' },
    event: `talent_pool:${row.id}:request`,
  })
  await mailAboutApplication(tx, {
    recipient: row.user_id,
    sender: row.keeper_id,
    subject: 'May we keep you in a talent pool?',
    heading: 'May we keep you in a talent pool?',
    paragraphs: [
      fill('Hello {name},', { name: row.user.name }),
      message,
      consequences,
      fill('Nothing happens without your consent. The request ends by itself on {day}.', {
        day: await getDay(tx, row.user_id, row.ends_at),
      }),
    ],
    button: { text: 'Answer the request', url: createConsentUrl(tx, row) },
    footer: 'With the same link you can withdraw your consent at any time.',
  })
}

/** Returns what a person is asked who is in the pool already, with the present end and the later one. */
export async function describeExtension(ctx: AnyContext, row: Row, requested_until: string): Promise<Sentence> {
  const name = row.requester_name ?? row.keeper_name
  const { company_name: company, user_id } = row
  const [end, day] = [await getDay(ctx, user_id, row.consent_until), await getDay(ctx, user_id, requested_until)]
  return company === null
    ? fill('{name} asks to keep you in a personal talent pool until {day}, instead of {end}.', { name, day, end })
    : fill('{name} asks to keep you in the talent pool of {company} until {day}, instead of {end}.', {
        name,
        company,
        day,
        end,
      })
}

/** What follows from an answer to such a request. */
export const extensionConsequences: Sentence =
  'If you do not agree, nothing changes: it ends by itself on the present day.'

/** Notifies and mails the person who is asked for a later end. */
export async function mailExtensionRequest(
  tx: Transaction,
  row: Row,
  { requested_until, request_ends_at, requested_by }: ExtensionRequest,
): Promise<void> {
  const message = await describeExtension(tx, row, requested_until)
  const title = 'May we keep you in a talent pool for longer?'
  await notify(tx, row.user_id, 'job_application', {
    title,
    message,
    data: { url: `/talent-pool/${row.id}`, action: 'view_talent_pool' },
    event: `talent_pool:${row.id}:extension:${request_ends_at}`,
  })
  await mailAboutApplication(tx, {
    recipient: row.user_id,
    sender: requested_by,
    subject: title,
    heading: title,
    paragraphs: [
      fill('Hello {name},', { name: row.user.name }),
      message,
      extensionConsequences,
      fill('The request ends by itself on {day}.', { day: await getDay(tx, row.user_id, request_ends_at) }),
    ],
    button: { text: 'Answer the request', url: createConsentUrl(tx, { id: row.id, consent_until: requested_until }) },
    footer: 'With the same link you can withdraw your consent at any time.',
  })
}

interface ExtensionRequest {
  requested_until: string
  request_ends_at: string
  requested_by: number
}

/** Notifies the user who asked for a later end of the answer. The row is the one before the answer. */
export async function notifyExtension(tx: Transaction, row: Row, answer: 'extended' | 'not_extended'): Promise<void> {
  const asker = row.requested_by ?? row.keeper_id
  if (!(await canStillRecruit(tx, row, asker))) return
  const { name } = row.user
  const isExtended = answer === 'extended'
  const end = isExtended && row.requested_until !== null ? row.requested_until : row.consent_until
  const day = await getDay(tx, asker, end)
  await notify(tx, asker, 'job_application', {
    title: isExtended ? 'Longer in your talent pool' : 'Your talent pool: the end stays',
    message: isExtended
      ? fill('{name} agrees to be in your talent pool until {day}.', { name, day })
      : fill('{name} does not agree to a later end, and is in your talent pool until {day}.', { name, day }),
    data: { url: `/talent-pool/${row.id}`, action: 'view_talent_pool' },
    event: `talent_pool:${row.id}:${answer}:${row.request_ends_at}`,
  })
}

/** Returns whether the user keeps the entry: alone, or as one who recruits for its company. */
const canStillRecruit = async (tx: Transaction, { company_id }: Row, userId: number): Promise<boolean> =>
  company_id === null || (await mayRecruitFor(tx, company_id, userId))

/** Notifies the user who asked of the answer, unless they do not recruit for the company any more. */
export async function notifyAnswer(tx: Transaction, row: Row, answer: 'consented' | 'declined'): Promise<void> {
  if (!(await canStillRecruit(tx, row, row.keeper_id))) return
  const { name } = row.user
  const isRefused = answer === 'declined'
  await notify(tx, row.keeper_id, 'job_application', {
    title: isRefused ? 'Not in your talent pool' : 'In your talent pool',
    message: isRefused
      ? fill('{name} does not want to be in your talent pool.', { name })
      : fill('{name} agrees to be in your talent pool until {day}.', {
          name,
          day: await getDay(tx, row.keeper_id, row.consent_until),
        }),
    data: { url: isRefused ? '/talent-pool' : `/talent-pool/${row.id}`, action: 'view_talent_pool' },
    event: `talent_pool:${row.id}:${answer}`,
  })
}
