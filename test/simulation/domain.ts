/** What a part of the platform does in the year. */

export interface Domain {
  /** Makes what the year begins with. */
  begin?(): Promise<void>
  /** People do something now; `next` is when they are asked again. */
  act(now: string, next: string): Promise<void>
  /** People finish what they have begun; asked each day of the end. */
  finish?(now: string): Promise<void>
  /** Compares, once nothing is on its way. */
  close?(): Promise<void>
}
