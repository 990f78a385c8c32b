/** What the service, a limited process and the thread in it say to each other. */

export interface ProcessLimits {
  /** Processor time of one call in milliseconds. Time that the process waits for a processor does not count. */
  processorMs: number
  /** Resident memory of the process in MiB, of which Node needs about 70 before the first call. */
  memoryMb: number
  /** Size of a serialized result in bytes. */
  resultBytes: number
}

/** The argument of the process, as JSON. */
export interface ProcessArgument {
  /** The address of the module whose functions are called. */
  module: string
  limits: ProcessLimits
}

/** A call of an exported function of the module. */
export interface Call {
  name: string
  input: unknown
}

/** The serialized result; `error` when the function has thrown, `limit` when the result is too large. */
export type CallResult = { bytes: Uint8Array } | { failure: 'error' | 'limit' }

/** `begun` before the function sees the input, then a result. The process is not used again after the last call. */
export type ProcessMessage = 'begun' | { result: CallResult; isLastCall: boolean }

/** `ready` once the module is loaded, then a result for each call. */
export type ThreadMessage = 'ready' | CallResult
