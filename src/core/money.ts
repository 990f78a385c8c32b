/** Money: integer minor units inside, a JSON number with two fraction digits outside. */

import { Type } from 'typebox'

/** The largest amount anybody can name, in whole units. */
const maxAmount = 1_000_000

/** An amount as it travels, like `29.00`; services keep it as `minorOf` it. */
export const Amount = Type.Number({ minimum: 0, maximum: maxAmount, examples: [29] })

/** Whether the amount has at most two fraction digits. Binary fractions leave a rest that is no third digit. */
export const isAmount = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

export const toMinorUnits = (amount: number) => Math.round(amount * 100)

export const fromMinorUnits = (minor: number) => minor / 100

/** Like `$29.00` or `€29.00`. */
export const formatMoney = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(fromMinorUnits(minor))
