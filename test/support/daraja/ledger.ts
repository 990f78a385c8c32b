/** The state and answers of Daraja 3.0, as Safaricom's portal and public integrations describe them. */

import { randomBytes } from 'node:crypto'

export interface Answer {
  status: number
  body: object
}

export interface Prompt {
  checkout: string
  amount: number
  phone: string
  reference: string
  callbackUrl: string
  /** When the service asked, by its own clock, in milliseconds. */
  askedAt: number
  /** The result; null while the person has not answered. */
  code: string | null
  receipt: string | null
}

export interface Transaction {
  receipt: string
  reference: string
  amount: number
  /** In milliseconds. */
  at: number
  isReversed: boolean
}

const ok = (body: object): Answer => ({ status: 200, body })
const refuse = (status: number, errorCode: string, errorMessage: string): Answer => ({
  status,
  body: { requestId: randomBytes(6).toString('hex'), errorCode, errorMessage },
})

export const wrongToken = refuse(404, '404.001.03', 'Invalid Access Token')
export const lockedSubscriber = refuse(
  500,
  '500.001.1001',
  'Unable to lock subscriber, a transaction is already in process',
)
export const systemBusy = refuse(500, '500.003.02', 'System is busy. Please try again in few minutes.')
const stillProcessing = ok({
  ResponseCode: '0',
  ResultCode: '4999',
  ResultDesc: 'The transaction is still under processing',
})
const processingError = refuse(500, '500.001.1001', 'The transaction is being processed')

/** What the last four digits of a number do. */
const codeByEnd: Record<string, string> = {
  '0001': '1',
  '1032': '1032',
  '1037': '1037',
  '2001': '2001',
  '7777': '777777',
}

/** Reads `20261121120000`, three hours ahead of UTC, as milliseconds; 0 for what is no time. */
const parseStamp = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6+03:00')) || 0

export class DarajaLedger {
  readonly prompts = new Map<string, Prompt>()
  readonly transactions: Transaction[] = []
  /** How many of the next questions about a prompt are answered with “still processing”. */
  stillProcessing = 0

  push(fields: Record<string, string>): Answer {
    const { Amount = '', AccountReference = '', PhoneNumber = '', CallBackURL = '', TransactionDesc = '' } = fields
    const { Timestamp = '' } = fields
    if (!/^[1-9]\d{0,5}$/.test(Amount) || Number(Amount) > 250_000) return refuse(400, '400.002.02', 'Invalid Amount')
    if (!/^254[17]\d{8}$/.test(PhoneNumber)) return refuse(400, '400.002.02', 'Invalid PhoneNumber')
    if (!/^.{1,12}$/.test(AccountReference) || !/^.{1,13}$/.test(TransactionDesc))
      return refuse(400, '400.002.02', 'Invalid AccountReference')
    if (!/^https?:/.test(CallBackURL) || /m-?pesa|safaricom|exe|cmd|sql|query/i.test(CallBackURL))
      return refuse(400, '400.002.02', 'Invalid CallBackURL')
    const checkout = `ws_CO_${randomBytes(10).toString('hex')}`
    this.prompts.set(checkout, {
      checkout,
      amount: Number(Amount),
      phone: PhoneNumber,
      reference: AccountReference,
      callbackUrl: CallBackURL,
      askedAt: parseStamp(Timestamp),
      code: null,
      receipt: null,
    })
    return ok({ MerchantRequestID: randomBytes(6).toString('hex'), CheckoutRequestID: checkout, ResponseCode: '0' })
  }

  ask(checkout: string): Answer {
    const prompt = this.prompts.get(checkout)
    if (prompt === undefined) return refuse(400, '400.002.02', 'Invalid CheckoutRequestID')
    if (this.stillProcessing-- > 0) return stillProcessing
    if (prompt.code === null) return processingError
    return ok({ ResponseCode: '0', CheckoutRequestID: checkout, ResultCode: prompt.code, ResultDesc: '…' })
  }

  /** The people answer; returns the prompts that are final now. */
  answerPhones(now: number, code?: string): Prompt[] {
    const open = [...this.prompts.values()].filter((prompt) => prompt.code === null)
    for (const prompt of open) {
      prompt.code = code ?? codeByEnd[prompt.phone.slice(-4)] ?? '0'
      // A payer pays after the prompt, also where this clock is behind that of the service, which moves by hours.
      const paidAt = Math.max(now, prompt.askedAt)
      if (prompt.code === '0') prompt.receipt = this.receive(prompt.reference, prompt.amount, paidAt).receipt
    }
    return open
  }

  /** Money arrives, also without a prompt. */
  receive(reference: string, amount: number, at: number): Transaction {
    const receipt = randomBytes(5).toString('hex').toUpperCase()
    const transaction = { receipt, reference, amount, at, isReversed: false }
    this.transactions.push(transaction)
    return transaction
  }

  /** Nairobi is three hours ahead of UTC. */
  pull({ StartDate = '', EndDate = '', OffSetValue = '0' }: Record<string, string>): Answer {
    const [from, to] = [StartDate, EndDate].map((text) => Date.parse(`${text.replace(' ', 'T')}+03:00`))
    if (from === undefined || to === undefined || to - from > 48.1 * 3_600_000)
      return refuse(400, '400.002.02', 'Invalid dates')
    const rows = this.transactions
      .filter(({ at }) => at >= from && at <= to)
      .slice(Number(OffSetValue), Number(OffSetValue) + 10)
    const Response = rows.map(({ receipt, reference, amount, at }) => ({
      transactionId: receipt,
      trxDate: new Date(at + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      msisdn: '2547*****678',
      billreference: reference,
      amount: amount.toFixed(2),
    }))
    return ok({ ResponseRefID: '1', ResponseCode: '1000', ResponseMessage: 'Success', Response: [Response] })
  }

  /** Returns the code of the result, which is sent later. */
  reverse(receipt: string): string {
    const transaction = this.transactions.find((other) => other.receipt === receipt)
    if (transaction === undefined) return 'R000002'
    if (transaction.isReversed) return 'R000001'
    transaction.isReversed = true
    return '0'
  }
}
