/** Errors that the operator can mend: the command line prints their message without a stack. */
export class OperatorError extends Error {}
