/** Open posts as feeds: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. */

import { Feed } from 'feed'
import type { JobPost } from '../posts/schemas.ts'

export type FeedKind = 'rss' | 'atom' | 'json'

interface FeedOptions {
  title: string
  /** The address of the service. */
  home: string
  /** The address of the feed. */
  self: string
  language: string
  posts: readonly JobPost[]
  getUrl(post: JobPost): string
}

/** Returns the text of a feed. */
export function writeFeed({ title, home, self, language, posts, getUrl }: FeedOptions, kind: FeedKind): string {
  const newest = posts.reduce(
    (last, { updated_at }) => (updated_at > last ? updated_at : last),
    '2026-01-01T00:00:00.000Z',
  )
  const feed = new Feed({
    id: self,
    title,
    link: home,
    language,
    copyright: title,
    updated: new Date(newest),
    generator: 'Research Platform',
    feedLinks: { [kind]: self },
  })
  for (const post of posts)
    feed.addItem({
      id: getUrl(post),
      title: [post.title, post.company].filter((part) => part !== '').join(' · '),
      link: getUrl(post),
      date: new Date(post.updated_at),
      published: new Date(post.created_at),
      description: escapeHtml(post.description.slice(0, 2_000)),
      category: post.skills.map((name) => ({ name })),
    })
  return kind === 'rss' ? feed.rss2() : kind === 'atom' ? feed.atom1() : feed.json1()
}

/** Readers show descriptions as HTML. */
const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one] ?? '')
