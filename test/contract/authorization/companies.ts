/** Authorization of companies and their members. */

import { addMember, createCompany } from '#test/support/companies.ts'
import { createForm } from '#test/support/forms.ts'
import { png } from '#test/support/samples.ts'
import { all, byRole, type Ids, type Question, type Relation, type Scene, type Table } from './matrix.ts'
import type { Asker, TestObjects } from './world.ts'

const roles = ['owner', 'admin', 'recruiter', 'interviewer'] as const
const picture = await png()

/** A company with its owner, and with another member, who is asked about. */
async function createFullCompany({ newcomer }: TestObjects): Promise<{ owner: Asker; ids: Ids }> {
  const owner = await newcomer('recruiter')
  const { id } = await createCompany(owner)
  const { id: member_id } = await addMember(owner, id, await newcomer('learner'), 'recruiter')
  return { owner, ids: { id, member_id } }
}

async function scene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast, newcomer } = world
  const { ids: ours } = await createFullCompany(world)
  const related: Record<string, Relation[]> = {}
  for (const role of roles) {
    const { owner, ids } = await createFullCompany(world)
    const who = await newcomer('learner')
    const { id: own_id } = await addMember(owner, Number(ids.id), who, role)
    related[role] = [{ who, ids: { ...ids, own_id } }]
  }
  const { owner, ids: inviting } = await createFullCompany(world)
  const invited = await newcomer('learner')
  const path = `/companies/${inviting.id}/members`
  const own_id = (await owner.post(path, { user_id: invited.id, role: 'recruiter' })).data.id
  const { ids: spare } = await createFullCompany(world)
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    invited: [{ who: invited, ids: { ...inviting, own_id } }],
    ...related,
    administrator: all([admin], spare),
  }
}

/** The same users, after an administrator has hidden the companies. */
async function createHiddenScene(world: TestObjects): Promise<Scene> {
  const columns = await scene(world)
  const ids = new Set(Object.values(columns).flatMap((users) => users.map((relation) => relation.ids.id)))
  for (const id of ids)
    await world.admin.post(`/admin/content/company/${id}/hide`, { reason: 'It is an advertisement.' })
  return columns
}

/** About oneself, who may be none of the members. */
const ofOneself = async ({ who, ids: { own_id, member_id: _, ...ids } }: Relation): Promise<Relation> => ({
  who,
  ids: own_id === undefined ? ids : { ...ids, member_id: own_id },
})

const withPerson: Question['first'] = async ({ who, ids }, world) => ({
  who,
  ids: { ...ids, user_id: (await world.newcomer('learner')).id },
})

export const companies: Table[] = [
  {
    name: 'companies',
    scene: byRole,
    questions: [
      { asks: 'GET /companies' },
      { asks: 'POST /companies', body: { name: 'Kew Gardens' } },
      { asks: 'GET /company-invitations' },
    ],
  },
  {
    name: 'a company',
    scene,
    questions: [
      { asks: 'GET /companies/{id}' },
      { asks: 'GET /companies/{id}/members' },
      { asks: 'PUT /companies/{id}', body: { description: 'Plants.' } },
      {
        asks: 'POST /companies/{id}/logo',
        form: () => createForm({ logo: new File([Uint8Array.from(picture)], 'a.png') }),
      },
      { asks: 'POST /companies/{id}/verify' },
      { asks: 'POST /companies/{id}/unverify' },
      {
        asks: 'POST /companies/{id}/members',
        part: 'a recruiter',
        body: ({ ids: { user_id } }) => ({ user_id, role: 'recruiter' }),
        first: withPerson,
      },
      {
        asks: 'POST /companies/{id}/members',
        part: 'an owner',
        body: ({ ids: { user_id } }) => ({ user_id, role: 'owner' }),
        first: withPerson,
      },
      { asks: 'PUT /companies/{id}/members/{member_id}', part: 'for another person', body: { role: 'recruiter' } },
      { asks: 'PUT /companies/{id}/members/{member_id}', part: 'to owner', body: { role: 'owner' }, turn: 1 },
      { asks: 'POST /companies/{id}/members/{member_id}/accept', part: 'for another person' },
      { asks: 'POST /companies/{id}/members/{member_id}/accept', part: 'oneself', first: ofOneself, turn: 2 },
      { asks: 'DELETE /companies/{id}/members/{member_id}', part: 'an owner', turn: 3 },
      { asks: 'DELETE /companies/{id}/members/{member_id}', part: 'oneself', first: ofOneself, turn: 4 },
    ],
  },
  {
    name: 'a hidden company',
    scene: createHiddenScene,
    questions: [
      { asks: 'GET /companies/{id}', denies: 404 },
      { asks: 'GET /companies/{id}/members', denies: 404 },
      { asks: 'POST /companies/{id}/verify' },
      { asks: 'POST /companies/{id}/members/{member_id}/accept', part: 'oneself', first: ofOneself, denies: 404 },
      { asks: 'DELETE /companies/{id}/members/{member_id}', part: 'oneself', first: ofOneself, denies: 404, turn: 1 },
    ],
  },
  { name: 'the end of a company', scene, questions: [{ asks: 'DELETE /companies/{id}', turn: 1 }] },
]
