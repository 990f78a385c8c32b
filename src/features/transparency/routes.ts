import { createRuleViolation } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { LogHead, LogProof, ProofQuery } from './schemas.ts'
import { getConsistencyProof, getHead, getInclusionProof } from './service.ts'

const unclear = createRuleViolation(
  'Ask for one proof: with leaf (and size) that a row is in the log, or with from (and to) that the log only grew.',
)

export const transparencyRoutes = routes('Operations', [
  route('GET /transparency/head', {
    config: { access: 'public' },
    operationId: 'showTransparencyHead',
    summary: 'Show the signed head of the log',
    description:
      'The rows of the activity and audit logs are the leaves of a Merkle tree (RFC 6962). New rows are in it within a minute. A person ' +
      'who keeps the head can prove later that no row before it was changed or removed.',
    response: responds(200, LogHead),
    run: getHead,
  }),
  route('GET /transparency/proof', {
    config: { access: 'public' },
    operationId: 'proveTransparency',
    summary: 'Prove that a row is in the log, or that the log only grew',
    description:
      'With `leaf`, a proof of inclusion (RFC 6962, section 2.1.1); with `from`, a proof of consistency (section 2.1.2). It contains hashes ' +
      'only. The export of a user has the contents and positions of their rows.',
    query: ProofQuery,
    response: responds(200, LogProof, unclear),
    handler({ ctx, query: { leaf, size, from, to } }) {
      if (leaf !== undefined && from === undefined && to === undefined) return getInclusionProof(ctx, leaf, size)
      if (from !== undefined && leaf === undefined && size === undefined) return getConsistencyProof(ctx, from, to)
      throw unclear
    },
  }),
])
