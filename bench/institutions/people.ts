/** People at institutions: several at each, some with the same name at two of them. */

import { createPerson } from '../search/people.ts'
import type { Person } from '../search/person.ts'
import { draw, type Institution } from './list.ts'

export interface Member extends Person {
  at: Institution
  topic: string
}

/** Names of fields, of which some have other names. */
const fields = (
  'Artificial Intelligence|Computer Vision|Machine Learning|Natural Language Processing|Information Retrieval|Computer Architecture|' +
  'Computer Networks|Computer Security|Databases|Design Automation|Embedded Systems|High Performance Computing|Mobile Computing|' +
  'Operating Systems|Programming Languages|Software Engineering|Algorithms|Cryptography|Logic|Bioinformatics|Computer Graphics|' +
  'Human Computer Interaction|Robotics|Visualization|Botany|Zoology|Oncology|Immunology|Cardiology|Geophysics|Astronomy|' +
  'Organic Chemistry|Molecular Biology|Materials Science|Microeconomics|Archaeology|Phonology|Epistemology|Hydrology|Law'
).split('|')

/** Two words that stand in titles, and in no name of a field. */
const topics = [
  'soil carbon|river sediments|bird migration|coral bleaching|wheat rust|school meals|tax evasion|urban heat|glacier retreat',
  'gene drives|protein folding|sleep deprivation|vaccine hesitancy|water scarcity|rumour spreading|traffic congestion',
  'cloud seeding|battery ageing|wind turbines|solar storms|volcanic ash|dark energy|neutron stars|graph colouring|prime gaps',
  'cache coherence|garbage collection|packet loss|memory safety|type inference|query planning|speech synthesis|face recognition',
].flatMap((line) => line.split('|'))

const pick = <T>(items: readonly T[], text: string): T => {
  const item = items[Math.floor(draw(text) * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

const tails = ['in small countries', 'over thirty years', 'and what follows', 'with little data', 'revisited']

/** Every third institution was chosen from the list, so that its other names are known. */
const isFromList = ({ id }: Institution) => draw(`list ${id}`) < 1 / 3

/** Creates so many people at each institution. The first of each has the name of the first at the institution before. */
export function createMembers(institutions: readonly Institution[], countAt: (one: Institution) => number): Member[] {
  const members: Member[] = []
  let n = 0
  for (const [place, at] of institutions.entries())
    for (let index = 0; index < countAt(at); index++) {
      const seed = `${at.id} ${index}`
      const isNamesake = index === 0 && place % 2 === 1
      const { name } = isNamesake
        ? createPerson((n - countAt(institutions[place - 1] ?? at)) * 3 + 1)
        : createPerson(n * 3 + 1)
      members.push(createMember({ seed, name, at, n }))
      n++
    }
  return members
}

function createMember({ seed, name, at, n }: { seed: string; name: string; at: Institution; n: number }): Member {
  const topic = pick(topics, `topic ${seed}`)
  const { city, country } = at
  return {
    at,
    topic,
    name,
    headline: '',
    bio: '',
    institution: at.name,
    institution_names: isFromList(at) ? [at.name, ...at.otherNames] : [],
    department: '',
    location: `${city}, ${country}`,
    country,
    fields: [...new Set([pick(fields, `field ${seed}`), pick(fields, `second ${seed}`)])],
    skills: [],
    languages: ['English'],
    years_experience: n % 35,
    h_index: n % 60,
    availability: 'available',
    verified: false,
    publications: [
      { title: `On ${topic} ${pick(tails, `tail ${seed}`)}`, year: 2_020, venue: '', doi: null, url: null },
    ],
  }
}
