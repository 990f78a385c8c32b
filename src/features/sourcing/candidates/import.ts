import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure, isInvalidFields, Problem } from '#core/problem.ts'
import { getManagedJobPost, isAccepting, toEmailKey } from '#features/jobs/index.ts'
import type { JobPost } from '#features/jobs/posts/schemas.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { limitImports } from '#platform/import-limit.ts'
import { type CandidateData, futureConsent, mergeData, parseResume, type ReadRow, readRows } from './candidate-file.ts'
import { inviteCandidate, notAccepting } from './invitations.ts'
import { candidates } from './queries.ts'
import type { CandidateSource } from './record.ts'
import type { CandidateImport, CandidateImportRequest, CandidateRow } from './schemas.ts'

/** The most candidates of a post who have not refused. */
const candidateLimit = defineListLimit('csv', 2_000)
/** The sources that are kept of a candidate. */
const maxSources = 20

export const consentInFuture = createFieldProblem('consented_on', futureConsent)
const refusedBefore: Sentence = 'This person does not want to be considered for this job post.'
const repeated: Sentence = 'An earlier row of the file has the same address.'

interface Import {
  post: Pick<JobPost, 'id' | 'blind' | 'status' | 'deadline'>
  request: CandidateImportRequest
}

type Verdict = Pick<CandidateRow, 'verdict' | 'candidate_id' | 'application_id'> & { message: Sentence | null }

/** Imports candidates, each in a transaction of its own, so that one that is refused changes nothing of the others. */
export async function importCandidates(
  ctx: Context,
  postId: number,
  request: CandidateImportRequest,
): Promise<CandidateImport> {
  const post = await getManagedJobPost(ctx, postId)
  const today = ctx.clock.now().slice(0, 10)
  const { preview = false, consented_on = null } = request
  ensure(consented_on === null || consented_on <= today, consentInFuture)
  await limitImports(ctx, 'candidate-imports')
  const read = await readRows(request, { today, person: ctx.actor.id })
  const seen = new Set<string>()
  const rows: CandidateRow[] = []
  for (const row of read) rows.push(await importRow(ctx, { post, request }, row, seen))
  const count = (verdict: CandidateRow['verdict']) => rows.filter((row) => row.verdict === verdict).length
  return {
    preview,
    total: rows.length,
    added: count('added'),
    joined: count('joined'),
    refused: count('refused'),
    rows,
  }
}

async function importRow(ctx: Context, scope: Import, row: ReadRow, seen: Set<string>): Promise<CandidateRow> {
  const { line, name, email, data } = row
  const refused = {
    line,
    name,
    email,
    verdict: 'refused',
    candidate_id: null,
    application_id: null,
    invited: false,
  } as const
  const say = (sentences: readonly Sentence[]) => sentences.map((sentence) => translate(sentence, ctx.wording))
  if (data === null) return { ...refused, messages: say(row.messages) }
  const isRepeated = seen.has(email)
  seen.add(email)
  try {
    const { message, ...verdict } = await storeRow(ctx, scope, data)
    const shown = { line, name, email, ...verdict, messages: say(message === null ? [] : [message]), invited: false }
    if (isRepeated && verdict.verdict !== 'refused') return { ...shown, verdict: 'joined', messages: say([repeated]) }
    return await inviteRow(ctx, scope, shown)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    return { ...refused, messages: say([getReason(error)]) }
  }
}

const getReason = (error: Problem): Sentence =>
  (isInvalidFields(error) ? Object.values(error.errors)[0]?.[0] : undefined) ?? error.sentence

/** Stores a row, or says what would come of it. */
const storeRow = (ctx: Context, scope: Import, data: CandidateData): Promise<Verdict> =>
  scope.request.preview === true
    ? findVerdict(ctx, scope.post, data)
    : runInTransaction(ctx, (tx) => addOrJoin(tx, scope, data))

/** Invites a new candidate, if it is asked. One who is not invited stays a candidate. */
async function inviteRow(ctx: Context, { post, request }: Import, row: CandidateRow): Promise<CandidateRow> {
  const { candidate_id: id, verdict } = row
  if (request.invite !== true || verdict !== 'added') return row
  if (id === null)
    return isAccepting(post, ctx.clock.now())
      ? { ...row, invited: true }
      : { ...row, messages: [translate(notAccepting.sentence, ctx.wording)] }
  try {
    await runInTransaction(ctx, async (tx) =>
      inviteCandidate(tx, await candidates.inPost.one(tx, { id, job_post_id: post.id })),
    )
    return { ...row, invited: true }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { ...row, messages: [translate(getReason(error), ctx.wording)] }
  }
}

const unknownAddress: Verdict = { verdict: 'added', candidate_id: null, application_id: null, message: null }

async function findVerdict(ctx: AnyContext, post: Import['post'], { email }: CandidateData): Promise<Verdict> {
  const { existing, application } = await findKnown(ctx, post, email)
  const candidate_id = existing?.id ?? null
  if (existing !== null && existing.withdrawn_at !== null)
    // Of a blind post, a refusal would tell who has applied and withdrawn; nothing is stored.
    return post.blind
      ? unknownAddress
      : { verdict: 'refused', candidate_id: null, application_id: null, message: refusedBefore }
  const application_id = application === null || application.pending ? null : application.id
  const isKnown = candidate_id !== null || application_id !== null
  return { verdict: isKnown ? 'joined' : 'added', candidate_id, application_id, message: null }
}

/** The candidate and the application with the address. Who has applied for a blind post is not told. */
async function findKnown(ctx: AnyContext, { id: job_post_id, blind }: Import['post'], email: string) {
  const existing = await candidates.byKey.maybe(ctx, { job_post_id, email_key: toEmailKey(job_post_id, email) })
  const application = blind ? null : await candidates.applicationWith.maybe(ctx, { job_post_id, email })
  return { existing, application }
}

async function addOrJoin(tx: Transaction, { post, request }: Import, data: CandidateData): Promise<Verdict> {
  await getManagedJobPost(tx, post.id)
  const verdict = await findVerdict(tx, post, data)
  const { existing, application } = await findKnown(tx, post, data.email)
  // Who has refused is not stored again, whatever the verdict says.
  if (existing !== null && existing.withdrawn_at !== null) return verdict
  const now = tx.clock.now()
  const { source, consented_on, resume, ...content } = data
  const origin: CandidateSource = {
    source: source ?? request.source,
    consent: request.consent,
    consented_on: consented_on ?? request.consented_on ?? null,
    imported_at: now,
  }
  if (existing !== null) {
    const sources = addSource(existing.sources, origin)
    await candidates.fill.run(tx, {
      id: existing.id,
      ...mergeData(existing, { ...content, resume: parseResume(resume) }),
      sources,
      now,
    })
    return verdict
  }
  const added = await candidates.add.maybe(tx, {
    ...content,
    resume: parseResume(resume),
    job_post_id: post.id,
    email_key: toEmailKey(post.id, data.email),
    sources: [origin],
    application_id: application?.id ?? null,
    imported_by: tx.actor.id,
    now,
  })
  // Another request was faster.
  if (added === null) return findVerdict(tx, post, data)
  ensureWithin(candidateLimit, await candidates.size.one(tx, { job_post_id: post.id }))
  return { ...verdict, candidate_id: added.id }
}

/** Adds a source, unless the last one says the same. */
function addSource(sources: readonly CandidateSource[], added: CandidateSource): CandidateSource[] {
  const last = sources.at(-1)
  const isSame =
    last !== undefined &&
    (['source', 'consent', 'consented_on'] as const).every((field) => last[field] === added[field])
  return isSame ? [...sources] : [...sources, added].slice(-maxSources)
}
