import { type AnyContext, createLocalizerFor } from '#context.ts'
import { startOfDay } from '#core/periods.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { findUser, getUser } from '#features/users/index.ts'
import type { Language } from '#language/languages.ts'
import { type Sentence, verbatim } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import type { ApplicationRow } from '../applications/access.ts'
import { getNameForReviewers } from '../blind.ts'
import { jobPosts } from '../posts/queries.ts'
import { toViewer } from '../posts/service.ts'
import { type PlaceholderValues, renderPlaceholders } from './placeholders.ts'
import { maxMessage } from './record.ts'
import type { MessageTemplate, TemplatePreview } from './schemas.ts'

export const tooLongMessage = createFieldProblem(
  'template_id',
  'The message would be too long with the values of this application.',
)

type Texts = MessageTemplate['texts']

/** Values for a preview without an application. */
const exampleValues: PlaceholderValues = {
  'candidate.first_name': 'Ada',
  'candidate.last_name': 'Lovelace',
  'candidate.name': 'Ada Lovelace',
  'post.title': 'Biostatistician',
  'post.company': 'Verdant Labs',
  'post.location': 'Lisbon',
  'post.deadline': '2027-03-31',
  'application.applied_at': '2027-02-01',
  'sender.name': 'Rosalind Franklin',
}

/** Returns the text in the language, else in English, else the first. */
function chooseText(texts: Texts, language: Language): Texts[number] {
  const found = texts.find((text) => text.language === language) ?? texts.find((text) => text.language === 'en')
  const [first = { language: 'en', body: '' }] = texts
  return found ?? first
}

function render(
  { language, body }: Texts[number],
  toValues: (localizer: Localizer) => PlaceholderValues,
  ctx: AnyContext,
) {
  const localizer = createLocalizerFor(ctx, language)
  return { language, body: renderPlaceholders(body, toValues(localizer), localizer) }
}

/** Renders a template with example values, in the language or that of the actor. */
export async function renderExample(ctx: AnyContext, texts: Texts, language?: Language): Promise<TemplatePreview> {
  return render(chooseText(texts, language ?? (await findLanguage(ctx, ctx.actor.id))), () => exampleValues, ctx)
}

const findLanguage = async (ctx: AnyContext, userId: number): Promise<Language> =>
  createLocalizerFor(ctx, (await findUser(ctx, userId))?.locale ?? 'en').language

/**
 * Renders a template for an applicant. The message is read by those who manage the post too, so that a blind candidate has
 * a number instead of a name, also in the choice of the language, which would tell where the candidate is from.
 */
export async function renderForApplication(
  ctx: AnyContext,
  texts: Texts,
  row: ApplicationRow,
  language?: Language,
): Promise<TemplatePreview> {
  const name = getNameForReviewers(row)
  const isConcealed = typeof name !== 'string'
  const chosen = language ?? (await findLanguage(ctx, isConcealed ? ctx.actor.id : row.user_id))
  const post = await jobPosts.byId.one(ctx, { ...toViewer(ctx), id: row.job_post_id })
  const sender = await getUser(ctx, ctx.actor.id)
  const rendered = render(
    chooseText(texts, chosen),
    (localizer) => {
      const shown = translate(typeof name === 'string' ? verbatim(name) : (name satisfies Sentence), localizer)
      return {
        'candidate.first_name': isConcealed ? shown : row.first_name,
        'candidate.last_name': isConcealed ? shown : row.last_name,
        'candidate.name': shown,
        'post.title': post.title,
        'post.company': post.company,
        'post.location': post.location,
        'post.deadline': post.deadline,
        'application.applied_at': startOfDay(row.applied_at),
        'sender.name': sender.name,
      }
    },
    ctx,
  )
  ensure(rendered.body.length <= maxMessage, tooLongMessage)
  return rendered
}
