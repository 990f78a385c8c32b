/** Values in the tables of the transparency log. */

export type LeafKind = 'activity' | 'audit'
