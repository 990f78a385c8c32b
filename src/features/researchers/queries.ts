import { prepare } from '../../database/prepare.ts'

export const researchers = {
  add: prepare((q, p: { user_id: number; now: string }) =>
    q
      .insertInto('researchers')
      .values({ user_id: p.user_id, h_index: null, orcid: null, created_at: p.now, updated_at: p.now })
      .onConflict((conflict) => conflict.columns(['user_id']).doNothing()),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('researchers')
      .select([
        'id',
        'headline',
        'bio',
        'institution',
        'department',
        'location',
        'country',
        'fields',
        'skills',
      ])
      .select([
        'languages',
        'years_experience',
        'h_index',
        'orcid',
        'availability',
        'verified',
        'publications',
      ])
      .select(['visibility', 'created_at', 'updated_at'])
      .where('user_id', '=', p.user_id),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('researchers').where('user_id', '=', p.user_id)),
}
