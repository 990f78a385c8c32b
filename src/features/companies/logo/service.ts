import type { Context } from '#context.ts'
import { invalidFields } from '#core/problem.ts'
import { getPublicFileUrl, receiveFile } from '#features/files/index.ts'
import { getCompany } from '../access.ts'
import type { Company } from '../schemas.ts'
import { saveLogo } from '../service.ts'
import type { LogoForm } from './schemas.ts'

export const missingLogo = invalidFields({ logo: ['The logo field is required.'] })

/** Replaces the logo. The file counts against the storage of the actor. */
export async function uploadLogo(ctx: Context, id: number, { logo }: LogoForm): Promise<Company> {
  if (logo === undefined) throw missingLogo
  await getCompany(ctx, id, 'change')
  const keeping = { type: 'avatar', area: 'public', purpose: 'logo', field: 'logo' } as const
  return receiveFile(ctx, logo, keeping, (tx, file) =>
    saveLogo(tx, id, { logo: getPublicFileUrl(tx, file), logo_file_id: file.id }),
  )
}
