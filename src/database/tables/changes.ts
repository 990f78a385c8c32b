/** Values in the tables of the change feed. */

export type ChangeAct = 'created' | 'updated' | 'deleted'
