/** Money: integer minor units inside, a JSON number with two fraction digits outside. */

import { Type } from 'typebox'

/** The maximum amount, in whole units. */
const maxAmount = 1_000_000

/** An amount as sent and received, like `29.00`; services store minor units. */
export const Amount = Type.Number({ minimum: 0, maximum: maxAmount, examples: [29] })

/** Returns whether the amount has at most two fraction digits: it is the number that its minor units are sent as. */
export const isAmount = (amount: number) => amount === fromMinorUnits(toMinorUnits(amount))

export const toMinorUnits = (amount: number) => Math.round(amount * 100)

export const fromMinorUnits = (minor: number) => minor / 100
