/** Why a command does nothing: the operator's mistake in one sentence, printed without a stack. */
export class OperatorError extends Error {}
