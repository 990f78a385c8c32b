/** Authorization of projects. */

import { createRandomText } from '#core/random.ts'
import { createForm } from '#test/support/forms.ts'
import { collaborator, content, milestone, project, sendScopeDocument, version } from '#test/support/projects.ts'
import { all, byRole, type Ids, lists, type Question, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, ofRole, type TestObjects } from './world.ts'

/** Collaborators with one permission each. */
const permitted = {
  'may edit': { permissions: { can_edit: true }, role: 'student' },
  'may add versions': { permissions: { can_upload_versions: true }, role: 'learner' },
  'may manage milestones': { permissions: { can_manage_milestones: true }, role: 'recruiter' },
} as const

/** A project with one object of each kind. */
async function createFullProject(owner: Asker, bystander: Asker, more: object = {}): Promise<Ids> {
  const { id } = await project(owner, more)
  await version(owner, id)
  const { id: milestone_id } = await milestone(owner, id)
  const { id: collaborator_id } = await collaborator(owner, id, bystander)
  return { id, milestone_id, collaborator_id }
}

/** The columns of the collaborators of one project. */
async function addCollaborators({ admin, createCast: cast }: TestObjects, ids: Ids): Promise<Scene> {
  const addMethod = async (who: Asker, permissions: object = {}): Promise<Relation> => {
    const { id: own_id } = await collaborator(admin, Number(ids.id), who, permissions)
    return { who, ids: { ...ids, own_id } }
  }
  const reading: Relation[] = []
  for (const who of await cast('learners')) reading.push(await addMethod(who))
  const scene: Record<string, Relation[]> = { collaborator: reading }
  const candidates = await cast('candidates')
  for (const [column, { permissions, role }] of Object.entries(permitted))
    scene[column] = [await addMethod(ofRole(candidates, role), permissions)]
  return scene
}

async function scene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast, newcomer } = world
  const [other, bystander] = [await newcomer('learner'), await newcomer('student')]
  const ours = await createFullProject(other, bystander)
  const open = await createFullProject(other, bystander, { visibility: 'public' })
  const owned: Relation[] = []
  for (const who of await cast('owners')) owned.push({ who, ids: await createFullProject(who, bystander) })
  return {
    'no token': all([nobody], open),
    'stranger, private': all(await cast('strangers'), ours),
    'stranger, public': all(await cast('strangers'), open),
    ...(await addCollaborators(world, ours)),
    owner: owned,
    administrator: all([admin], await createFullProject(other, bystander)),
  }
}

let versions = 1
const createDocument = () => createForm({ document_type: 'proposal', file: content('# Scope', 'scope.md') })
const createVersionForm = () => createForm({ version_number: `${++versions}.0`, file: content() })

const ofOneself = async ({ who, ids: { own_id, collaborator_id, ...ids } }: Relation): Promise<Relation> => ({
  who,
  ids: own_id === undefined ? ids : { ...ids, collaborator_id: own_id },
})

/** A version of the administrator, whom no collaborator is. */
const withVersion: Question['first'] = async ({ who, ids }, { admin }) => ({
  who,
  ids: { ...ids, version_id: (await version(admin, Number(ids.id), { version_number: createRandomText(6) })).id },
})

const withScopeDocument: Question['first'] = async ({ who, ids }, { admin }) => {
  await sendScopeDocument(admin, Number(ids.id))
  return { who, ids }
}

const invitation: Partial<Question> = {
  first: async ({ who, ids }, { createCast: cast }) => ({
    who,
    ids: { ...ids, user_id: ofRole(await cast('strangers'), 'student').id },
  }),
  undo: ({ collaborator: { id } }, ids, { admin }) => admin.delete(`/projects/${ids.id}/collaborators/${id}`),
}

export const projects: Table[] = [
  { name: 'projects', scene: byRole, questions: [{ asks: 'POST /projects', body: { title: 'Maize' } }] },
  {
    name: 'a project',
    scene,
    questions: [
      { asks: 'GET /projects', query: '?limit=100', shows: lists },
      { asks: 'GET /projects/{id}' },
      { asks: 'PUT /projects/{id}', body: { title: 'Maize' } },
      { asks: 'DELETE /projects/{id}', turn: 2 },
      { asks: 'GET /projects/{id}/versions' },
      { asks: 'GET /projects/{id}/versions/latest' },
      { asks: 'POST /projects/{id}/versions', form: createVersionForm },
      { asks: 'DELETE /projects/{id}/versions/{version_id}', first: withVersion },
      { asks: 'DELETE /projects/{id}/scope-document', first: withScopeDocument },
      { asks: 'GET /projects/{id}/milestones' },
      { asks: 'GET /projects/{id}/milestones/{milestone_id}' },
      { asks: 'POST /projects/{id}/milestones', body: { title: 'Sow', due_date: '2027-04-01' } },
      { asks: 'PUT /projects/{id}/milestones/{milestone_id}', body: { status: 'blocked' } },
      {
        asks: 'DELETE /projects/{id}/milestones/{milestone_id}',
        again: async ({ id }, { admin }) => ({ milestone_id: (await milestone(admin, Number(id))).id }),
        turn: 1,
      },
      { asks: 'GET /projects/{id}/collaborators' },
      {
        asks: 'POST /projects/{id}/collaborators',
        body: ({ ids: { user_id } }) => ({ user_id }),
        ...invitation,
      },
      {
        asks: 'PUT /projects/{id}/collaborators/{collaborator_id}',
        part: 'for another person',
        body: { permissions: { can_edit: true } },
      },
      {
        asks: 'PUT /projects/{id}/collaborators/{collaborator_id}',
        part: 'oneself',
        body: { permissions: { can_edit: true } },
        first: ofOneself,
      },
      { asks: 'POST /projects/{id}/collaborators/{collaborator_id}/accept', part: 'for another person' },
      {
        asks: 'POST /projects/{id}/collaborators/{collaborator_id}/accept',
        part: 'oneself',
        first: ofOneself,
      },
      { asks: 'DELETE /projects/{id}/collaborators/{collaborator_id}', part: 'for another person', turn: 1 },
      {
        asks: 'DELETE /projects/{id}/collaborators/{collaborator_id}',
        part: 'oneself',
        first: ofOneself,
        turn: 3,
      },
      { asks: 'POST /projects/{id}/scope-document', form: createDocument },
    ],
  },
]
