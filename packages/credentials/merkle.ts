/** Merkle trees as in RFC 6962, section 2.1: SHA-256, with a byte that tells leaves from nodes. */

import { hash } from 'node:crypto'

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** Returns the hash of a leaf. */
export const hashLeaf = (content: string): Buffer => sha256(Buffer.from(`\0${content}`))

/** A byte 1 and two hashes; it is used again for each node, because a proof hashes hundreds. */
const node = Buffer.alloc(65, 1)

export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1)
  node.set(right, 33)
  return sha256(node)
}

/** Returns the hash over 2^`level` leaves, of which `index` such groups are before it. */
export type ReadNode = (level: number, index: number) => Promise<Uint8Array>

/** The largest power of two below `size`. */
const findSplitPoint = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1)

/** Returns the hash over the leaves from `start` to before `end`: MTH(D[start:end]). `start` is a multiple of the size. */
async function hashRange(read: ReadNode, start: number, end: number): Promise<Uint8Array> {
  const size = end - start
  const level = Math.log2(size)
  if (Number.isInteger(level)) return read(level, start / size)
  const middle = start + findSplitPoint(size)
  return hashNode(await hashRange(read, start, middle), await hashRange(read, middle, end))
}

/** Returns the root of the tree of the first `size` leaves. */
export const getRoot = async (read: ReadNode, size: number): Promise<Uint8Array> =>
  size === 0 ? sha256(Buffer.of()) : hashRange(read, 0, size)

/** Returns the audit path of a leaf: PATH(leaf, D[0:size]). */
export const proveInclusion = (read: ReadNode, leaf: number, size: number): Promise<Uint8Array[]> =>
  createProver(read, size)(leaf)

/** Returns a function that returns audit paths. It keeps the hashes of subtrees, which the paths of many leaves share. */
export function createProver(read: ReadNode, size: number): (leaf: number) => Promise<Uint8Array[]> {
  const subtrees = new Map<string, Uint8Array>()

  async function hashSubtree(start: number, end: number): Promise<Uint8Array> {
    const computed = await hashRange(read, start, end)
    if (end - start > 1) subtrees.set(`${start} ${end}`, computed)
    return computed
  }

  return async (leaf) => {
    const path: Uint8Array[] = []
    let [start, end] = [0, size]
    while (end - start > 1) {
      const middle = start + findSplitPoint(end - start)
      const sibling = leaf < middle ? ([middle, end] as const) : ([start, middle] as const)
      path.push(subtrees.get(sibling.join(' ')) ?? (await hashSubtree(...sibling)))
      if (leaf < middle) end = middle
      else start = middle
    }
    return path.reverse()
  }
}

/** Returns the proof that the first `from` leaves begin the tree of `to` leaves: PROOF(from, D[0:to]). */
export const proveConsistency = (read: ReadNode, from: number, to: number): Promise<Uint8Array[]> =>
  listSubproof(read, from, { start: 0, end: to, isWhole: true })

interface Part {
  start: number
  end: number
  /** Whether the earlier tree is this part as a whole, whose hash the verifier knows. */
  isWhole: boolean
}

async function listSubproof(read: ReadNode, from: number, { start, end, isWhole }: Part): Promise<Uint8Array[]> {
  const size = end - start
  if (from === size) return isWhole ? [] : [await hashRange(read, start, end)]
  const split = findSplitPoint(size)
  const middle = start + split
  return from <= split
    ? [...(await listSubproof(read, from, { start, end: middle, isWhole })), await hashRange(read, middle, end)]
    : [
        ...(await listSubproof(read, from - split, { start: middle, end, isWhole: false })),
        await hashRange(read, start, middle),
      ]
}

/** Computes the root of a growing tree, of which only the hashes of complete subtrees are kept. */
export class RootBuilder {
  readonly #subtrees: { level: number; hash: Uint8Array }[] = []

  add(leafHash: Uint8Array): void {
    let added = { level: 0, hash: leafHash }
    for (let last = this.#subtrees.at(-1); last?.level === added.level; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      added = { level: added.level + 1, hash: hashNode(last.hash, added.hash) }
    }
    this.#subtrees.push(added)
  }

  getRoot(): Uint8Array {
    const hashes = this.#subtrees.map(({ hash: one }) => one)
    return hashes.length === 0 ? sha256(Buffer.of()) : hashes.reduceRight((right, left) => hashNode(left, right))
  }
}
