import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { foldLine } from '#core/text-normalization.ts'
import { fill } from '#language/sentence.ts'
import { getAnnotatedApplication } from './access.ts'
import { applicationTags } from './tag-queries.ts'
import { type ApplicationTags, maxTags } from './tag-schemas.ts'

const tooManyTags = createFieldProblem('tags', fill('An application has at most {most} tags.', { most: maxTags }))

/** Returns the key by which a tag is compared, without regard to case and accents. */
export const toTagKey = foldLine

/** Returns the tags without empty ones and repetitions, in their order. */
export function normalizeTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (toTagKey(tag) !== '' && !byKey.has(toTagKey(tag))) byKey.set(toTagKey(tag), tag)
  return [...byKey.values()]
}

/** Stores the tags of an application. */
export async function saveTags(tx: Transaction, id: number, input: readonly string[]): Promise<string[]> {
  const tags = normalizeTags(input)
  ensure(tags.length <= maxTags, tooManyTags)
  await applicationTags.set.run(tx, { id, tags, tag_keys: tags.map(toTagKey) })
  return tags
}

/** Replaces the tags of an application. */
export function replaceApplicationTags(ctx: Context, id: number, { tags }: ApplicationTags): Promise<ApplicationTags> {
  return runInTransaction(ctx, async (tx) => {
    await getAnnotatedApplication(tx, id)
    return { tags: await saveTags(tx, id, tags) }
  })
}
