import { prepare } from '#database/query/prepare.ts'

export const userWords = {
  add: prepare((q, p: { word: string; user_id: number; of_email: boolean }) =>
    q
      .insertInto('user_words')
      .values({ word: p.word, user_id: p.user_id, of_email: p.of_email })
      .onConflict((conflict) => conflict.columns(['word', 'user_id', 'of_email']).doNothing()),
  ),

  remove: prepare((q, p: { user_id: number }) => q.deleteFrom('user_words').where('user_id', '=', p.user_id)),
}
