import { createFieldProblem, createRuleViolation, Problem } from '#core/problem.ts'

export const wrongCode = createFieldProblem('code', 'This code is wrong or was used already. Enter the current one.')
/** Answers an unknown, expired or used challenge, and one with too many wrong codes. */
export const challengeEnded = createFieldProblem('challenge', 'This sign-in has ended. Please start again.')
export const alreadyEnabled = createRuleViolation('The second factor is turned on already; turn it off first.')
export const notSetUp = createRuleViolation('There is no second factor to turn on; ask for its setup first.')
export const notEnabled = new Problem(422, 'The second factor is not turned on.')
export const ownNeedsCode = createRuleViolation('Turn your own second factor off with a code.')
