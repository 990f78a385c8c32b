import { type Static, Type } from 'typebox'
import { DateTime, withDescription } from '#core/schema.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
const Hash = (description: string) => Type.String({ description: `${description} In base64.` })
const Hashes = Type.Array(Type.String(), { description: 'The hashes of the proof, in base64.' })

export const LogHead = Type.Object(
  {
    origin: Type.String({ description: 'The name of the log.' }),
    size: Type.Integer({ description: 'How many rows it has.' }),
    root_hash: Hash('The root of the tree.'),
    signed_at: withDescription(DateTime, 'When it was signed.'),
    key: Type.String({ description: 'The key that signed it, in `/.well-known/did.json`.' }),
    checkpoint: Type.String({
      description: 'The same as a signed note (C2SP tlog-checkpoint). Keep it, to compare it later.',
    }),
  },
  { title: 'TransparencyHead' },
)
export type LogHead = Static<typeof LogHead>

export const ProofQuery = Type.Object({
  leaf: Type.Optional(Count('The position of a row, from 0: asks for a proof of inclusion.')),
  size: Type.Optional(Count('The tree of the first rows in which the row is; all by default.')),
  from: Type.Optional(Count('The size of an earlier tree: asks for a proof of consistency.')),
  to: Type.Optional(Count('The size of the later tree; all rows by default.')),
})
export type ProofQuery = Static<typeof ProofQuery>

export const InclusionProof = Type.Object({
  leaf: Type.Integer({ description: 'The position of the row, from 0.' }),
  size: Type.Integer({ description: 'The size of the tree.' }),
  leaf_hash: Hash('The hash of the row.'),
  root_hash: Hash('The root of the tree.'),
  hashes: Hashes,
})
export type InclusionProof = Static<typeof InclusionProof>

export const ConsistencyProof = Type.Object({
  from: Type.Integer({ description: 'The size of the earlier tree.' }),
  to: Type.Integer({ description: 'The size of the later tree.' }),
  from_root: Hash('The root of the earlier tree.'),
  to_root: Hash('The root of the later tree.'),
  hashes: Hashes,
})
export type ConsistencyProof = Static<typeof ConsistencyProof>

/** Either of the two. */
export const LogProof = Type.Object(
  { ...Type.Partial(InclusionProof).properties, ...Type.Partial(ConsistencyProof).properties, hashes: Hashes },
  { title: 'TransparencyProof' },
)
