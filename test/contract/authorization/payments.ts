/** Authorization of plans, subscriptions and payments. */

import { randomBytes } from 'node:crypto'
import { addMember, createCompany } from '#test/support/companies.ts'
import { addCard, addPhone } from '#test/support/payments.ts'
import { all, byRole, type Ids, lists, type Relation, type Scene, type Table } from './matrix.ts'
import type { Asker, TestObjects } from './world.ts'

const unique = () => randomBytes(6).toString('hex')

/** A card, an invoice, a credit note, and a page on which a card is added. */
async function createPaidCharge({ app, admin }: TestObjects, who: Asker): Promise<Ids> {
  const id = await addCard(who)
  const { data } = await who.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: id })
  const [record] = (await who.get('/billing/history')).data
  await admin.post(`/admin/payments/${data.payment.id}/refund`, { amount: 1 })
  await app.settle()
  const [note] = (await who.get('/billing/credit-notes')).data
  const { setup } = (await who.post('/payment-methods/setups', { type: 'card' })).data
  return { id, number: record.id, payment: data.payment.id, note: note.id, setup: setup.id }
}

async function createPaymentScene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast, newcomer } = world
  const payers: Relation[] = []
  for (const who of await cast('owners')) payers.push({ who, ids: await createPaidCharge(world, who) })
  const ids = await createPaidCharge(world, await newcomer('learner'))
  return {
    'no token': all([nobody], ids),
    stranger: all(await cast('strangers'), ids),
    payer: payers,
    administrator: all([admin], ids),
  }
}

const toPayment = async ({ who, ids }: Relation): Promise<Relation> => ({ who, ids: { ...ids, id: ids.payment ?? 0 } })

/** A company for each person in each role, so that what one does is not there for the next. */
async function createCompanyPlanScene({ nobody, admin, createCast: cast, newcomer }: TestObjects): Promise<Scene> {
  const owner = await newcomer('recruiter')
  const found = async () => (await createCompany(owner)).id
  const join = async (who: Asker, role: string): Promise<Relation> => {
    const id = await found()
    await addMember(owner, id, who, role)
    return { who, ids: { id } }
  }
  const [first, second, third, fourth] = await cast('company members')
  const members = async (role: string, ...people: (Asker | undefined)[]) => {
    const relations: Relation[] = []
    for (const who of people) if (who !== undefined) relations.push(await join(who, role))
    return relations
  }
  const id = await found()
  return {
    'no token': all([nobody], { id }),
    stranger: all(await cast('strangers'), { id }),
    'company: interviewer': await members('interviewer', third),
    'company: recruiter': await members('recruiter', second),
    'company: owner, admin': [...(await members('owner', first)), ...(await members('admin', fourth))],
    administrator: all([admin], { id }),
  }
}

/** Lets the actor buy the plan, if the actor may. */
const withCompanyPlan = async (relation: Relation): Promise<Relation> => {
  const { who, ids } = await withCard(relation)
  const bought = { plan_id: 'professional', payment_method_id: ids.card, company_id: ids.id }
  if (who.role !== 'nobody') await who.post('/subscriptions/subscribe', bought)
  return { who, ids }
}

const withCanceledPlan = async (relation: Relation): Promise<Relation> => {
  const { who, ids } = await withCompanyPlan(relation)
  if (who.role !== 'nobody') await who.post('/subscriptions/cancel', { company_id: ids.id })
  return { who, ids }
}

const ofCompany = ({ ids }: Relation) => ({ company_id: ids.id })

let phones = 0

/** A payment of one's own whose prompt was not answered; others ask for that of the payer. */
const toPrompt = async (relation: Relation, { app }: TestObjects): Promise<Relation> => {
  const { who, ids } = relation
  const { status } = await who.get(`/payments/${ids.payment}`)
  if (status !== 200) return toPayment(relation)
  // Each has a number of its own, because a number is asked only so often.
  const payment_method_id = await addPhone(who, `+25471200${String(++phones).padStart(2, '0')}0003`)
  const { data } = await who.post('/subscriptions/subscribe', { plan_id: 'enterprise', payment_method_id })
  app.clock.advance({ minutes: 2 })
  return { who, ids: { ...ids, id: data.payment.id } }
}

const withCard = async ({ who, ids }: Relation): Promise<Relation> => ({
  who,
  ids: { ...ids, card: who.role === 'nobody' ? 1 : await addCard(who) },
})

const createPlan = async ({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> => {
  const { data } = await admin.post('/subscriptions/plans', createNewPlan())
  return { who, ids: { ...ids, id: data.id } }
}
const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }
const createNewPlan = () => ({ id: `plan_${unique()}`, name: 'Guild', price: 5, limits })
const createNewCoupon = () => ({ code: unique(), percent_off: 10 })

const createCoupon = async ({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> => {
  const { data } = await admin.post('/coupons', createNewCoupon())
  return { who, ids: { ...ids, id: data.id } }
}

export const payments: Table[] = [
  {
    name: 'subscriptions',
    scene: byRole,
    questions: [
      { asks: 'GET /subscriptions/plans' },
      { asks: 'POST /subscriptions/plans', body: createNewPlan },
      { asks: 'PUT /subscriptions/plans/{id}', body: { name: 'Guild' }, first: createPlan },
      { asks: 'GET /coupons' },
      { asks: 'POST /coupons', body: createNewCoupon },
      { asks: 'DELETE /coupons/{id}', first: createCoupon },
      { asks: 'GET /subscriptions/current' },
      {
        asks: 'POST /subscriptions/subscribe',
        body: ({ ids }) => ({ plan_id: 'professional', payment_method_id: ids.card }),
        first: withCard,
      },
      { asks: 'POST /subscriptions/preview', body: { plan_id: 'enterprise' } },
      { asks: 'POST /subscriptions/cancel', body: {} },
      { asks: 'POST /subscriptions/resume' },
      { asks: 'POST /subscriptions/pay', body: {} },
      {
        asks: 'POST /payment-methods',
        body: {
          type: 'card',
          card_number: '4242424242424242',
          expiry_month: 12,
          expiry_year: 2040,
          cvv: '123',
        },
      },
      { asks: 'POST /payment-methods/setups', body: { type: 'card' } },
    ],
  },
  {
    name: 'the plan of a company',
    scene: createCompanyPlanScene,
    questions: [
      { asks: 'GET /subscriptions/current', query: ({ id }) => `?company_id=${id}` },
      { asks: 'POST /subscriptions/preview', body: ({ ids }) => ({ plan_id: 'professional', company_id: ids.id }) },
      {
        asks: 'POST /subscriptions/subscribe',
        body: ({ ids }) => ({ plan_id: 'professional', payment_method_id: ids.card, company_id: ids.id }),
        first: withCard,
      },
      { asks: 'POST /subscriptions/cancel', body: ofCompany, first: withCompanyPlan },
      { asks: 'POST /subscriptions/resume', body: ofCompany, first: withCanceledPlan },
      { asks: 'POST /subscriptions/pay', body: ofCompany },
    ],
  },
  {
    name: 'a payment',
    scene: createPaymentScene,
    questions: [
      { asks: 'GET /payment-methods', shows: lists },
      { asks: 'GET /payment-methods/types' },
      { asks: 'GET /payment-methods/setups/{id}', about: 'setup' },
      { asks: 'POST /payment-methods/setups/{id}/refresh', about: 'setup' },
      { asks: 'PUT /payment-methods/{id}', body: { nickname: 'Mine' } },
      { asks: 'POST /payment-methods/{id}/refresh' },
      { asks: 'GET /payments/{id}', first: toPayment },
      { asks: 'POST /payments/{id}/refresh', first: toPayment },
      { asks: 'POST /payments/{id}/prompt', first: toPrompt },
      { asks: 'DELETE /payment-methods/{id}', turn: 1 },
      { asks: 'GET /billing/history', about: 'number', query: '?limit=100', shows: lists },
      { asks: 'GET /billing/credit-notes', about: 'note', query: '?limit=100', shows: lists },
    ],
  },
]
