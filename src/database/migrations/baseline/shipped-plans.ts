/** The plans of a new installation. As part of a released migration they never change. */

import { escapeLiteral } from '../../raw-statement.ts'

interface ShippedPlan {
  id: string
  name: string
  description: string
  price: number
  interval: 'month' | 'year'
  popular: boolean
  features: string[]
  limits: [number, number, number]
}

const free = [10, 100, 5] as [number, number, number]
const professional = [50, 2_000, 25] as [number, number, number]
const unlimited = [-1, -1, -1] as [number, number, number]
const professionalFeatures = ['50 open job posts', '2,000 candidate searches a month', 'Teams of 25 people']
const enterpriseFeatures = ['Unlimited job posts', 'Unlimited candidate searches', 'Unlimited teams']

const shipped: ShippedPlan[] = [
  {
    id: 'free',
    name: 'Free',
    description: 'Everything to get started.',
    price: 0,
    interval: 'month',
    popular: false,
    features: ['10 open job posts', '100 candidate searches a month', 'Teams of 5 people'],
    limits: free,
  },
  {
    id: 'professional',
    name: 'Professional',
    description: 'For people who hire and lead teams.',
    price: 2_900,
    interval: 'month',
    popular: true,
    features: professionalFeatures,
    limits: professional,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    description: 'No limits, for whole organizations.',
    price: 9_900,
    interval: 'month',
    popular: false,
    features: enterpriseFeatures,
    limits: unlimited,
  },
  {
    id: 'professional_yearly',
    name: 'Professional (yearly)',
    description: 'Professional for a year, two months of it free.',
    price: 29_000,
    interval: 'year',
    popular: false,
    features: professionalFeatures,
    limits: professional,
  },
  {
    id: 'enterprise_yearly',
    name: 'Enterprise (yearly)',
    description: 'Enterprise for a year, two months of it free.',
    price: 99_000,
    interval: 'year',
    popular: false,
    features: enterpriseFeatures,
    limits: unlimited,
  },
]

/** Returns one insert statement that both engines accept. */
export const shippedPlans = () => {
  const rows = shipped.map(
    ({ id, name, description, price, interval, popular, features, limits }, position) =>
      `(${[
        ...[id, name, description].map(escapeLiteral),
        price,
        "'USD'",
        escapeLiteral(interval),
        popular,
        escapeLiteral(JSON.stringify(features)),
        ...limits,
        position,
        "'2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'",
      ].join(', ')})`,
  )
  return `insert into "plans" ("id", "name", "description", "price", "currency", "interval", "popular", "features",
    "job_postings", "candidate_searches", "team_members", "position", "created_at", "updated_at") values
    ${rows.join(',\n    ')}`
}
