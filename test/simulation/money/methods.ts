/** Payment methods of each rail. */

export type PayingRail = 'card' | 'sandbox phone' | 'daraja' | 'pawapay'
export type Method = Record<string, unknown>

const createPhone = (provider: string, start: string, index: number, end: string): Method => ({
  type: 'mobile_money',
  provider,
  phone: `${start}${String(index).padStart(3, '0')}${end}`,
})

/** Creates a method of a rail that pays, or that is refused. */
export const createMethod: Record<PayingRail, (index: number, pays: boolean) => Method> = {
  card: (_, pays) => ({
    type: 'card',
    card_number: pays ? '4242424242424242' : '4000000000000341',
    expiry_month: 12,
    expiry_year: 2060,
    cvv: '123',
  }),
  'sandbox phone': (index, pays) => createPhone('orange', '+2677', index, pays ? '0000' : '0001'),
  daraja: (index, pays) => createPhone('mpesa', '+25471', index, pays ? '5678' : '1032'),
  pawapay: (index, pays) => createPhone('mtn', '+256772', index, pays ? '456' : '039'),
}

/** What a plan costs where each rail pays. */
export const planPrices = [
  { currency: 'USD', amount: 29 },
  { currency: 'KES', amount: 3_800 },
  { currency: 'UGX', amount: 107_000 },
  { currency: 'XOF', amount: 17_500 },
]
