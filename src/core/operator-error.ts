/**
 * An error that the operator can correct. The command line prints its message, a full sentence, without a stack trace.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
