import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure, permit } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { getManagedApplication } from '../applications/access.ts'
import { checkCompany } from '../posts/company.ts'
import { templateRights } from '../rights.ts'
import { templates } from './queries.ts'
import type {
  MessageTemplate,
  MessageTemplateChange,
  MessageTemplateQuery,
  NewMessageTemplate,
  TemplatePreview,
  TemplatePreviewRequest,
} from './schemas.ts'
import { renderExample, renderForApplication } from './template-text.ts'

export const maxTemplates = 200

export const tooManyTemplates = createRuleViolation(
  fill('You can have at most {most} message templates.', { most: maxTemplates }),
)
export const companyHasTooMany = createRuleViolation(
  fill('A company can have at most {most} message templates.', { most: maxTemplates }),
)
export const unknownTemplate = createFieldProblem('template_id', 'The selected template is not one of yours.')

type Row = Awaited<ReturnType<typeof templates.byId.one>>

const presentTemplate = ({
  user_id,
  is_colleague,
  ...template
}: Omit<Row, 'is_colleague'> & { is_colleague?: boolean }): MessageTemplate => template

/** Lists the templates of the actor, or of a company for which the actor recruits, the newest first. */
export async function listMessageTemplates(ctx: Context, { company_id, ...query }: MessageTemplateQuery) {
  await checkCompany(ctx, { company_id: company_id ?? null }, ctx.actor.id)
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } =
      company_id === undefined
        ? await templates.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice })
        : await templates.ofCompany.page(ctx, { company_id, ...slice })
    return { rows: rows.map(presentTemplate), total }
  })
}

/** Returns the template. 404 if unknown, 403 if it is neither the actor's nor that of a company for which the actor recruits. */
async function getOwnTemplate(ctx: AnyContext, id: number): Promise<Row> {
  const row = await templates.byId.one(ctx, { id, actor_id: ctx.actor.id })
  permit(templateRights.may.read(ctx.actor, row))
  return row
}

export const showMessageTemplate = async (ctx: Context, id: number): Promise<MessageTemplate> =>
  presentTemplate(await getOwnTemplate(ctx, id))

export function createMessageTemplate(ctx: Context, input: NewMessageTemplate): Promise<MessageTemplate> {
  return runInTransaction(ctx, async (tx) => {
    const { company_id = null } = input
    await checkCompany(tx, input, tx.actor.id)
    const { id } = await templates.add.one(tx, { ...input, company_id, user_id: tx.actor.id, now: tx.clock.now() })
    await ensureNotTooMany(tx, company_id)
    return presentTemplate(await getOwnTemplate(tx, id))
  })
}

async function ensureNotTooMany(tx: Transaction, company_id: number | null): Promise<void> {
  const { total } =
    company_id === null
      ? await templates.countOfUser.one(tx, { user_id: tx.actor.id })
      : await templates.countOfCompany.one(tx, { company_id })
  ensure(total <= maxTemplates, company_id === null ? tooManyTemplates : companyHasTooMany)
}

/** Checks a new template, of which some fields may be missing. */
export const checkMessageTemplate = (ctx: Context, input: Partial<NewMessageTemplate>): Promise<void> =>
  checkCompany(ctx, input, ctx.actor.id)

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

/** Returns the texts of a template that the actor may use. 422 on `template_id` if it is not one. */
export async function getTemplateTexts(ctx: AnyContext, id: number): Promise<MessageTemplate['texts']> {
  const row = await templates.byId.maybe(ctx, { id, actor_id: ctx.actor.id })
  ensure(row !== null && templateRights.may.read(ctx.actor, row), unknownTemplate)
  return row.texts
}
