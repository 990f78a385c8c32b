/**
 * Queries with the expected results: one person who must be among the first three, or a condition that the first three
 * must meet.
 */

import { findIndex, landmarks } from './landmarks.ts'
import { createPerson as nth } from './people.ts'

interface Profile {
  fields: string[]
  skills: string[]
  institution: string
  country: string
  years_experience: number
  availability: string
  verified: boolean
}

export interface Result extends Profile {
  id: number
}

export interface Expectation {
  query: string
  /** Whether the first three results answer the query. */
  holds(results: readonly Result[]): boolean
  /** Whether one of the first n researchers answers the query. */
  answerable(count: number): boolean
}

const findsPerson = (query: string, name: string): Expectation => {
  if (landmarks.every((one) => one.name !== name)) throw new Error(`There is no landmark ${name}.`)
  return {
    query,
    holds: (results) => results.slice(0, 3).some(({ id }) => id === findIndex(name) + 1),
    answerable: (count) => findIndex(name) < count,
  }
}

const findsAll = (query: string, suits: (one: Profile) => boolean): Expectation => ({
  query,
  holds: (results) => results.length > 0 && results.slice(0, 3).every(suits),
  answerable: (count) => listFirstPeople(count).filter((one) => suits(one)).length >= 3,
})

/** Enough researchers to know whether at least three meet the condition, at every scale. */
const maxLookedAt = 10_000
const known: Profile[] = []

/** Generated on first use, because it takes some time. */
function listFirstPeople(count: number): Profile[] {
  while (known.length < Math.min(count, maxLookedAt)) known.push(nth(known.length))
  return known.slice(0, count)
}

const hasField = (query: string, name: string) => findsAll(query, ({ fields }) => fields.includes(name))
const hasSkill = (query: string, name: string) => findsAll(query, ({ skills }) => skills.includes(name))

export const relevance: readonly Expectation[] = [
  // Names: as written, without accents, in part, and misspelled.
  findsPerson('Wangari Maathiu', 'Wangari Maathiu'),
  findsPerson('maathiu', 'Wangari Maathiu'),
  findsPerson('wangary mathiu', 'Wangari Maathiu'),
  findsPerson('Okonogi', 'Tadashi Okonogi'),
  findsPerson('tadashi okongi', 'Tadashi Okonogi'),
  findsPerson('Soren Kjaersgaard', 'Søren Kjærsgaard'),
  findsPerson('Kjærsgaard', 'Søren Kjærsgaard'),
  findsPerson('zoe abramovitz', 'Zoë Abramowitz'),
  findsPerson('abramo', 'Zoë Abramowitz'),
  findsPerson('fridrich weidenbaum', 'Friedrich Weidenbaum'),
  findsPerson('Weidenbuam', 'Friedrich Weidenbaum'),
  findsPerson('oluwaseun', 'Oluwaseun Adebayoson'),
  findsPerson('adebayoson malaria', 'Oluwaseun Adebayoson'),
  findsPerson('bronislawa czerwinska', 'Bronisława Czerwińska'),
  findsPerson('czerwinksa', 'Bronisława Czerwińska'),
  findsPerson('rangihiroa', 'Kahu Te Rangihiroa'),
  findsPerson('xochitl', 'Xochitl Quetzalmeztli'),
  findsPerson('quetzalmezli', 'Xochitl Quetzalmeztli'),
  findsPerson('gudrun thorsteinsdottir', 'Guðrún Þorsteinsdóttir'),
  findsPerson('venkatraman', 'Padmanabhan Venkataraman'),
  findsPerson('padmanabhan', 'Padmanabhan Venkataraman'),
  findsPerson('fontaineblau', 'Marguerite Fontainebleau'),
  findsPerson('thandeka mabuza', 'Thandeka Mabuza-Zulu'),
  findsPerson('toshmatov hydrology', 'Ravshan Toshmatov'),
  findsPerson('delmonico', 'Fiammetta Delmonico'),
  findsPerson('quakenbush', 'Jedediah Quackenbush'),
  findsPerson('nguyen thi hong nhung', 'Nguyễn Thị Hồng Nhung'),
  findsPerson('konstantinidu', 'Eleftheria Konstantinidou'),
  findsPerson('bartholomew feather', 'Bartholomew Featherstone'),
  findsPerson('zaporozhetz', 'Yevgenia Zaporozhets'),
  // Topics that only one researcher works on.
  findsPerson('glaciology', 'Søren Kjærsgaard'),
  findsPerson('ice cores denmark', 'Søren Kjærsgaard'),
  findsPerson('volcanologist japan', 'Tadashi Okonogi'),
  findsPerson('machine learning malaria nigeria', 'Oluwaseun Adebayoson'),
  findsPerson('"malaria research"', 'Oluwaseun Adebayoson'),
  findsPerson('reforestation kenya', 'Wangari Maathiu'),
  findsPerson('computational music', 'Zoë Abramowitz'),
  findsPerson('bird banding', 'Jedediah Quackenbush'),
  findsPerson('orinthology', 'Jedediah Quackenbush'),
  findsPerson('rice genetics crispr', 'Nguyễn Thị Hồng Nhung'),
  findsPerson('underwater archeology', 'Eleftheria Konstantinidou'),
  findsPerson('modular forms', 'Padmanabhan Venkataraman'),
  findsPerson('pigment analysis in italy', 'Fiammetta Delmonico'),
  findsPerson('HIV cape town', 'Thandeka Mabuza-Zulu'),
  findsPerson('beekeeping oxford', 'Bartholomew Featherstone'),
  // Fields, by name and by abbreviation.
  hasField('machine learning', 'Machine Learning'),
  hasField('ML', 'Machine Learning'),
  hasField('machin lerning', 'Machine Learning'),
  hasField('NLP', 'Natural Language Processing'),
  hasField('natural language', 'Natural Language Processing'),
  hasField('HCI', 'Human Computer Interaction'),
  hasField('CV', 'Computer Vision'),
  hasField('OS', 'Operating Systems'),
  hasField('DB', 'Databases'),
  hasField('RL', 'Reinforcement Learning'),
  hasField('neuroscince', 'Neuroscience'),
  hasField('astrophysic', 'Astrophysics'),
  hasField('climate sci', 'Climate Science'),
  hasField('economists', 'Economics'),
  // Skills, places, and combinations.
  hasSkill('pytorch', 'PyTorch'),
  hasSkill('C++', 'C++'),
  hasSkill('density functional theory', 'Density Functional Theory'),
  hasSkill('radiocarbon dating', 'Radiocarbon Dating'),
  findsAll('university of nairobi', ({ institution }) => institution === 'University of Nairobi'),
  findsAll('stanford', ({ institution }) => institution === 'Stanford University'),
  findsAll('sao paulo', ({ institution }) => institution === 'Universidade de São Paulo'),
  findsAll('researchers in kenya', ({ country }) => country === 'Kenya'),
  findsAll(
    'ML in the UK',
    ({ fields, country }) => fields.includes('Machine Learning') && country === 'United Kingdom',
  ),
  findsAll(
    'verified neuroscience in usa',
    (one) => one.verified && one.fields.includes('Neuroscience') && one.country === 'United States',
  ),
  findsAll('available robotics', (one) => one.availability === 'available' && one.fields.includes('Robotics')),
  findsAll('epidemiology 10+ years', (one) => one.years_experience >= 10 && one.fields.includes('Epidemiology')),
  findsAll('python -pytorch', (one) => one.skills.includes('Python') && !one.skills.includes('PyTorch')),
  findsAll(
    'quantum computing qiskit japan',
    (one) => one.fields.includes('Quantum Computing') && one.country === 'Japan',
  ),
  findsAll(
    '"marine biology" coral',
    (one) => one.fields.includes('Marine Biology') && one.skills.includes('Coral Ecology'),
  ),
  findsAll('remote sensing brazil', (one) => one.skills.includes('Remote Sensing') && one.country === 'Brazil'),
]
