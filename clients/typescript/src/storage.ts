/** Where answers are kept until the service has them: IndexedDB in browsers, memory elsewhere. */

/** An answer that the service may not have yet. */
export interface PendingAnswer {
  question: string
  /** Null clears the answer. */
  value: unknown
  /** The number of the change, which rises with each one of the attempt, also across tabs. */
  revision: number
}

/** Keeps the pending answers of attempts. Every method is atomic, also where several tabs use one storage. */
export interface AnswerStorage {
  /** Returns the pending answers of the attempt, in the order of their revisions. */
  list(attemptId: number): Promise<PendingAnswer[]>
  /** Keeps an answer under the next revision, in place of an earlier one to the same question, and returns it. */
  add(attemptId: number, question: string, value: unknown): Promise<PendingAnswer>
  /** Removes the answers, unless they have changed since. */
  remove(attemptId: number, answers: readonly PendingAnswer[]): Promise<void>
  /** Gives all pending answers revisions above this one, in their order. */
  raise(attemptId: number, above: number): Promise<void>
}

interface Stored {
  revision: number
  answers: Record<string, PendingAnswer>
}

const inOrder = ({ answers }: Stored) => Object.values(answers).sort((a, b) => a.revision - b.revision)

/** The changes that every storage makes, each on one object. */
const changes = {
  add(stored: Stored, question: string, value: unknown): PendingAnswer {
    stored.revision++
    const answer = { question, value, revision: stored.revision }
    stored.answers[question] = answer
    return answer
  },
  remove(stored: Stored, answers: readonly PendingAnswer[]): void {
    for (const { question, revision } of answers)
      if (stored.answers[question]?.revision === revision) delete stored.answers[question]
  },
  raise(stored: Stored, above: number): void {
    stored.revision = Math.max(stored.revision, above)
    for (const answer of inOrder(stored)) {
      stored.revision++
      answer.revision = stored.revision
    }
  },
}

/** Keeps answers in memory. They end with the program. */
export function createMemoryStorage(): AnswerStorage {
  const attempts = new Map<number, Stored>()
  const open = (id: number): Stored => {
    const stored = attempts.get(id) ?? { revision: 0, answers: {} }
    attempts.set(id, stored)
    return stored
  }
  return {
    list: async (id) => inOrder(structuredClone(open(id))),
    add: async (id, question, value) => ({ ...changes.add(open(id), question, value) }),
    remove: async (id, answers) => changes.remove(open(id), answers),
    raise: async (id, above) => changes.raise(open(id), above),
  }
}

/** The parts of IndexedDB that are used; Node has no types for them: https://www.w3.org/TR/IndexedDB/. */
interface StoreRequest {
  result: unknown
  error: Error | null
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}
interface OpenRequest extends StoreRequest {
  onupgradeneeded: (() => void) | null
}
interface ObjectStore {
  get(key: number): StoreRequest
  put(value: unknown, key: number): StoreRequest
}
interface StoreTransaction {
  objectStore(name: string): ObjectStore
  error: Error | null
  oncomplete: (() => void) | null
  onabort: (() => void) | null
}
interface StoreDatabase {
  createObjectStore(name: string): ObjectStore
  transaction(name: string, mode: 'readwrite', options: { durability: 'strict' }): StoreTransaction
}
interface StoreFactory {
  open(name: string, version: number): OpenRequest
}

const findFactory = () => (globalThis as { indexedDB?: StoreFactory }).indexedDB

const [databaseName, storeName] = ['research-platform-answers', 'attempts']

/** Keeps answers in IndexedDB, so that they outlive the page, and tabs share them. Null where there is none. */
export function createIndexedDbStorage(): AnswerStorage | null {
  const factory = findFactory()
  if (factory === undefined) return null
  let opening: Promise<StoreDatabase> | undefined
  async function change<T>(id: number, work: (stored: Stored) => T): Promise<T> {
    opening ??= openDatabase(factory as StoreFactory)
    const transaction = (await opening).transaction(storeName, 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore(storeName)
    const results: T[] = []
    const read = store.get(id)
    read.onsuccess = () => {
      const stored = (read.result as Stored | undefined) ?? { revision: 0, answers: {} }
      results.push(work(stored))
      store.put(stored, id)
    }
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(results[0] as T)
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not keep the answer.'))
    })
  }
  return {
    list: (id) => change(id, inOrder),
    add: (id, question, value) => change(id, (stored) => changes.add(stored, question, value)),
    remove: (id, answers) => change(id, (stored) => changes.remove(stored, answers)),
    raise: (id, above) => change(id, (stored) => changes.raise(stored, above)),
  }
}

function openDatabase(factory: StoreFactory): Promise<StoreDatabase> {
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => (request.result as StoreDatabase).createObjectStore(storeName)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as StoreDatabase)
    request.onerror = () => reject(request.error ?? new Error('The browser opens no database.'))
  })
}
