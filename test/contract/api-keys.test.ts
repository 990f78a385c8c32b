import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Scope, scopes } from '#core/scopes.ts'
import type { RouteScope } from '#http/routes.ts'
import type { Person } from '../support/app.ts'
import { buildPath, type Route, walk } from './walk.ts'

const { app, routes } = await walk()
const [owner, admin] = [await app.given.user(), await app.given.admin()]

async function createKey(person: Person, chosen: readonly Scope[]): Promise<string> {
  const { status, data, text } = await person.post('/auth/api-keys', { name: 'Sync', scopes: chosen, expires_at: null })
  assert.equal(status, 201, text)
  return data.key
}

const lacks = (scope: RouteScope | undefined) => `The API key lacks the scope ${scope}.`

/** The sentences that refuse a key with only the scope; undefined when it is allowed. */
function findRefusal(route: Route, scope: Scope): string[] | undefined {
  if (route.scope === null) return ['API keys cannot be used here; please sign in.']
  if (route.scope !== scope && route.scope !== 'any') return [lacks(route.scope)]
  return route.furtherScopes.length === 0 ? undefined : route.furtherScopes.map(lacks)
}

const send = (key: string, route: Route) => app.withToken(key).send(route.method, buildPath(route))

describe('every route, asked with an API key', () => {
  const guarded = routes.filter(({ access }) => access !== 'public')

  it('names its scope', () => {
    assert.ok(guarded.length > 130, 'the routes were not found')
    assert.deepEqual(
      guarded.filter(({ scope }) => scope === undefined).map(({ name }) => name),
      [],
    )
  })

  it('never accepts a key on /auth/*', () => {
    const open = routes.filter(({ url, scope }) => url.startsWith('/auth/') && scope)

    assert.deepEqual(
      open.map(({ name }) => name),
      [],
    )
  })

  for (const scope of scopes)
    it(`allows the scope ${scope} alone what names it, and refuses everything else with the missing scope`, async () => {
      const key = await createKey(scope.startsWith('admin:') ? admin : owner, [scope])

      for (const route of guarded) {
        const { status, errors } = await send(key, route)
        const expected = findRefusal(route, scope)
        assert.deepEqual(errors.scope, expected, route.name)
        if (expected) assert.equal(status, 403, route.name)
      }
    })

  it('allows a key with all other scopes nothing that needs the missing one', async () => {
    for (const missing of ['jobs:write', 'billing:read'] as const) {
      const key = await createKey(
        owner,
        scopes.filter((scope) => scope !== missing && !scope.startsWith('admin:')),
      )

      for (const route of guarded.filter(
        ({ scope, furtherScopes }) => scope === missing || furtherScopes.includes(missing),
      )) {
        const { status, errors } = await send(key, route)
        assert.deepEqual([status, errors], [403, { scope: [lacks(missing)] }], route.name)
      }
    }
  })

  it('treats a key as no key on public routes that do not name its scope', async () => {
    const key = await createKey(owner, ['jobs:read'])

    for (const route of routes.filter(({ access, described, scope }) => access === 'public' && described && scope)) {
      const [withKey, without] = [await send(key, route), await app.anonymous.send(route.method, buildPath(route))]
      assert.equal(withKey.status, without.status, route.name)
    }
  })
})
