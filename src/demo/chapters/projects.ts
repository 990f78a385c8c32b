/** Projects with collaborators, milestones, versions and a scope document; and the team of a researcher. */

import type { CreatedRow, Person } from '../client.ts'
import { createDocument, createTextFile } from '../content/files.ts'
import type { Simulation } from '../simulation.ts'
import type { DemoUsers } from './people.ts'

export interface Projects {
  clinics: number
  thesis: number
}

export async function beginProjects(
  simulation: Simulation,
  { researcher, student, learner, wanjiru }: DemoUsers,
): Promise<Projects> {
  const dateDaysAgo = (daysAgo: number) => simulation.daysAgo(daysAgo).slice(0, 10)
  const clinics = await researcher.post('/projects', {
    title: 'Waiting times in rural clinics',
    description: 'Twelve clinics write down when people come and when they are seen.',
    status: 'active',
    visibility: 'public',
    field: 'Epidemiology',
    start_date: dateDaysAgo(35),
    end_date: dateDaysAgo(-120),
    milestones: [
      {
        title: 'Agree with the clinics',
        due_date: dateDaysAgo(30),
        completion_criteria: 'Twelve signed letters',
        order: 1,
      },
      {
        title: 'First month of data',
        due_date: dateDaysAgo(5),
        completion_criteria: 'No clinic is missing',
        order: 2,
      },
      { title: 'Analysis', due_date: dateDaysAgo(-40), order: 3 },
      { title: 'Report to the ministry', due_date: dateDaysAgo(-110), order: 4 },
    ],
  })
  const thesis = await student.post('/projects', {
    title: 'Thesis: who misses the second dose?',
    description: 'Vaccination records of four towns.',
    status: 'active',
    field: 'Biostatistics',
    start_date: dateDaysAgo(30),
    milestones: [{ title: 'Outline', due_date: dateDaysAgo(10), order: 1 }],
  })
  await wanjiru.post('/projects', {
    title: 'Bed nets, fifteen years on',
    description: 'Open to anybody who wants to read along.',
    status: 'planning',
    visibility: 'public',
    field: 'Epidemiology',
  })
  await learner.post('/projects', {
    title: 'A calendar for night shifts',
    status: 'on_hold',
    field: 'Software Engineering',
  })
  return { clinics: clinics.id, thesis: thesis.id }
}

/** Adds collaborators and first versions. */
export async function seedProjects(
  { researcher, student, learner, wanjiru, recruiter }: DemoUsers,
  { clinics, thesis }: Projects,
) {
  const addMember = (who: Person, role: string, permissions: object) =>
    join(researcher, clinics, { user_id: who.id, role, permissions })
  await addMember(student, 'Analyst', { can_upload_versions: true, can_manage_milestones: true })
  await addMember(learner, 'Advisor on clinics', {})
  await addMember(wanjiru, 'Co-author', { can_edit: true, can_upload_versions: true })
  await join(student, thesis, { user_id: researcher.id, role: 'Supervisor', permissions: { can_edit: true } })
  await join(student, thesis, { user_id: recruiter.id, role: 'Reader' })

  const milestones = await researcher.get<CreatedRow[]>(`/projects/${clinics}/milestones`)
  const states = ['completed', 'in_review', 'in_progress']
  for (const [index, status] of states.entries())
    await researcher.put(`/projects/${clinics}/milestones/${milestones[index]?.id}`, {
      status,
      notes: 'As agreed on Monday.',
    })

  const scope = await createDocument('scope.pdf', 'Scope: waiting times in rural clinics', [
    'In: twelve clinics.',
    'Out: hospitals.',
  ])
  await researcher.send(`/projects/${clinics}/scope-document`, { document_type: 'scope', file: scope })
  await upload(researcher, clinics, { version: '0.1', changes: 'Two clinics', rows: table.slice(0, 3) })
  await upload(student, clinics, { version: '0.2', changes: 'Three clinics', rows: table })
  await upload(student, thesis, {
    version: 'draft-1',
    changes: 'First table',
    rows: ['simulation,dose', 'Uji,812'],
  })
}

const join = (owner: Person, project: number, collaborator: object) =>
  owner.post(`/projects/${project}/collaborators`, collaborator)

const table = ['clinic,arrived,seen', 'A,08:01,08:40', 'B,08:15,10:02', 'C,09:30,09:41']

interface Upload {
  version: string
  changes: string
  rows: string[]
}

const upload = (person: Person, project: number, { version, changes, rows }: Upload) =>
  person.send(`/projects/${project}/versions`, {
    version_number: version,
    changes_summary: changes,
    notes: 'Columns as in the plan.',
    file: createTextFile(`data-${version}.csv`, `${rows.join('\n')}\n`, 'text/csv'),
  })

export async function addTeam({ researcher, student, amara, wanjiru }: DemoUsers, profile: number) {
  const add = (who: Person, role: string, can_manage_team: boolean) =>
    researcher.post(`/researchers/${profile}/team`, { user_id: who.id, role, can_manage_team })
  await add(wanjiru, 'Epidemiologist', true)
  await add(student, 'Research assistant', false)
  await add(amara, 'Data collector', false)
}

/** Uploads private files. */
export async function uploadFiles({ researcher, student, recruiter, learner, admin }: DemoUsers) {
  const createNotes = (name: string, content: string) => ({
    type: 'document',
    folder: 'notes',
    file: createTextFile(name, content),
  })
  await researcher.send('/upload', createNotes('reading-list.md', '# To read\n\n1. Small trials, honest answers\n'))
  await student.send('/upload', createNotes('thesis-plan.md', '# Plan\n\nOutline, data, chapters, sleep.\n'))
  await recruiter.send(
    '/upload',
    createNotes('questions.md', '# Questions\n\nWhat did you get wrong, and how did you notice?\n'),
  )
  await learner.send('/upload', createNotes('shifts.md', '# Shifts\n\nMonday late, Tuesday early.\n'))
  await admin.send('/upload', createNotes('house-rules.md', '# House rules\n\nBe kind.\n'))
}
