/** Signals between instances on one database: that there is something new for a user, without its content. */

export interface Signals {
  /**
   * Notifies every instance, including this one. A signal is lost when the process or the database ends at this moment.
   */
  send(userId: number): void
  /**
   * Calls the listener for every signal until the returned function is called. Resolves when no signal can be missed.
   */
  subscribe(listener: (userId: number) => void): Promise<() => void>
}

/** The listeners of this process. */
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

/** Who wants to know of the commits of this process. */
export class CommitListeners {
  readonly #all = new Set<() => void>()

  add(listener: () => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify() {
    for (const listener of this.#all) listener()
  }

  /** Notifies after the change, and returns its result. */
  async after<T>(change: Promise<T>): Promise<T> {
    const result = await change
    this.notify()
    return result
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
