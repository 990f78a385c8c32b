/** Pages of plans, for the visitor and for a company that the visitor manages: to see, buy, change, end and keep one. */

import type { FastifyRequest } from 'fastify'
import { type Fragment, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { PaymentMethod, Plan, PurchasePreview } from '../contract.ts'
import type { Failure } from './api.ts'
import { renderFormAlert } from './fields.ts'
import { renderMethodForms } from './method-forms.ts'
import { getAll, showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { chooseMethod } from './payments.ts'
import { purchaseFields, renderPlans, renderPreview, renderPurchaseForm, renderSubscription } from './plans.ts'
import {
  type CreateVisit,
  get,
  getFormField,
  getPathId,
  getQueryValue,
  raw,
  readFields,
  send,
  sendListPage,
  type Visit,
} from './visit.ts'

/** A plan is that of the visitor, or that of a company. */
const lists = ['/app/plans', '/app/companies/:company_id/plans'] as const

export function registerPlanPages(app: App, visit: CreateVisit) {
  for (const list of lists) {
    app.get(list, { config: raw }, (request, reply) => showPlans(visit(request, reply)))
    app.post(list, { config: raw }, async (request, reply) => {
      const here = visit(request, reply)
      return changeSubscription(here)
    })
    app.get(`${list}/:plan_id`, { config: raw }, (request, reply) => {
      const payment_method_id = getQueryValue(request, 'payment_method_id')
      return showPlan(visit(request, reply), { payment_method_id })
    })
    app.post(`${list}/:plan_id`, { config: raw }, async (request, reply) => {
      const here = visit(request, reply)
      return buyPlan(here)
    })
  }
}

/** The company in the path; null without one. The API refuses what is no id. */
function getCompanyId({ params }: FastifyRequest): number | null {
  const { company_id } = params as { company_id?: string }
  return company_id === undefined ? null : Number(company_id) || -1
}

const getListPath = ({ request, frame: { base } }: Visit): string => {
  const companyId = getCompanyId(request)
  return companyId === null ? `${base}/app/plans` : `${base}/app/companies/${companyId}/plans`
}

/** Renders the ways to the plans of the companies for which the visitor may pay; nothing without one. */
async function renderPayers(here: Visit): Promise<Fragment> {
  const { writer, base } = here.frame
  const companies = await getAll(here, 'GET /companies', { mine: true })
  const managed = companies.ok ? companies.data.filter(({ my_role }) => my_role === 'owner' || my_role === 'admin') : []
  if (managed.length === 0) return null
  const chosen = getCompanyId(here.request)
  const renderLink = (id: number | null, path: string, name: Fragment) =>
    html`<a href="${base}${path}"${id === chosen && html` aria-current="page"`}>${name}</a> `
  return html`<nav class="pages" aria-label="${writer.write('Whose plan')}">${renderLink(null, '/app/plans', writer.write('My own plan'))}${managed.map(
    ({ id, name }) => renderLink(id, `/app/companies/${id}/plans`, html`<bdi>${name}</bdi>`),
  )}</nav>`
}

interface Refused {
  values: Record<string, string>
  failure: Failure
}

const cancelFields = ['reason', 'cancel_immediately'] as const

async function showPlans(here: Visit, refused?: Refused) {
  const { writer } = here.frame
  const companyId = getCompanyId(here.request)
  const [plans, current, payers] = await Promise.all([
    get(here, 'GET /subscriptions/plans'),
    get(here, 'GET /subscriptions/current', companyId === null ? {} : { company_id: companyId }),
    renderPayers(here),
  ])
  if (!current.ok) return showFailure(here, current)
  if (!plans.ok) return showFailure(here, plans)
  const state = { writer, values: refused?.values ?? {}, errors: refused?.failure.errors ?? {} }
  const content = [
    payers,
    refused && renderFormAlert(refused.failure, cancelFields),
    renderSubscription(state, current.data),
    renderPlans(writer, { plans: plans.data, present: current.data.plan, path: getListPath(here) }),
  ]
  return sendListPage(here, 'Plans', content, refused?.failure.status ?? 200)
}

async function changeSubscription(here: Visit) {
  const company_id = getCompanyId(here.request)
  const act = getFormField(here.request, 'act')
  if (act === 'pay') {
    const paid = await send(here, 'POST /subscriptions/pay', {}, { company_id })
    if (paid.ok) return here.reply.redirect(`${here.frame.base}/app/pay/${paid.data.payment.id}`, 303)
    return paid.status === 401 ? showFailure(here, paid) : showPlans(here, { values: {}, failure: paid })
  }
  const values = readFields(here.request, cancelFields)
  const { reason = '', cancel_immediately = '' } = values
  const answer =
    act === 'resume'
      ? await send(here, 'POST /subscriptions/resume', {}, { company_id })
      : await send(
          here,
          'POST /subscriptions/cancel',
          {},
          { company_id, reason, cancel_immediately: cancel_immediately === 'true' },
        )
  if (answer.ok) return here.reply.redirect(getListPath(here), 303)
  return answer.status === 401 ? showFailure(here, answer) : showPlans(here, { values, failure: answer })
}

/** Returns the body of a preview or of a purchase. */
function toPurchase(here: Visit, { payment_method_id = '', coupon_code = '' }: Record<string, string>) {
  return {
    plan_id: getPathId(here.request, 'plan_id'),
    company_id: getCompanyId(here.request),
    coupon_code: coupon_code === '' ? null : coupon_code,
    payment_method_id: payment_method_id === '' ? null : Number(payment_method_id),
  }
}

/** The choices for a purchase: the entered ones, and otherwise the default payment method. */
const chooseValues = (methods: readonly PaymentMethod[], entered: Record<string, string>) => ({
  ...entered,
  payment_method_id: chooseMethod(methods, entered.payment_method_id),
})

/** Shows what a plan costs with the choices in `entered`. */
async function showPlan(here: Visit, entered: Record<string, string>, failure?: Failure) {
  const [plans, listed] = await Promise.all([get(here, 'GET /subscriptions/plans'), get(here, 'GET /payment-methods')])
  if (!listed.ok) return showFailure(here, listed)
  if (!plans.ok) return showFailure(here, plans)
  const methods = listed.data.filter(({ action }) => action === null)
  const values = chooseValues(methods, entered)
  const body = toPurchase(here, values)
  const preview = await send(here, 'POST /subscriptions/preview', {}, body)
  const plan = plans.data.find(({ id }) => id === body.plan_id)
  if (!preview.ok && (plan === undefined || 'plan_id' in preview.errors))
    return plan === undefined ? showFailure(here, preview) : showRefusedPlan(here, plan, preview)
  const problem = failure ?? (preview.ok ? undefined : preview)
  const quote = preview.ok ? preview.data : null
  const content = await renderPurchase(here, { methods, quote, values, problem })
  return sendListPage(here, { verbatim: plan?.name ?? '' }, content, problem?.status ?? 200)
}

interface Purchase {
  methods: readonly PaymentMethod[]
  quote: PurchasePreview | null
  values: Record<string, string>
  problem: Failure | undefined
}

async function renderPurchase(here: Visit, { methods, quote, values, problem }: Purchase): Promise<Fragment> {
  const { writer, path } = here.frame
  const state = { writer, values, errors: problem?.errors ?? {} }
  const isFolded = methods.length > 0
  return [
    problem && renderFormAlert(problem, purchaseFields),
    quote && renderPreview(writer, quote),
    isFolded && renderPurchaseForm(state, { methods, preview: quote }),
    await renderMethodForms(here, { next: path, isFolded }),
  ]
}

/** Shows why the visitor cannot buy a plan with any method. */
const showRefusedPlan = (here: Visit, plan: Plan, failure: Failure) =>
  sendListPage(
    here,
    { verbatim: plan.name },
    [renderAlert(failure), html`<p><a href="${getListPath(here)}">${here.frame.writer.write('All plans')}</a></p>`],
    failure.status,
  )

/** Buys the plan at the price that was shown. With other choices than those, their price is shown first. */
async function buyPlan(here: Visit) {
  const { request } = here
  const values = readFields(request, purchaseFields)
  const isShown = purchaseFields.every((name) => values[name] === getFormField(request, `quoted_${name}`))
  if (getFormField(request, 'act') !== 'subscribe' || !isShown) return showPlan(here, values)
  const body = { ...toPurchase(here, values), quoted_at: getFormField(request, 'quoted_at') }
  const answer = await send(here, 'POST /subscriptions/subscribe', {}, body)
  if (answer.ok) return here.reply.redirect(`${here.frame.base}/app/pay/${answer.data.payment.id}`, 303)
  return answer.status === 401 ? showFailure(here, answer) : showPlan(here, values, answer)
}
