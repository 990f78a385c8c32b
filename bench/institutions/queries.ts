/** Questions for people at institutions, each with the people who should be found. */

import { draw, type Institution, isHeldOut, sample, split } from './list.ts'
import type { Member } from './people.ts'

export interface Query {
  class: string
  query: string
  /** The indexes of the people who should be found. */
  wanted: ReadonlySet<number>
}

/** What people call institutions, by the name in the list. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'Massachusetts Institute of Technology': ['MIT', 'M.I.T.'],
  'University of California, Los Angeles': ['UCLA', 'UC Los Angeles'],
  'University of California, Berkeley': ['UC Berkeley', 'UCB', 'Berkeley'],
  'University of California San Diego': ['UCSD', 'UC San Diego'],
  'University of Southern California': ['USC'],
  'ETH Zurich': ['ETH', 'ETHZ', 'Swiss Federal Institute of Technology Zurich'],
  'École Polytechnique Fédérale de Lausanne': ['EPFL'],
  'Carnegie Mellon University': ['CMU', 'Carnegie Mellon'],
  'University of Illinois Urbana-Champaign': ['UIUC'],
  'National University of Singapore': ['NUS'],
  'Nanyang Technological University': ['NTU Singapore', 'Nanyang Tech'],
  'University College London': ['UCL'],
  "King's College London": ['KCL', 'Kings College London'],
  'London School of Economics and Political Science': ['LSE'],
  'New York University': ['NYU'],
  'University of British Columbia': ['UBC'],
  'UNSW Sydney': ['UNSW'],
  'Australian National University': ['ANU'],
  'KTH Royal Institute of Technology': ['KTH'],
  'Korea Advanced Institute of Science and Technology': ['KAIST'],
  'Hong Kong University of Science and Technology': ['HKUST'],
  'University of Science and Technology of China': ['USTC'],
  'Technical University of Munich': ['TUM', 'TU München', 'TU Munich', 'Technische Universität München'],
  'Ludwig-Maximilians-Universität München': ['LMU', 'LMU Munich'],
  'RWTH Aachen University': ['RWTH', 'RWTH Aachen'],
  'University of Michigan': ['umich', 'U Michigan'],
  'University of Pennsylvania': ['UPenn', 'Penn'],
  'California Institute of Technology': ['Caltech'],
  'Georgia Institute of Technology': ['Georgia Tech', 'GaTech'],
  'Virginia Tech': ['Virginia Polytechnic Institute and State University'],
  'Indian Institute of Technology Bombay': ['IIT Bombay', 'IITB'],
  'University of North Carolina at Chapel Hill': ['UNC', 'UNC Chapel Hill'],
  'University of Zurich': ['Universität Zürich', 'UZH', 'Université de Zurich'],
  'University of Vienna': ['Universität Wien', 'Universidad de Viena'],
  'TU Wien': ['TU Vienna', 'Technische Universität Wien', 'Vienna University of Technology'],
  'Delft University of Technology': ['TU Delft', 'Technische Universiteit Delft'],
  'University of Nairobi': ['UoN', 'Uni Nairobi', 'Chuo Kikuu cha Nairobi'],
  'University of the Witwatersrand': ['Wits', 'Wits University'],
  'Universidade Estadual de Campinas (UNICAMP)': ['Unicamp', 'State University of Campinas'],
  'University of Virginia': ['UVA'],
  'Stanford University': ['Stanford', 'Leland Stanford Junior University'],
  'Princeton University': ['Princeton'],
  'University of Amsterdam': ['Universiteit van Amsterdam'],
  'Washington University in St. Louis': ['WashU', 'WUSTL'],
  'Imperial College London': ['Imperial College', 'Imperial'],
  'University of Geneva': ['Université de Genève', 'Universität Genf'],
  'University of Cologne': ['Universität zu Köln', 'Uni Köln'],
  'Universitat de Barcelona': ['University of Barcelona', 'Universidad de Barcelona'],
  'Universidade de São Paulo': ['University of São Paulo', 'Universidad de Sao Paulo'],
  'University of Siegen': ['Universität Siegen', 'Uni Siegen'],
}

/** Institutions whose names are easily taken for another one of these. */
const confusable =
  'Stellenbosch University|University of York|York University|Miami University|University of Miami'.split('|')
export const namedInstitutions: ReadonlySet<string> = new Set([
  ...Object.keys(nicknames),
  ...confusable,
  'University of Washington',
  'Pennsylvania State University',
])

/** Fields by their other names. */
const synonyms: Readonly<Record<string, string>> = {
  AI: 'Artificial Intelligence',
  ML: 'Machine Learning',
  NLP: 'Natural Language Processing',
  HCI: 'Human Computer Interaction',
  HPC: 'High Performance Computing',
  'machine vision': 'Computer Vision',
  cybersecurity: 'Computer Security',
  phytology: 'Botany',
  'animal biology': 'Zoology',
  'natural language understanding': 'Natural Language Processing',
  uranology: 'Astronomy',
  jurisprudence: 'Law',
  archeology: 'Archaeology',
  'human-computer interaction': 'Human Computer Interaction',
  cryptographer: 'Cryptography',
  robots: 'Robotics',
  cryptanalytics: 'Cryptography',
  visualisation: 'Visualization',
  algorithmics: 'Algorithms',
  astronomer: 'Astronomy',
}

const surname = (name: string) => name.split(' ').slice(1).join(' ')

/** Replaces, drops or swaps a letter of the longest word. */
function addTypo(name: string): string {
  const [longest = ''] = name.match(/\p{L}+/gu)?.toSorted((a, b) => b.length - a.length) ?? []
  const at = 1 + Math.floor(draw(`place ${name}`) * (longest.length - 3))
  const [first, second] = [longest.charAt(at), longest.charAt(at + 1)]
  const ways = [`${second}${first}`, `${first}`, `${first}${first}${second}`, `x${second}`]
  const way = ways[Math.floor(draw(`way ${name}`) * ways.length)] ?? ''
  return name.replace(longest, longest.slice(0, at) + way + longest.slice(at + 2))
}

/** The name as lists with little room have it: Univ. of California - Berkeley. */
function abbreviate(name: string): string[] {
  const short = name.replace('University', 'Univ.').replace('Institute', 'Inst.').replace(', ', ' - ')
  return short === name ? [] : [short]
}

/** Creates the questions for the institutions of one half, or the other one. */
export function createQueries(members: readonly Member[], asked: readonly Institution[], heldOut: boolean): Query[] {
  const byInstitution = Map.groupBy(members.keys(), (index) => members[index]?.at)
  const half = asked.filter((one) => isHeldOut(one) === heldOut)
  const select = (suits: (member: Member) => boolean) =>
    new Set([...members.entries()].flatMap(([index, member]) => (suits(member) ? [index] : [])))
  return [
    ...half.flatMap((at) => createInstitutionQueries(at, byInstitution.get(at) ?? [], members)),
    ...createSubjectQueries(members, select).filter(({ query }) => draw(`half ${query}`) < 0.5 === heldOut),
  ]
}

/** What people put around the name of an institution. */
const sentences = [
  'people at %',
  'researchers at %',
  'who works at %?',
  'experts from %',
  'find me somebody at % please',
]

function createInstitutionQueries(at: Institution, places: readonly number[], members: readonly Member[]): Query[] {
  const { name } = at
  const someone = members[places[Math.floor(draw(`someone ${at.id}`) * places.length)] ?? 0]
  if (someone === undefined) return []
  const [field = ''] = someone.fields
  const pick = (suits: (member: Member) => boolean) =>
    new Set(
      places.filter((index) => {
        const member = members[index]
        return member !== undefined && suits(member)
      }),
    )
  const sentence = sentences[Math.floor(draw(`sentence ${at.id}`) * sentences.length)] ?? '%'
  const everybody = new Set(places)
  const withField = pick(({ fields }) => fields.includes(field))
  const withSurname = pick((one) => surname(one.name) === surname(someone.name))
  const namesakes = pick((one) => one.name === someone.name)
  return [
    { class: 'institution by name', query: name, wanted: everybody },
    { class: '… in small letters', query: split(name).join(' '), wanted: everybody },
    ...abbreviate(name).map((query) => ({ class: '… with short words', query, wanted: everybody })),
    { class: '… in a sentence', query: sentence.replace('%', name), wanted: everybody },
    { class: '… with a typo', query: addTypo(name), wanted: everybody },
    { class: 'field at institution', query: `${field} at ${name}`, wanted: withField },
    { class: 'institution, then field', query: `${name} ${field}`, wanted: withField },
    { class: 'surname and institution', query: `${surname(someone.name)} ${name}`, wanted: withSurname },
    { class: 'whole name at institution', query: `${someone.name} at ${name}`, wanted: namesakes },
    ...(nicknames[name] ?? []).map((query) => ({ class: 'nicknames and translations', query, wanted: everybody })),
  ]
}

function createSubjectQueries(
  members: readonly Member[],
  select: (suits: (member: Member) => boolean) => Set<number>,
): Query[] {
  const named = [...new Set(members.flatMap(({ fields }) => fields))]
  const topics = [...new Set(members.map(({ topic }) => topic))]
  const withField = (field: string) => select(({ fields }) => fields.includes(field))
  return [
    ...named.map((field) => ({ class: 'field by name', query: field, wanted: withField(field) })),
    ...Object.entries(synonyms).map(([query, field]) => ({
      class: 'field by another name',
      query,
      wanted: withField(field),
    })),
    ...sample(topics, 200, (topic) => topic).flatMap((topic) => {
      const wanted = select((member) => member.topic === topic)
      return [
        { class: 'topic', query: topic, wanted },
        { class: 'topic', query: `who has published on ${topic}?`, wanted },
      ]
    }),
  ]
}

/** The share of the right ones among the first results, of which as many count as there are right ones, ten at most. */
export function calculatePrecision(found: readonly number[], wanted: ReadonlySet<number>): number {
  const count = Math.min(10, wanted.size)
  return found.slice(0, count).filter((index) => wanted.has(index)).length / count
}
