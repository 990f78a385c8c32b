/** Authorization of what recruiters use every day: message templates, notes, actions on many applicants. */

import { addDuration } from '#core/time.ts'
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

/** An entry of a company: those who recruit for it, its person, and others. */
async function createTalentPoolScene({ app, nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const owner = await newcomer('recruiter')
  const company = await createCompany(owner)
  const [first, second, third] = await cast('company members')
  const members = [first, second, third].filter((who) => who !== undefined)
  for (const [index, who] of members.entries())
    await addMember(owner, company.id, who, ['admin', 'recruiter', 'interviewer'][index])
  const consent_until = addDuration(app.clock.now(), { days: 300 })
  const ask = async (company_id: number | null = company.id, agrees = true) => {
    const person = await newcomer('researcher')
    const { data } = await owner.post('/talent-pool', { user_id: person.id, company_id, consent_until })
    if (agrees) await person.post(`/talent-pool/${data.id}/answer`, { answer: 'consented' })
    return { who: person, ids: { id: data.id, company: company.id, until: consent_until, later } }
  }
  const later = addDuration(app.clock.now(), { days: 400 })
  const asked = await ask(company.id, false)
  const personal = await ask(null)
  const recruiting: Relation[] = []
  for (const who of members.slice(0, 2)) recruiting.push({ who, ids: (await ask()).ids })
  return {
    'no token': all([nobody], asked.ids),
    stranger: all(await cast('strangers'), asked.ids),
    'company: interviews': all(members.slice(2), asked.ids),
    'company: recruits': recruiting,
    keeper: [{ who: owner, ids: personal.ids }],
    'the person': [asked],
    administrator: all([admin], asked.ids),
  }
}

/** A researcher who was not asked yet. */
const addCandidate = async ({ who, ids }: Relation, { newcomer }: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, candidate: (await newcomer('researcher')).id },
})

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
  {
    name: 'an entry of a talent pool',
    scene: createTalentPoolScene,
    questions: [
      { asks: 'GET /talent-pool', query: '?limit=100', shows: lists },
      { asks: 'GET /talent-pool/consents', query: '?limit=100', shows: lists },
      {
        asks: 'POST /talent-pool',
        first: addCandidate,
        body: ({ ids }) => ({ user_id: ids.candidate, company_id: ids.company, consent_until: ids.until }),
      },
      { asks: 'GET /talent-pool/{id}' },
      {
        asks: 'POST /talent-pool/{id}/extension',
        body: ({ ids }) => ({ consent_until: ids.later }),
      },
      { asks: 'PUT /talent-pool/{id}', body: { note: 'Call in May.' } },
      { asks: 'POST /talent-pool/{id}/answer', body: { answer: 'consented' } },
      { asks: 'DELETE /talent-pool/{id}', turn: 1 },
    ],
  },
]
