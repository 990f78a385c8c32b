/** What the simulated people do, and what came of it. */

export interface Plan {
  people: number
  /** Seconds within which all start. */
  start: number
  /** Seconds of saving after that. */
  seconds: number
  /** Seconds between two saves of one person. */
  every: number
  /** Seconds within which all submit at the end. */
  submit: number
}

export interface Sitting extends Plan {
  url: string
  /** A bare server that receives one small change after another during the run. */
  bare: string
  examId: number
}

export interface Sat {
  /** The duration of each request that was answered at once, in milliseconds. */
  starts: number[]
  saves: number[]
  submissions: number[]
  bare: number[]
  /** The duration of those that were sent again because the connection broke, until one was answered. */
  repeated: number[]
  /** The number of acknowledged answers that are missing afterwards. */
  lost: number
  /** The number of attempts whose result does not match the saved answers. */
  misgraded: number
  /** The number of requests that were not answered with success. */
  refused: number
}

/** Milliseconds between two changes by the bare server. */
export const betweenChanges = 50
