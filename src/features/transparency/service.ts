import type { AnyContext, Context } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { getActiveSigner } from '#features/issuer/index.ts'
import { signHead } from './checkpoint.ts'
import { getRoot, proveConsistency, proveInclusion } from './merkle.ts'
import { logEnd } from './queries.ts'
import type { ConsistencyProof, InclusionProof, LogHead } from './schemas.ts'
import { createNodeReader } from './tiles.ts'

const encode = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

/** The name of the log: the address without its protocol. */
const getOrigin = ({ config }: AnyContext) => `${config.publicUrl.replace(/^https?:\/\//, '')}/transparency`

/** Returns the signed head of the log as it is now. */
export async function getHead(ctx: Context): Promise<LogHead> {
  const { size } = await logEnd.get.one(ctx, {})
  const root = await getRoot(createNodeReader(ctx), size)
  const head = { origin: getOrigin(ctx), size, root_hash: encode(root), signed_at: ctx.clock.now() }
  const signer = await getActiveSigner(ctx)
  return { ...head, key: signer.id, checkpoint: signHead(head, signer) }
}

const createRangeProblem = (field: string) => createFieldProblem(field, 'The log does not have that many rows.')

/** Proves that a row is in the tree of the first `size` rows. */
export async function getInclusionProof(ctx: Context, leaf: number, size: number | undefined): Promise<InclusionProof> {
  const end = await logEnd.get.one(ctx, {})
  const whole = size ?? end.size
  ensure(whole <= end.size, createRangeProblem('size'))
  ensure(leaf < whole, createRangeProblem('leaf'))
  const read = createNodeReader(ctx)
  const [hash, path] = [await read(0, leaf), await proveInclusion(read, leaf, whole)]
  return {
    leaf,
    size: whole,
    leaf_hash: encode(hash),
    root_hash: encode(await getRoot(read, whole)),
    hashes: path.map(encode),
  }
}

/** Proves that the first `from` rows begin the tree of the first `to` rows. */
export async function getConsistencyProof(
  ctx: Context,
  from: number,
  to: number | undefined,
): Promise<ConsistencyProof> {
  const end = await logEnd.get.one(ctx, {})
  const whole = to ?? end.size
  ensure(whole <= end.size, createRangeProblem('to'))
  ensure(from <= whole, createRangeProblem('from'))
  const read = createNodeReader(ctx)
  const roots = [await getRoot(read, from), await getRoot(read, whole)].map(encode)
  const hashes = from === 0 ? [] : (await proveConsistency(read, from, whole)).map(encode)
  return { from, to: whole, from_root: roots[0] ?? '', to_root: roots[1] ?? '', hashes }
}
