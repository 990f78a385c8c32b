import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, permit } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { getManagedApplication } from '../applications/access.ts'
import { templateRights } from '../rights.ts'
import { templates } from './queries.ts'
import { renderExample, renderForApplication } from './render.ts'
import type {
  MessageTemplate,
  MessageTemplateChange,
  MessageTemplateQuery,
  NewMessageTemplate,
  TemplatePreview,
  TemplatePreviewRequest,
} from './schemas.ts'

const mostTemplates = 200

export const tooManyTemplates = createRuleViolation(
  fill('You can have at most {most} message templates.', { most: mostTemplates }),
)
export const unknownTemplate = createFieldProblem('template_id', 'The selected template is not one of yours.')

type Row = Awaited<ReturnType<typeof templates.byId.one>>

const presentTemplate = ({ user_id, ...template }: Row): MessageTemplate => template

/** Lists the templates of the actor, the newest first. */
export const listMessageTemplates = (ctx: Context, query: MessageTemplateQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await templates.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice })
    return { rows: rows.map(presentTemplate), total }
  })

/** Returns the template. 404 if unknown, 403 if it is not the actor's. */
async function getOwnTemplate(ctx: AnyContext, id: number): Promise<Row> {
  const row = await templates.byId.one(ctx, { id })
  permit(templateRights.may.read(ctx.actor, row))
  return row
}

export const showMessageTemplate = async (ctx: Context, id: number): Promise<MessageTemplate> =>
  presentTemplate(await getOwnTemplate(ctx, id))

export function createMessageTemplate(ctx: Context, given: NewMessageTemplate): Promise<MessageTemplate> {
  return runInTransaction(ctx, async (tx) => {
    const mine = { user_id: tx.actor.id }
    const { id } = await templates.add.one(tx, { ...given, ...mine, now: tx.clock.now() })
    ensure((await templates.count.one(tx, mine)).total <= mostTemplates, tooManyTemplates)
    return presentTemplate(await getOwnTemplate(tx, id))
  })
}

export function updateMessageTemplate(
  ctx: Context,
  id: number,
  change: MessageTemplateChange,
): Promise<MessageTemplate> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getOwnTemplate(tx, id)
    await templates.change.run(tx, { ...before, ...change, now: tx.clock.now() })
    return presentTemplate(await getOwnTemplate(tx, id))
  })
}

export function deleteMessageTemplate(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getOwnTemplate(tx, id)
    await templates.remove.run(tx, { id })
  })
}

/** Renders a template as it would be sent to an applicant of the actor, or with example values. */
export async function renderMessageTemplate(
  ctx: Context,
  id: number,
  { application_id, language }: TemplatePreviewRequest,
): Promise<TemplatePreview> {
  const { texts } = await getOwnTemplate(ctx, id)
  if (application_id === undefined) return renderExample(ctx, texts, language)
  return renderForApplication(ctx, texts, await getManagedApplication(ctx, application_id), language)
}

/** Returns the texts of a template of the actor. 422 on `template_id` if it is not one. */
export async function getTemplateTexts(ctx: AnyContext, id: number): Promise<MessageTemplate['texts']> {
  const row = await templates.byId.maybe(ctx, { id })
  ensure(row !== null && row.user_id === ctx.actor.id, unknownTemplate)
  return row.texts
}
