/** Forms say for which account they were made, because another one may be signed in when they are sent. */

/** The hidden field with the id of the account. */
export const accountField = 'for_account'

/** The tag of a form. Texts and values are escaped, so that nothing else looks like one. */
const formTag = /<form\b[^<>]*>/g
const isPost = (tag: string) => tag.includes(' method="post"')

/** Returns the document with the account in each form that is sent by POST. */
export const addAccount = (document: string, accountId: number): string =>
  document.replace(formTag, (tag) =>
    isPost(tag) ? `${tag}<input type="hidden" name="${accountField}" value="${accountId}">` : tag,
  )
