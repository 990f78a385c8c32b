/** The accounts of the demonstration: one for each role, and two who do not read English; all have the same password. */

export const demoPassword = 'demo-password'

export interface Login {
  role: string
  name: string
  email: string
  /** The language and the place of those who do not read English. */
  locale?: string
  timezone?: string
}

export const logins = {
  researcher: { role: 'researcher', name: 'Ada Okafor', email: 'ada@demo.example' },
  recruiter: { role: 'recruiter', name: 'Rafael Souza', email: 'rafael@demo.example' },
  student: { role: 'student', name: 'Mei Tanaka', email: 'mei@demo.example' },
  learner: { role: 'learner', name: 'Luca Bianchi', email: 'luca@demo.example' },
  asha: {
    role: 'student',
    name: 'Asha Mwangi',
    email: 'asha@demo.example',
    locale: 'sw',
    timezone: 'Africa/Nairobi',
  },
  omar: {
    role: 'learner',
    name: 'عمر حداد',
    email: 'omar@demo.example',
    locale: 'ar',
    timezone: 'Africa/Cairo',
  },
  admin: { role: 'admin', name: 'Miriam Haddad', email: 'miriam@demo.example' },
} as const satisfies Record<string, Login>
