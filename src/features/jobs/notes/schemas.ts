import { type Static, Type } from 'typebox'
import { noteRecord } from './record.ts'

export const ApplicationNote = Type.Object(noteRecord.answer, { title: 'ApplicationNote' })
export type ApplicationNote = Static<typeof ApplicationNote>

export const NewApplicationNote = Type.Object(noteRecord.creation, { title: 'NewApplicationNote' })
export type NewApplicationNote = Static<typeof NewApplicationNote>
