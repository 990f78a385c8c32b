/** What a check of `npm run doctor` is, and what it says. */

export interface Outcome {
  state: 'good' | 'warning' | 'bad'
  text: string
  /** Advice for the operator. */
  advice?: string | undefined
}

export interface Check {
  name: string
  /** The advice when `run` throws. */
  advice: string
  run(): Promise<Outcome>
}

export const createPass = (text: string): Outcome => ({ state: 'good', text })
export const createWarning = (text: string, advice: string): Outcome => ({ state: 'warning', text, advice })
