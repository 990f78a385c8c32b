/** Pages of plans, for the visitor and for a company that the visitor manages: to see, buy, change, end and keep one. */

import type { FastifyRequest } from 'fastify'
import { type Fragment, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { PaymentMethod, Plan, PurchasePreview } from '../contract.ts'
import type { Failure } from './api.ts'
import { addMethod, renderMethodForms } from './method-forms.ts'
import { getAll, showFailure } from './object-routes.ts'
import { type RefusedForm, renderRefusedAct, sendOperationForm } from './operation-forms.ts'
import { renderAlert, toOutcome } from './pages.ts'
import { chooseMethod } from './payments.ts'
import {
  type Choices,
  cancellation,
  purchase,
  purchaseFields,
  renderPlans,
  renderPreview,
  renderPurchaseForm,
  renderSubscription,
} from './plans.ts'
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
      const [payment_method_id = '', coupon_code = ''] = purchaseFields.map((name) => getQueryValue(request, name))
      return showPlan(visit(request, reply), { payment_method_id, coupon_code })
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

async function showPlans(here: Visit, refused?: RefusedForm) {
  const { writer } = here.frame
  const companyId = getCompanyId(here.request)
  const [plans, current, payers] = await Promise.all([
    get(here, 'GET /subscriptions/plans'),
    get(here, 'GET /subscriptions/current', companyId === null ? {} : { company_id: companyId }),
    renderPayers(here),
  ])
  if (!current.ok) return showFailure(here, current)
  if (!plans.ok) return showFailure(here, plans)
  const content = [
    payers,
    renderRefusedAct(refused),
    renderSubscription(here, current.data, refused),
    renderPlans(writer, { plans: plans.data, present: current.data.plan, path: getListPath(here) }),
  ]
  return sendListPage(here, 'Plans', content, refused?.status ?? 200)
}

async function changeSubscription(here: Visit) {
  const company_id = getCompanyId(here.request)
  const act = getFormField(here.request, 'act')
  if (act === 'pay') {
    const paid = await send(here, 'POST /subscriptions/pay', {}, { company_id })
    if (paid.ok) return here.reply.redirect(`${here.frame.base}/app/pay/${paid.data.payment.id}`, 303)
    return showPlans(here, paid)
  }
  if (act === 'resume') {
    const resumed = await send(here, 'POST /subscriptions/resume', {}, { company_id })
    return resumed.ok ? here.reply.redirect(toOutcome(getListPath(here), 'resumed'), 303) : showPlans(here, resumed)
  }
  const canceled = await sendOperationForm(here, cancellation, { parameters: {}, further: { company_id } })
  return canceled.ok ? here.reply.redirect(toOutcome(getListPath(here), 'canceled'), 303) : showPlans(here, canceled)
}

/** Returns which plan is bought, and for whom. */
const getPurchased = ({ request }: Visit) => ({
  plan_id: getPathId(request, 'plan_id'),
  company_id: getCompanyId(request),
})

/** Returns what the plan costs with the choices. */
const fetchPreview = (here: Visit, { payment_method_id, coupon_code }: Choices) =>
  send(
    here,
    'POST /subscriptions/preview',
    {},
    {
      ...getPurchased(here),
      coupon_code: coupon_code || null,
      payment_method_id: payment_method_id === '' ? null : Number(payment_method_id),
    },
  )

/** Shows what a plan costs with the choices in `entered`, or for want of them with the default payment method. */
async function showPlan(here: Visit, entered: Choices, refused?: RefusedForm) {
  const [plans, listed] = await Promise.all([get(here, 'GET /subscriptions/plans'), get(here, 'GET /payment-methods')])
  if (!listed.ok) return showFailure(here, listed)
  if (!plans.ok) return showFailure(here, plans)
  const methods = listed.data.filter(({ action }) => action === null)
  const values = { ...entered, payment_method_id: chooseMethod(methods, entered.payment_method_id) }
  const preview = await fetchPreview(here, values)
  const plan = plans.data.find(({ id }) => id === getPurchased(here).plan_id)
  if (!preview.ok && (plan === undefined || 'plan_id' in preview.errors))
    return plan === undefined ? showFailure(here, preview) : showRefusedPlan(here, plan, preview)
  const problem: RefusedForm | undefined =
    refused ?? (preview.ok ? undefined : { ...preview, form: purchase, entered: values })
  const quote = preview.ok ? preview.data : null
  const content = await renderPurchase(here, { methods, quote, values, refused: problem })
  return sendListPage(here, { verbatim: plan?.name ?? '' }, content, problem?.status ?? 200)
}

interface Purchase {
  methods: readonly PaymentMethod[]
  quote: PurchasePreview | null
  values: Choices
  refused: RefusedForm | undefined
}

async function renderPurchase(here: Visit, { methods, quote, values, refused }: Purchase): Promise<Fragment> {
  const { writer, base, path } = here.frame
  const kept = { act: 'add-method', coupon_code: values.coupon_code }
  const isFolded = methods.length > 0
  return [
    refused?.form === purchase && !isFolded && renderAlert(refused),
    quote && renderPreview(writer, quote),
    isFolded && renderPurchaseForm(here, { methods, preview: quote, values, refused }),
    await renderMethodForms(here, { next: path, action: `${base}${path}`, kept, isFolded, refused }),
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
  if (getFormField(request, 'act') === 'add-method') return addMethodForPlan(here)
  const values = readFields(request, purchaseFields)
  const isShown = purchaseFields.every((name) => values[name] === getFormField(request, `quoted_${name}`))
  if (getFormField(request, 'act') !== 'subscribe' || !isShown) return showPlan(here, values)
  const further = { ...getPurchased(here), quoted_at: getFormField(request, 'quoted_at') }
  const answer = await sendOperationForm(here, purchase, { parameters: {}, further })
  if (answer.ok) return here.reply.redirect(`${here.frame.base}/app/pay/${answer.data.payment.id}`, 303)
  return showPlan(here, values, answer)
}

/** Adds a phone or a card on the page of the purchase, which stays as it is. */
async function addMethodForPlan(here: Visit) {
  const { request, reply, frame } = here
  const coupon_code = getFormField(request, 'coupon_code')
  const added = await addMethod(here, frame.path)
  if (!added.ok) return showPlan(here, { payment_method_id: '', coupon_code }, added)
  if (added.isAnswered) return reply
  if (added.id === null) return reply.redirect(`${frame.base}/app/payment-methods`, 303)
  const chosen = new URLSearchParams({ payment_method_id: String(added.id), coupon_code })
  return reply.redirect(toOutcome(`${frame.base}${frame.path}?${chosen}`, 'method'), 303)
}
