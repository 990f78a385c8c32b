/** The access check of a route: who may call it, with which scope of an API key, and whether a verified address or a second factor is missing. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, anonymous } from '#context.ts'
import {
  createMissingScope,
  forbidden,
  type Problem,
  refusesApiKeys,
  secondFactorNeeded,
  unauthenticated,
  verifiedEmailNeeded,
} from '#core/problem.ts'
import { ensureScopes, type Scope } from '#core/scopes.ts'
import type { Access, RouteScope } from './routes.ts'

interface Rule {
  access: Access
  scope: RouteScope
  furtherScopes: readonly Scope[]
  beforeSecondFactor: boolean
}

/** Returns the hook that refuses a caller who may not call the route, and begins the audit row of one who may. */
export const checkAccess =
  ({ access, scope, furtherScopes, beforeSecondFactor }: Rule, beginAct: (request: FastifyRequest) => void) =>
  (request: FastifyRequest, _: FastifyReply, done: () => void) => {
    const { ctx, headers } = request
    const problem = findCredentialProblem(ctx.actor, { scope, beforeSecondFactor })
    if (access === 'public') {
      if (problem !== null) request.ctx = { ...ctx, actor: anonymous }
      else {
        limitToScopes(request, scope)
        beginAct(request)
      }
      return done()
    }
    // An invalid token is refused even where a token is optional, so that its sender is not treated as anonymous.
    if (access === 'optional' && headers.authorization === undefined) return done()
    if (ctx.actor.role === 'anonymous') throw unauthenticated
    if (problem !== null) throw problem
    ensureScopes(ctx.actor.scopes, furtherScopes)
    const missing = limitToScopes(request, scope)
    const { role } = request.ctx.actor
    if (typeof access !== 'string' && !access.some((one) => one === role)) throw missing ?? forbidden
    beginAct(request)
    done()
  }

/** Returns why the actor may not use the route at all: the scopes of the API key, or what the account lacks. */
function findCredentialProblem(
  { scopes, lacks_verified_email, lacks_second_factor }: Actor,
  { scope, beforeSecondFactor }: Omit<Rule, 'access' | 'furtherScopes'>,
): Problem | null {
  if (scopes !== null) {
    if (scope === null) return refusesApiKeys
    if (scope !== 'any' && !scopes.includes(scope)) return createMissingScope(scope)
  }
  if (lacks_verified_email && !beforeSecondFactor) return verifiedEmailNeeded
  return lacks_second_factor && !beforeSecondFactor ? secondFactorNeeded : null
}

/**
 * Makes the API key of an administrator act for an ordinary user unless it has the scope for administrators. Returns
 * the problem that names this scope, or null.
 */
function limitToScopes(request: FastifyRequest, scope: RouteScope): Problem | null {
  const { ctx } = request
  const { role, scopes } = ctx.actor
  if (role !== 'admin' || scopes === null) return null
  const needed: Scope = scope?.endsWith(':read') ? 'admin:read' : 'admin:write'
  if (scopes.includes(needed)) return null
  request.ctx = { ...ctx, actor: { ...ctx.actor, role: 'learner' } }
  return createMissingScope(needed)
}
