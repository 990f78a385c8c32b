/** What instances on one database tell each other: that there is something new about a person, not what. */

export interface Signals {
  /** Tells every instance, this one too. A signal is lost when the process or the database ends at this moment. */
  send(userId: number): void
  /** Calls back for every signal from when it resolves, until the returned function is called. */
  subscribe(listener: (userId: number) => void): Promise<() => void>
}

/** Those who listen within this process. */
export class Listeners {
  readonly #all = new Set<(userId: number) => void>()

  get size() {
    return this.#all.size
  }

  add(listener: (userId: number) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(userId: number) {
    for (const listener of this.#all) listener(userId)
  }
}

/** For a database that only this process uses. */
export function createLocalSignals(): Signals {
  const listeners = new Listeners()
  return {
    send: (userId) => listeners.notify(userId),
    subscribe: async (listener) => listeners.add(listener),
  }
}
