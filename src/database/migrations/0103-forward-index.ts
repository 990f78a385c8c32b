/**
 * The forward index of the search: the texts that an index has of each document, from which a change reads what to remove. It is filled from the
 * tables, because the indexes have what these have, but for changes that wait. The followers that keep the indexes go on from here.
 */

import type { Engine } from '../database.ts'
import type { TextArea } from '../tables/search.ts'
import { integer, json, key, type Migration, type Schema } from './schema.ts'

interface IndexedList {
  list: string
  columns: readonly string[]
  /** Columns of JSON. */
  json?: readonly string[]
}

/** Rows as the last release reads them, in the order of its columns. */
const lists: readonly IndexedList[] = [
  { list: 'job_posts', columns: ['title', 'description', 'company', 'location', 'status', 'skills'], json: ['skills'] },
  { list: 'courses', columns: ['title', 'description', 'category', 'status', 'access'] },
  { list: 'projects', columns: ['title', 'description', 'field', 'visibility'] },
]

/** Fields of profiles with their expressions, which are spelled alike on both engines, or for each. */
const profile: Readonly<Record<string, string | Record<Engine, string>>> = {
  name: 'users.name',
  headline: 'researchers.headline',
  bio: 'researchers.bio',
  institution: 'institution',
  institution_names: { sqlite: 'json(institution_names)', postgres: 'institution_names' },
  department: 'department',
  location: 'researchers.location',
  country: 'country',
  fields: { sqlite: 'json(fields)', postgres: 'fields' },
  skills: { sqlite: 'json(researchers.skills)', postgres: 'researchers.skills' },
  years_experience: 'years_experience',
  h_index: 'h_index',
  availability: 'availability',
  verified: { sqlite: "json(iif(verified, 'true', 'false'))", postgres: 'verified' },
  publications: {
    sqlite: `(select json_group_array(json(item)) from (
      select value as item from json_each(researchers.publications) union all
      select item from (select json_object('title', title, 'venue', container_title) as item from publications
        where publications.researcher_id = researchers.id order by issued desc, id desc limit 500)))`,
    postgres: `researchers.publications || coalesce((select jsonb_agg(item) from (
      select jsonb_build_object('title', title, 'venue', container_title) as item from publications
        where publications.researcher_id = researchers.id order by issued desc, id desc limit 500) as record), '[]'::jsonb)`,
  },
  education: { sqlite: 'json(education)', postgres: 'education' },
  employment: { sqlite: 'json(employment)', postgres: 'employment' },
  visibility: 'visibility',
  quality: 'quality',
}

const buildObject = (engine: Engine, fields: readonly (readonly [name: string, value: string])[]) =>
  `${engine === 'sqlite' ? 'json_object' : 'jsonb_build_object'}(${fields.map(([name, value]) => `'${name}', ${value}`).join(', ')})`

const perEngine = (spell: (engine: Engine) => string): Record<Engine, string> => ({
  sqlite: spell('sqlite'),
  postgres: spell('postgres'),
})

export const forwardIndex = {
  name: '0103-forward-index',
  up(schema: Schema) {
    // The area is a copy of the index of researchers or a list.
    const search_texts = schema.table(
      'search_texts',
      { area: key<TextArea>(), item_id: integer(), text: json<object>() },
      { primaryKey: ['area', 'item_id'] },
    )
    for (const spell of fillTexts) schema.statement(perEngine(spell))
    const others = [
      // A copy that is being built has no texts, so it is begun anew.
      'update search_copies set building_version = null, position = 0',
      `insert into followers (name, format) select 'search_' || name, format from search_lists where format > 0`,
      `insert into followers (name, format) values ('search_researchers', 1)`,
    ]
    for (const statement of others) schema.statement(perEngine(() => statement))
    return { search_texts }
  },
} satisfies Migration

/** The profiles of the copy that serves searches. */
export const fillProfiles = (engine: Engine) =>
  `insert into search_texts (area, item_id, text)
   select (select active from search_copies), researchers.id, ${buildObject(
     engine,
     Object.entries(profile).map(([name, value]) => [name, typeof value === 'string' ? value : value[engine]]),
   )} from researchers join users on users.id = researchers.user_id`

/** A row is in the index if all are, or if it is not after the last one that is. */
const isIndexed = (list: string, id: string) =>
  `exists (select 1 from search_lists where name = '${list}' and (format > 0 or ${id} <= position))`

/** Rows that wait: the index has the texts before the first change, none of a new row. */
const fillChanged = ({ list }: IndexedList) =>
  `insert into search_texts (area, item_id, text)
   select '${list}', item_id, "before" from search_list_changes where "before" is not null
   and id in (select min(id) from search_list_changes where list = '${list}' group by item_id)
   and ${isIndexed(list, 'item_id')}`

function fillRows(engine: Engine, { list, columns, json: values = [] }: IndexedList): string {
  const fields = columns.map(
    (name) => [name, engine === 'sqlite' && values.includes(name) ? `json("${name}")` : `"${name}"`] as const,
  )
  return `insert into search_texts (area, item_id, text) select '${list}', id, ${buildObject(engine, fields)} from "${list}"
   where ${isIndexed(list, 'id')}
   and id not in (select item_id from search_list_changes where list = '${list}')`
}

/** The statements that fill the forward index. */
export const fillTexts: readonly ((engine: Engine) => string)[] = [
  fillProfiles,
  ...lists.flatMap((list) => [() => fillChanged(list), (engine: Engine) => fillRows(engine, list)]),
]
