/** Returns the tax contained in an amount, in minor units; `rate` in hundredths of a percent. */
export const calculateTax = (amount: number, rate: number) => amount - Math.round((amount * 10_000) / (10_000 + rate))
