/** The state and answers of pawaPay's Merchant API v2, as its documentation describes them: https://docs.pawapay.io/v2/docs */

export interface Answer {
  status: number
  body: object
}

export interface Deposit {
  depositId: string
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'IN_RECONCILIATION'
  amount: string
  currency: string
  country: string
  payer: { type: 'MMO'; accountDetails: { phoneNumber: string; provider: string } }
  customerMessage: string
  created: string
  failureReason?: { failureCode: string; failureMessage: string }
}

export interface Refund {
  refundId: string
  depositId: string
  amount: string
  currency: string
  status: 'COMPLETED' | 'FAILED'
  failureReason?: { failureCode: string; failureMessage: string }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ok = (body: object): Answer => ({ status: 200, body })
const refuse = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { ...more, status: 'REJECTED', failureReason: { failureCode: code, failureMessage: code.toLowerCase() } },
})

/** The answer while the operator of a phone is out of order. */
export const operatorDown = refuse(200, 'PROVIDER_TEMPORARILY_UNAVAILABLE')

/** What the last three digits of a number do, in the manner of https://docs.pawapay.io/v2/docs/test_numbers */
const failureByEnd: Record<string, string> = {
  '029': 'PAYER_NOT_FOUND',
  '039': 'PAYMENT_NOT_APPROVED',
  '048': 'INSUFFICIENT_BALANCE',
  '069': 'UNSPECIFIED_FAILURE',
}
const stuckEnd = '129'

/** Providers whose amounts have no decimals. */
const wholeUnits = ['MPESA_KEN', 'MTN_MOMO_UGA', 'MTN_MOMO_RWA', 'VODACOM_TZA', 'ORANGE_SEN']
const countries: Record<string, string> = {
  254: 'KEN',
  255: 'TZA',
  256: 'UGA',
  250: 'RWA',
  260: 'ZMB',
  233: 'GHA',
  221: 'SEN',
}

export class PawapayLedger {
  readonly deposits = new Map<string, Deposit>()
  readonly refunds = new Map<string, Refund>()
  /** How many of the next refunds fail, because the wallet is empty. */
  refundsWithoutFloat = 0

  answer(method: string, path: string, body: Record<string, unknown>): Answer {
    const [, , resource = '', id = ''] = path.split('/')
    if (method === 'POST' && resource === 'deposits') return this.#initiate(body)
    if (method === 'GET' && resource === 'deposits') return describe(this.deposits.get(id))
    if (method === 'POST' && resource === 'refunds') return this.#refund(body)
    if (method === 'GET' && resource === 'refunds') return describe(this.refunds.get(id))
    if (method === 'POST' && resource === 'predict-provider') return predict(String(body.phoneNumber))
    if (method === 'GET' && resource === 'active-conf') return ok(configuration)
    return { status: 404, body: {} }
  }

  /** Ends what waits for a PIN, as the number says, or as named; returns the deposits that are final now. */
  answerPhones(failure?: string): Deposit[] {
    return [...this.deposits.values()].filter((deposit) => {
      const { phoneNumber } = deposit.payer.accountDetails
      if (deposit.status !== 'PROCESSING' || phoneNumber.endsWith(stuckEnd)) return false
      const code = failure ?? failureByEnd[phoneNumber.slice(-3)]
      deposit.status = code === undefined ? 'COMPLETED' : 'FAILED'
      if (code !== undefined) deposit.failureReason = { failureCode: code, failureMessage: code.toLowerCase() }
      return true
    })
  }

  #initiate(body: Record<string, unknown>): Answer {
    const { depositId, amount, currency, payer, customerMessage } = body
    const details = readDetails(payer)
    if (typeof depositId !== 'string' || !uuid.test(depositId)) return refuse(400, 'INVALID_PARAMETER')
    if (this.deposits.has(depositId)) return ok({ depositId, status: 'DUPLICATE_IGNORED' })
    if (typeof amount !== 'string' || !/^\d+(\.\d{1,2})?$/.test(amount) || typeof currency !== 'string')
      return refuse(400, 'INVALID_PARAMETER', { depositId })
    if (!/^[A-Za-z0-9 ]{4,22}$/.test(String(customerMessage))) return refuse(400, 'INVALID_PARAMETER', { depositId })
    if (!/^\d{8,15}$/.test(details.phoneNumber)) return refuse(200, 'INVALID_PHONE_NUMBER', { depositId })
    if (wholeUnits.includes(details.provider) && amount.includes('.'))
      return refuse(200, 'INVALID_AMOUNT', { depositId })
    this.deposits.set(depositId, {
      depositId,
      status: 'PROCESSING',
      amount,
      currency,
      country: countries[details.phoneNumber.slice(0, 3)] ?? '',
      payer: { type: 'MMO', accountDetails: details },
      customerMessage: String(customerMessage),
      created: new Date().toISOString(),
    })
    return ok({ depositId, status: 'ACCEPTED', created: new Date().toISOString(), nextStep: 'FINAL_STATUS' })
  }

  #refund({ refundId, depositId, amount, currency }: Record<string, unknown>): Answer {
    const id = String(refundId)
    const deposit = this.deposits.get(String(depositId))
    if (this.refunds.has(id)) return ok({ refundId: id, status: 'DUPLICATE_IGNORED' })
    if (!uuid.test(id)) return refuse(400, 'INVALID_PARAMETER')
    if (deposit?.status !== 'COMPLETED') return refuse(200, 'INVALID_STATE', { refundId: id })
    const given = Number(amount ?? deposit.amount)
    const before = this.sumRefunds(deposit.depositId)
    if (currency !== undefined && currency !== deposit.currency)
      return refuse(200, 'INVALID_CURRENCY', { refundId: id })
    if (before + given > Number(deposit.amount)) return refuse(200, 'AMOUNT_TOO_LARGE', { refundId: id })
    const isPoor = this.refundsWithoutFloat > 0
    if (isPoor) this.refundsWithoutFloat--
    const row = { refundId: id, depositId: deposit.depositId, amount: String(given), currency: deposit.currency }
    this.refunds.set(id, {
      ...row,
      status: isPoor ? 'FAILED' : 'COMPLETED',
      ...(isPoor && { failureReason: { failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS', failureMessage: 'no float' } }),
    })
    return ok({ refundId: id, status: 'ACCEPTED', created: new Date().toISOString() })
  }

  sumRefunds(depositId: string): number {
    const mine = [...this.refunds.values()].filter((one) => one.depositId === depositId && one.status === 'COMPLETED')
    return mine.reduce((sum, { amount }) => sum + Number(amount), 0)
  }
}

const describe = (data: Deposit | Refund | undefined): Answer =>
  ok(data === undefined ? { status: 'NOT_FOUND' } : { status: 'FOUND', data })

function readDetails(payer: unknown): { phoneNumber: string; provider: string } {
  const given = typeof payer === 'object' && payer !== null && 'accountDetails' in payer ? payer.accountDetails : {}
  const entries = Object.entries(given ?? {})
  const read = (name: string) => String(entries.find(([key]) => key === name)?.[1] ?? '')
  return { phoneNumber: read('phoneNumber'), provider: read('provider') }
}

function predict(phone: string): Answer {
  const digits = phone.replace(/\D/g, '')
  const country = countries[digits.slice(0, 3)]
  if (country === undefined || digits.length !== 12) return refuse(400, 'INVALID_PHONE_NUMBER')
  return ok({ country, provider: country === 'KEN' ? 'MPESA_KEN' : `MTN_MOMO_${country}`, phoneNumber: digits })
}

const describeProvider = (provider: string, currency: string, decimalsInAmount: string) => ({
  provider,
  currencies: [{ currency, operationTypes: { DEPOSIT: { decimalsInAmount, status: 'OPERATIONAL' } } }],
})

/** The accounts that the double has. */
const configuration = {
  companyName: 'Double',
  countries: [
    { country: 'KEN', providers: [describeProvider('MPESA_KEN', 'KES', 'NONE')] },
    { country: 'ZMB', providers: [describeProvider('MTN_MOMO_ZMB', 'ZMW', 'TWO_PLACES')] },
  ],
}
