/** The HTML of the visitor's profile: the picture, what all people say about themselves, and what researchers add. */

import { type Html, html } from '#core/html.ts'
import type { Eligibility, User } from '../contract.ts'
import { defineForm, otherFields } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import type { Visit } from './visit.ts'

const elsewhere = 'A form of the settings has it.'

export const about = defineForm('PUT /users/{id}', {
  groups: [
    'name',
    'headline',
    'bio',
    'skills',
    ['location', 'phone', 'links.website', 'links.linkedin', 'links.orcid', 'links.github', otherFields],
  ],
  widgets: {
    name: { isRequired: true },
    headline: { label: 'What I do, in a few words' },
    bio: { label: 'About me' },
    skills: { hint: 'Separated by commas.' },
  },
  leftOut: {
    email: elsewhere,
    profile_photo: 'The form of the picture sends a file.',
    timezone: elsewhere,
    locale: elsewhere,
    billing_address: 'The page of payments has it.',
    password: elsewhere,
    password_confirmation: elsewhere,
    current_password: elsewhere,
    role: 'An administrator changes it.',
  },
})

const asUser = 'It is that of the account.'
const stage = {
  institution: { label: 'Institution' },
  ror: { input: 'hidden' },
  start: { label: 'From', hint: 'A year, or a month like 2024-09.' },
  end: { label: 'To' },
} as const

export const researcherProfile = defineForm('PUT /researchers/me', {
  groups: [
    [
      'institution',
      'department',
      'country',
      'years_experience',
      'fields',
      'languages',
      otherFields,
      'availability',
      'visibility',
    ],
    'public_page',
    'education',
    'employment',
  ],
  widgets: {
    years_experience: { label: 'Years of experience' },
    fields: { label: 'Fields of research', hint: 'Separated by commas.' },
    languages: { hint: 'Separated by commas.' },
    visibility: { label: 'Who sees it' },
    public_page: { label: 'Search engines may find my public page.' },
    education: { columns: { ...stage, degree: {}, field: { label: 'Field of study' } } },
    employment: {
      label: 'Work',
      columns: { ...stage, title: { label: 'Position' }, current: { label: 'I work there now.' } },
    },
  },
  leftOut: {
    headline: asUser,
    bio: asUser,
    institution_ror: 'The registry finds it by the name.',
    location: asUser,
    skills: asUser,
    h_index: 'It is counted from the publications.',
    orcid: asUser,
    publications: 'They have a page of their own.',
  },
})

const otherName = 'It is another name of the same file.'

export const newPicture = defineForm('POST /auth/update-profile-picture', {
  groups: ['avatar'],
  widgets: {
    avatar: {
      label: 'Choose a picture',
      hint: 'JPEG, PNG or WebP, at most 5 MB. All who see your name can see it.',
      accept: 'image/jpeg,image/png,image/webp',
    },
  },
  leftOut: { profile_photo: otherName, photo: otherName, image: otherName, file: otherName },
})

/** Renders the picture with the ways to replace and to remove it. */
export function renderPicture(here: Visit, { profile_photo, name }: User, refused: RefusedForm | undefined): Html {
  const { write } = here.frame.writer
  const button = html`<div class="answers"><button class="quiet">${write('Save the picture')}</button>${profile_photo !== null && html` <button class="quiet" name="act" value="remove-picture">${write('Remove the picture')}</button>`}</div>`
  return html`<section class="card" id="picture"><h2>${write('Picture')}</h2>
${profile_photo !== null && html`<p><img class="portrait" src="${profile_photo}" alt="${name}" width="96" height="96"></p>`}
${renderOperationForm(here, newPicture, { button, anchor: 'picture', refused })}</section>`
}

/** Renders the way to become a researcher, or what it still needs. */
export const renderUpgrade = (
  { write }: Writer,
  { eligible, missing_requirements }: Eligibility,
): Html => html`<section class="card" id="upgrade"><h2>${write('Become a researcher')}</h2>
<p>${write('Researchers have a page of their own with publications and a CV, and lead courses, exams and projects.')}</p>
${missing_requirements.length > 0 && html`<ul>${missing_requirements.map((one) => html`<li dir="auto">${one}</li>`)}</ul>`}
${eligible && html`<form method="post" enctype="multipart/form-data" action="#upgrade"><button name="act" value="upgrade">${write('Become a researcher')}</button></form>`}</section>`
