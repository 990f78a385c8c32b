import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import type { Client, Reply } from '#test/support/client.ts'
import { collaborator, milestone, project, sendScopeDocument, sendVersion, version } from '#test/support/projects.ts'

const visibilities = ['public', 'private'] as const
type Visibility = (typeof visibilities)[number]

const permissions = ['can_edit', 'can_upload_versions', 'can_manage_milestones'] as const
type Permission = (typeof permissions)[number]

/** A user and their relation to the projects of this file. */
interface Actor {
  name: string
  client: Client
  /** The owner and administrators. */
  owns: boolean
  /** The permissions of a collaborator; null for others. */
  may: readonly Permission[] | null
}

type Rule = (actor: Actor, visibility: Visibility) => boolean

const isOwner: Rule = (actor) => actor.owns
const canRead: Rule = (actor, visibility) => visibility === 'public' || actor.owns || actor.may !== null
const has =
  (permission: Permission): Rule =>
  (actor) =>
    actor.owns || actor.may?.includes(permission) === true

/** A project with one object of each kind. */
interface Place {
  visibility: Visibility
  id: number
  milestone: number
  collaborator: number
}

const { given, anonymous } = await testApp()
const owner = await given.user({ name: 'Barbara' })
const passerBy = await given.user()
const newcomer = await given.user()
const places = new Map<Visibility, Place>()
const actors: Actor[] = []

/** No permission, each alone, and all: every endpoint requires at most one. */
const combinations: (readonly Permission[])[] = [[], ...permissions.map((one) => [one]), permissions]

async function createFullProject(visibility: Visibility, people: readonly Person[]): Promise<Place> {
  const { id } = await project(owner, { title: `Maize ${visibility}`, visibility })
  for (const [index, person] of people.entries()) {
    const granted = (combinations[index] ?? []).map((permission) => [permission, true])
    await collaborator(owner, id, person, Object.fromEntries(granted))
  }
  await version(owner, id)
  const { id: present } = await collaborator(owner, id, passerBy)
  return { visibility, id, milestone: (await milestone(owner, id)).id, collaborator: present }
}

before(async () => {
  const people: Person[] = []
  for (const _ of combinations) people.push(await given.user())
  for (const visibility of visibilities) places.set(visibility, await createFullProject(visibility, people))
  actors.push(
    { name: 'anonymous', client: anonymous, owns: false, may: null },
    { name: 'stranger', client: await given.user(), owns: false, may: null },
    ...people.map((client, index) => {
      const may = combinations[index] ?? []
      return { name: `collaborator (${may.join()})`, client, owns: false, may }
    }),
    { name: 'owner', client: owner, owns: true, may: null },
    { name: 'administrator', client: await given.admin(), owns: true, may: null },
  )
})

interface Endpoint {
  rule: Rule
  success: number
  send: (client: Client, place: Place) => Promise<Reply>
  /** What an allowed request uses up. */
  fresh?: (place: Place) => Promise<Partial<Place>>
  /** Restores what an allowed request changed. */
  undo?: (place: Place, reply: Reply) => Promise<unknown>
}

const buildPath = ({ id }: Place, rest = '') => `/projects/${id}${rest}`
const buildMilestonePath = (place: Place) => buildPath(place, `/milestones/${place.milestone}`)
const buildCollaboratorPath = (place: Place) => buildPath(place, `/collaborators/${place.collaborator}`)
const addCollaborator = async ({ id }: Place) => {
  const mine = (await owner.get(`/projects/${id}/collaborators`)).data
  const known = mine.find(({ user }: { user: { id: number } }) => user.id === passerBy.id)
  return { collaborator: (known ?? (await collaborator(owner, id, passerBy))).id }
}
let versions = 0

const endpoints: Record<string, Endpoint> = {
  'GET /projects/{id}': { rule: canRead, success: 200, send: (client, place) => client.get(buildPath(place)) },
  'PUT /projects/{id}': {
    rule: has('can_edit'),
    success: 200,
    send: (client, place) => client.put(buildPath(place), { description: 'Changed' }),
    undo: (place) => owner.put(buildPath(place), { description: '' }),
  },
  'DELETE /projects/{id}': {
    rule: isOwner,
    success: 200,
    send: (client, place) => client.delete(buildPath(place)),
    fresh: async ({ visibility }) => ({ id: (await project(owner, { visibility })).id }),
  },
  'GET /projects/{id}/versions': {
    rule: canRead,
    success: 200,
    send: (client, place) => client.get(buildPath(place, '/versions')),
  },
  'GET /projects/{id}/versions/latest': {
    rule: canRead,
    success: 302,
    send: (client, place) => client.get(buildPath(place, '/versions/latest')),
  },
  'POST /projects/{id}/versions': {
    rule: has('can_upload_versions'),
    success: 201,
    send: (client, { id }) => sendVersion(client, id, { version_number: `new ${versions++}` }),
  },
  'GET /projects/{id}/milestones': {
    rule: canRead,
    success: 200,
    send: (client, place) => client.get(buildPath(place, '/milestones')),
  },
  'POST /projects/{id}/milestones': {
    rule: has('can_manage_milestones'),
    success: 201,
    send: (client, place) => client.post(buildPath(place, '/milestones'), { title: 'Grow', due_date: '2027-04-01' }),
  },
  'GET /projects/{id}/milestones/{milestone_id}': {
    rule: canRead,
    success: 200,
    send: (client, place) => client.get(buildMilestonePath(place)),
  },
  'PUT /projects/{id}/milestones/{milestone_id}': {
    rule: has('can_manage_milestones'),
    success: 200,
    send: (client, place) => client.put(buildMilestonePath(place), { status: 'completed' }),
  },
  'DELETE /projects/{id}/milestones/{milestone_id}': {
    rule: has('can_manage_milestones'),
    success: 200,
    send: (client, place) => client.delete(buildMilestonePath(place)),
    fresh: async ({ id }) => ({ milestone: (await milestone(owner, id)).id }),
  },
  'GET /projects/{id}/collaborators': {
    rule: canRead,
    success: 200,
    send: (client, place) => client.get(buildPath(place, '/collaborators')),
  },
  'POST /projects/{id}/collaborators': {
    rule: isOwner,
    success: 201,
    send: (client, place) => client.post(buildPath(place, '/collaborators'), { user_id: newcomer.id }),
    undo: (place, { data }) => owner.delete(buildPath(place, `/collaborators/${data.collaborator.id}`)),
  },
  'PUT /projects/{id}/collaborators/{collaborator_id}': {
    rule: isOwner,
    success: 200,
    send: (client, place) => client.put(buildCollaboratorPath(place), { role: 'Passer-by' }),
  },
  'DELETE /projects/{id}/collaborators/{collaborator_id}': {
    rule: isOwner,
    success: 200,
    send: (client, place) => client.delete(buildCollaboratorPath(place)),
    fresh: addCollaborator,
  },
  'POST /projects/{id}/scope-document': {
    rule: has('can_edit'),
    success: 201,
    send: (client, { id }) => sendScopeDocument(client, id),
  },
}

const getPlace = (visibility: Visibility): Place => {
  const place = places.get(visibility)
  assert.ok(place)
  return place
}

/** All that can be read of a project. */
async function readState(place: Place) {
  const paths = ['', '/versions', '/milestones', '/collaborators']
  const replies = await Promise.all(paths.map((path) => owner.get(buildPath(place, path))))
  return replies.map(({ text }) => text)
}

for (const visibility of visibilities)
  describe(`in a ${visibility} project`, () => {
    let state: string[] = []
    before(async () => {
      state = await readState(getPlace(visibility))
    })

    for (const [name, { rule, send }] of Object.entries(endpoints))
      it(`${name} refuses users without permission`, async () => {
        const refused = actors.filter((one) => one.client === anonymous || !rule(one, visibility))

        const replies = await Promise.all(refused.map(({ client }) => send(client, getPlace(visibility))))

        for (const [index, { status, message, text }] of replies.entries()) {
          const isUnknown = refused[index]?.client === anonymous
          assert.equal(status, isUnknown ? 401 : 403, `${refused[index]?.name}: ${text}`)
          if (!isUnknown) assert.equal(message, 'Unauthorized')
        }
      })

    it('no refused request has changed anything', async () => {
      assert.deepEqual(await readState(getPlace(visibility)), state)
    })

    for (const [name, { rule, success, send, fresh, undo }] of Object.entries(endpoints))
      it(`${name} serves all users with permission`, async () => {
        for (const actor of actors.filter((one) => one.client !== anonymous && rule(one, visibility))) {
          const place = { ...getPlace(visibility), ...(await fresh?.(getPlace(visibility))) }
          const reply = await send(actor.client, place)
          assert.equal(reply.status, success, `${actor.name}: ${reply.text}`)
          await undo?.(place, reply)
        }
      })

    it('GET /projects lists it for users who can see it, with their permissions', async () => {
      const { id } = getPlace(visibility)

      for (const actor of actors.filter(({ client }) => client !== anonymous)) {
        const { data } = await actor.client.get('/projects?limit=100&search=maize')
        const shown = data.find((one: { id: number }) => one.id === id)
        assert.equal(shown !== undefined, canRead(actor, visibility), actor.name)
        const may = permissions.map((one) => [one, has(one)(actor, visibility)])
        if (shown) assert.deepEqual(shown.my_permissions, Object.fromEntries(may), actor.name)
      }
    })

    it('collaborators can leave by themselves', async () => {
      const place = { ...getPlace(visibility), ...(await addCollaborator(getPlace(visibility))) }

      assert.equal((await passerBy.delete(buildCollaboratorPath(place))).status, 200)
    })
  })
