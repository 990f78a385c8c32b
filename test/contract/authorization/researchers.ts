/** Authorization of researchers and searches. */

import assert from 'node:assert/strict'
import { addCard } from '#test/support/payments.ts'
import { all, byRole, type Ids, lists, type Question, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, ofRole, type TestObjects } from './world.ts'

async function createProfile(who: Asker, more: object = {}): Promise<number> {
  const { status, data, text } = await who.put('/researchers/me', more)
  assert.equal(status, 200, text)
  return data.id
}

async function addMember(owner: Asker, id: number, { id: user_id }: Asker, more: object = {}): Promise<number> {
  const { status, data, text } = await owner.post(`/researchers/${id}/team`, {
    user_id,
    role: 'Assistant',
    ...more,
  })
  assert.equal(status, 201, text)
  return data.team_member.id
}

async function addPublication(owner: Asker, id: number, title = 'Ferns of the Cretaceous'): Promise<number> {
  const { status, data, text } = await owner.post(`/researchers/${id}/publications`, { title })
  assert.equal(status, 201, text)
  return data.id
}

/** A plan that allows team members. */
async function createPayingUser(who: Asker): Promise<Asker> {
  await who.post('/subscriptions/subscribe', {
    plan_id: 'professional',
    payment_method_id: await addCard(who),
  })
  return who
}

interface Place {
  owner: Asker
  ids: Ids
}

/** A private profile with a team member. */
async function createHiddenProfile({ newcomer }: TestObjects, bystander: Asker): Promise<Place> {
  const owner = await createPayingUser(await newcomer('researcher'))
  const id = await createProfile(owner, { visibility: 'private', headline: 'Palaeobotany' })
  const publication_id = await addPublication(owner, id)
  const member_id = await addMember(owner, id, bystander)
  return { owner, ids: { id, owner_id: owner.id, publication_id, member_id } }
}

async function onTeam({ owner, ids }: Place, people: readonly Asker[], more: object = {}) {
  const standings: Relation[] = []
  for (const who of people)
    standings.push({ who, ids: { ...ids, own_id: await addMember(owner, Number(ids.id), who, more) } })
  return standings
}

async function scene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast, newcomer } = world
  const [bystander, manager] = [await newcomer('student'), await newcomer('learner')]
  const [ours, spare] = [await createHiddenProfile(world, bystander), await createHiddenProfile(world, bystander)]
  const other = await newcomer('researcher')
  const id = await createProfile(other, { headline: 'Palaeobotany' })
  const [publication_id, member_id] = [await addPublication(other, id), await addMember(other, id, bystander)]
  const open = { id, owner_id: other.id, publication_id, member_id }
  return {
    'no token': all([nobody], open),
    'stranger, private': all(await cast('strangers'), ours.ids),
    'stranger, public': all(await cast('strangers'), open),
    member: await onTeam(ours, await cast('learners')),
    'member, adds others': await onTeam(ours, [manager], { can_manage_team: true }),
    owner: all([ours.owner], ours.ids),
    administrator: all([admin], spare.ids),
  }
}

const ofOneself = async ({ who, ids: { own_id: member_id, ...ids } }: Relation): Promise<Relation> => ({
  who,
  ids: { ...ids, member_id },
})

const invitation: Partial<Question> = {
  first: async ({ who, ids }, { createCast: cast }) => ({
    who,
    ids: { ...ids, user_id: ofRole(await cast('strangers'), 'student').id },
  }),
  undo: ({ team_member: { id } }, ids, { admin }) => admin.delete(`/researchers/${ids.id}/team/${id}`),
}

let titles = 0

/** A publication that may be deleted. */
const anotherPublication: Partial<Question> = {
  first: async ({ who, ids }, { admin }) => ({
    who,
    ids: { ...ids, publication_id: await addPublication(admin, Number(ids.id), `Mosses, part ${++titles}`) },
  }),
}

export const researchers: Table[] = [
  {
    name: 'researchers',
    scene: byRole,
    questions: [{ asks: 'GET /researchers/me' }, { asks: 'PUT /researchers/me', body: { headline: 'Botany' } }],
  },
  {
    name: 'a researcher',
    scene,
    questions: [
      { asks: 'GET /researchers', query: '?limit=100', shows: lists },
      { asks: 'GET /researchers/details/{id}' },
      { asks: 'GET /users/{id}/resume.json', about: 'owner_id' },
      { asks: 'GET /users/{id}/resume.pdf', about: 'owner_id', costly: true },
      {
        asks: 'POST /users/{id}/resume/import',
        about: 'owner_id',
        body: { resume: { basics: { label: 'Botany' } }, preview: true },
      },
      { asks: 'PUT /researchers/{id}', body: { headline: 'Palaeobotany' } },
      { asks: 'DELETE /researchers/{id}', turn: 2 },
      { asks: 'POST /researchers/{id}/verify' },
      { asks: 'POST /researchers/{id}/unverify' },
      { asks: 'GET /researchers/{id}/team' },
      {
        asks: 'POST /researchers/{id}/team',
        body: ({ ids: { user_id } }) => ({ user_id, role: 'Assistant' }),
        ...invitation,
      },
      { asks: 'POST /researchers/{id}/team/{member_id}/accept', part: 'for another person' },
      { asks: 'POST /researchers/{id}/team/{member_id}/accept', part: 'oneself', first: ofOneself },
      { asks: 'DELETE /researchers/{id}/team/{member_id}', part: 'for another person', turn: 1 },
      { asks: 'DELETE /researchers/{id}/team/{member_id}', part: 'oneself', first: ofOneself, turn: 1 },
      {
        asks: 'GET /researchers/{id}/publications',
        shows: (rows, { publication_id }) => lists(rows, { id: publication_id }),
      },
      { asks: 'GET /researchers/{id}/publications/{publication_id}' },
      {
        asks: 'POST /researchers/{id}/publications',
        body: () => ({ title: `Lichens, part ${++titles}` }),
        undo: ({ id }, ids, { admin }) => admin.delete(`/researchers/${ids.id}/publications/${id}`),
      },
      {
        asks: 'POST /researchers/{id}/publications/import',
        body: { format: 'csl_json', text: '{"title":"Mosses"}', preview: true },
      },
      { asks: 'PUT /researchers/{id}/publications/{publication_id}', body: { year: 1998 } },
      { asks: 'DELETE /researchers/{id}/publications/{publication_id}', ...anotherPublication },
      {
        asks: 'POST /search/intelligent',
        body: { query: 'palaeobotany' },
        shows: ({ researchers: found }, ids) => lists(found, ids),
      },
    ],
  },
]

async function findSomeResearcher(world: TestObjects): Promise<Scene> {
  return byRole(world, { researcher_id: await createProfile(await world.newcomer('researcher'), {}) })
}

export const searches: Table[] = [
  {
    name: 'search',
    scene: findSomeResearcher,
    questions: [
      { asks: 'POST /search/intelligent', body: { query: 'botany' } },
      { asks: 'GET /search/suggestions', query: '?q=bot' },
      { asks: 'GET /search/categories' },
      { asks: 'GET /institutions', query: '?q=nairobi' },
      { asks: 'GET /institutions/{ror}', about: '02y9nww90' },
      { asks: 'GET /search/popular' },
      { asks: 'GET /admin/search/aliases' },
      {
        asks: 'PUT /admin/search/aliases',
        body: { aliases: [{ alias: 'MIT', meaning: 'Massachusetts Institute of Technology' }] },
      },
      {
        asks: 'POST /search/track-click',
        body: ({ ids: { researcher_id } }) => ({ query: 'botany', researcher_id, position: 1 }),
      },
    ],
  },
]
