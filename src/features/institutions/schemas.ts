import { type Static, Type } from 'typebox'
import { nullable, Text } from '#core/schema.ts'

export const Institution = Type.Object(
  {
    ror: Type.String({
      description: 'The id in the Research Organization Registry, as an address.',
      examples: ['https://ror.org/02y9nww90'],
    }),
    name: Type.String({ description: 'The name.' }),
    other_names: Type.Array(Type.String(), {
      description: 'Acronyms first, then names in other languages and former names.',
    }),
    country_code: nullable(Type.String({ description: 'ISO 3166-1 alpha-2; null when unknown.' })),
    country: nullable(Type.String({ description: 'The name of the country, in the language of the answer.' })),
    city: nullable(Type.String({ description: 'The city; null when unknown.' })),
    active: Type.Boolean({ description: 'False for an institution that does not exist any more.' }),
  },
  { title: 'Institution' },
)
export type Institution = Static<typeof Institution>

export const InstitutionQuery = Type.Object({
  q: Type.Optional(
    Text(200, {
      description:
        'The beginning of a name, words of it in any order, or an acronym, without regard to case and accents; typing errors are corrected when nothing is found.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      clampMaximum: 100,
      description: 'The most institutions, 8 unless given; at most 100 are served.',
    }),
  ),
})
export type InstitutionQuery = Static<typeof InstitutionQuery>
