/** Authorization of what recruiters use every day: message templates, notes, actions on many applicants. */

import { addMember, createCompany } from '#test/support/companies.ts'
import { all, lists, type Relation, type Scene, type Table } from './matrix.ts'
import type { TestObjects } from './world.ts'

const template = { name: 'Invitation', texts: [{ language: 'en', body: 'Dear {{candidate.name}}' }] }

async function createTemplateScene({ nobody, admin, createCast: cast }: TestObjects): Promise<Scene> {
  const owned: Relation[] = []
  for (const who of await cast('owners')) {
    const { data } = await who.post('/message-templates', template)
    owned.push({ who, ids: { id: data.id } })
  }
  const [{ ids: shared } = { ids: {} }] = owned
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    owner: owned,
    administrator: all([admin], shared),
  }
}

async function createCompanyTemplateScene({ nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const author = await newcomer('recruiter')
  const company = await createCompany(author)
  const write = async () => (await author.post('/message-templates', { ...template, company_id: company.id })).data
  const [first, second, third] = await cast('company members')
  const members = [first, second, third].filter((who) => who !== undefined)
  const roles = ['admin', 'recruiter', 'interviewer']
  for (const [index, who] of members.entries()) await addMember(author, company.id, who, roles[index])
  const recruiting: Relation[] = []
  for (const who of members.slice(0, 2)) recruiting.push({ who, ids: { id: (await write()).id } })
  const shared = { id: (await write()).id }
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    'company: interviews': all(members.slice(2), shared),
    'company: recruits': recruiting,
    administrator: all([admin], shared),
  }
}

async function createSavedSearchScene({ nobody, admin, createCast: cast }: TestObjects): Promise<Scene> {
  const owned: Relation[] = []
  for (const who of await cast('owners')) {
    const { data } = await who.post('/saved-searches', { kind: 'job_posts', query: 'botanist' })
    owned.push({ who, ids: { id: data.id } })
  }
  const [{ ids: shared } = { ids: {} }] = owned
  return {
    'no token': all([nobody], shared),
    stranger: all(await cast('strangers'), shared),
    owner: owned,
    administrator: all([admin], shared),
  }
}

/** Tags the applicants in a way of its own, if the user may. */
export async function tagApplicants({ who, ids }: Relation): Promise<Relation> {
  const body = { filter: {}, action: 'tag', tags: [`tag of ${who.id}`] }
  const { data, status } = await who.post(`/job-posts/${ids.id}/applicants/bulk`, body)
  return { who, ids: { ...ids, bulk_id: status === 200 ? data.id : undefined } }
}

/** Writes a note, if the user may. */
export async function writeNote({ who, ids }: Relation): Promise<Relation> {
  const { data, status } = await who.post(`/job-applications/${ids.id}/notes`, { text: 'Ask about the trial.' })
  return { who, ids: { ...ids, note_id: status === 201 ? data.id : undefined } }
}

export const hiring: Table[] = [
  {
    name: 'a message template',
    scene: createTemplateScene,
    questions: [
      { asks: 'GET /message-templates', query: '?limit=100', shows: lists },
      { asks: 'POST /message-templates', body: template },
      { asks: 'GET /message-templates/{id}' },
      { asks: 'PUT /message-templates/{id}', body: { name: 'Thanks' } },
      { asks: 'POST /message-templates/{id}/preview', body: {} },
      { asks: 'DELETE /message-templates/{id}', turn: 1 },
    ],
  },
  {
    name: 'a message template of a company',
    scene: createCompanyTemplateScene,
    questions: [
      { asks: 'GET /message-templates/{id}' },
      { asks: 'PUT /message-templates/{id}', body: { name: 'Thanks' } },
      { asks: 'POST /message-templates/{id}/preview', body: {} },
      { asks: 'DELETE /message-templates/{id}', turn: 1 },
    ],
  },
  {
    name: 'a saved search',
    scene: createSavedSearchScene,
    questions: [
      { asks: 'GET /saved-searches', query: '?limit=100', shows: lists },
      { asks: 'POST /saved-searches', body: { kind: 'job_posts' } },
      { asks: 'GET /saved-searches/{id}' },
      { asks: 'GET /saved-searches/{id}/matches' },
      { asks: 'PUT /saved-searches/{id}', body: { frequency: 'weekly' } },
      { asks: 'DELETE /saved-searches/{id}', turn: 1 },
    ],
  },
]
