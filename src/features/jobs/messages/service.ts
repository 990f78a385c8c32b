import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { startOfDay } from '#core/periods.ts'
import { createRuleViolation, createTooManyRequests, ensure } from '#core/problem.ts'
import { presentFile, type StoredFile } from '#features/files/index.ts'
import { translate } from '#language/translation.ts'
import { countUse } from '#platform/throttle.ts'
import { type ApplicationRow, getCorrespondence } from '../applications/access.ts'
import { getShownName, isConcealed, removeIdentity } from '../blind.ts'
import { messageFiles } from '../message-file-queries.ts'
import { messageRights } from '../rights.ts'
import { getTemplateTexts } from '../templates/service.ts'
import { renderForApplication } from '../templates/template-text.ts'
import { collectAttachments } from './attachments.ts'
import { notifyRecipients } from './mails.ts'
import { messages } from './queries.ts'
import type { ApplicationMessage, ApplicationMessageQuery, NewApplicationMessage } from './schemas.ts'

export const notReceived = createRuleViolation(
  'You can write messages once the application has reached those who decide about it.',
)

export const messageLimit = defineListLimit('body', 1_000)
/** What an applicant may send about one application; those who manage the post answer many. */
const candidateLimit = { limit: 30, window: { days: 1 } }

type Row = Awaited<ReturnType<typeof messages.byId.one>>

/** Lists the messages about an application, the newest first. */
export async function listApplicationMessages(ctx: Context, applicationId: number, query: ApplicationMessageQuery) {
  const application = await getCorrespondence(ctx, applicationId)
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await messages.ofApplication.page(ctx, { application_id: applicationId, ...slice })
    return { rows: await presentMessages(ctx, application, rows), total }
  })
}

async function presentMessages(ctx: AnyContext, application: ApplicationRow, rows: readonly Row[]) {
  const attached = await messageFiles.of.all(ctx, { message_ids: rows.map(({ id }) => id) })
  const byMessage = Map.groupBy(attached, ({ message_id }) => message_id)
  return rows.map((row) => presentMessage(ctx, application, { ...row, files: byMessage.get(row.id) ?? [] }))
}

type WithFiles = Row & { files: readonly StoredFile[] }

/** Withholds the text and the files of a hidden message from all but its author and administrators. */
function withholdHidden(ctx: AnyContext, application: ApplicationRow, row: WithFiles): WithFiles {
  if (messageRights.may.read(ctx.actor, row))
    return isByConcealed(ctx, application, row) ? { ...row, body: removeIdentity(row.body, application) } : row
  const body = translate('An administrator has removed this message.', ctx.wording)
  return { ...row, body, hidden_reason: '', files: [] }
}

const isByConcealed = ({ actor }: AnyContext, application: ApplicationRow, { user_id }: Row): boolean =>
  user_id === application.user_id && isConcealed(actor, application)

/** Presents a message, and withholds who a blind candidate is. */
function presentMessage(ctx: AnyContext, application: ApplicationRow, stored: WithFiles): ApplicationMessage {
  const { user_id, author_name, files, ...row } = withholdHidden(ctx, application, stored)
  const isCandidate = user_id === application.user_id
  if (isByConcealed(ctx, application, stored))
    return {
      ...row,
      sender: 'candidate',
      author: { id: null, name: getShownName(ctx.actor, application) },
      files: [],
      withheld_files: files.length,
      created_at: startOfDay(row.created_at),
    }
  return {
    ...row,
    sender: isCandidate ? 'candidate' : 'recruiter',
    author: { id: user_id, name: isCandidate ? getShownName(ctx.actor, application) : author_name },
    files: files.map((file) => presentFile(ctx, file, { isHidden: row.hidden_at !== null })),
    withheld_files: 0,
  }
}

/** Sends a message to the other side, with its files, which are stored together with it. */
export async function sendApplicationMessage(
  ctx: Context,
  applicationId: number,
  { files = [], ...text }: NewApplicationMessage,
): Promise<ApplicationMessage> {
  ensure(!(await getCorrespondence(ctx, applicationId)).pending, notReceived)
  const send = async (tx: Transaction, stored: readonly StoredFile[]) => {
    const application = await getCorrespondence(tx, applicationId)
    ensure(!application.pending, notReceived)
    const id = await addMessage(tx, application, text, stored)
    const [message] = await presentMessages(tx, application, [await messages.byId.one(tx, { id })])
    ensure(message !== undefined, notReceived)
    return message
  }
  return files.length === 0 ? runInTransaction(ctx, (tx) => send(tx, [])) : collectAttachments(ctx, files, send)
}

/** Stores a message of the actor, and tells the other side. Returns the id. */
export async function addMessage(
  tx: Transaction,
  application: ApplicationRow,
  text: Omit<NewApplicationMessage, 'files'>,
  files: readonly StoredFile[] = [],
): Promise<number> {
  if (tx.actor.id === application.user_id) await limitCandidate(tx, application.id)
  const body = await writeBody(tx, application, text)
  const mine = { application_id: application.id, user_id: tx.actor.id }
  const { id } = await messages.add.one(tx, { ...mine, body, now: tx.clock.now() })
  if (files.length > 0) await messageFiles.add.run(tx, { message_id: id, file_ids: files.map((file) => file.id) })
  ensureWithin(messageLimit, await messages.size.one(tx, mine))
  await notifyRecipients(tx, application, { id, body })
  return id
}

async function limitCandidate(tx: Transaction, applicationId: number): Promise<void> {
  const wait = await countUse(tx, 'candidate-messages', [String(tx.actor.id), String(applicationId)], candidateLimit)
  if (wait !== null) throw createTooManyRequests('You have sent too many messages today, please try again later.', wait)
}

async function writeBody(
  tx: Transaction,
  application: ApplicationRow,
  { body = '', template_id, language }: Omit<NewApplicationMessage, 'files'>,
): Promise<string> {
  if (template_id === undefined) return body
  return (await renderForApplication(tx, await getTemplateTexts(tx, template_id), application, language)).body
}
