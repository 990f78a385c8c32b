/** Open posts as feeds: RSS 2.0 (https://www.rssboard.org/rss-specification), Atom (RFC 4287) and JSON Feed 1.1 (https://jsonfeed.org). */

import { escapeHtml, html } from '#core/html.ts'
import { renderXml } from '#core/xml.ts'
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

interface Item {
  url: string
  title: string
  /** Readers show it as HTML. */
  description: string
  created_at: string
  updated_at: string
  skills: readonly string[]
}

interface FeedContent extends Omit<FeedOptions, 'posts' | 'getUrl'> {
  updated_at: string
  items: readonly Item[]
}

const maxDescription = 2_000
/** What a feed without posts says about its age. */
const oldest = '2026-01-01T00:00:00.000Z'
const generator = 'Research Platform'

/** Returns the text of a feed. */
export function writeFeed({ posts, getUrl, ...options }: FeedOptions, kind: FeedKind): string {
  const items = posts.map((post) => ({
    url: getUrl(post),
    title: [post.title, post.company].filter((part) => part !== '').join(' · '),
    description: escapeHtml(post.description.slice(0, maxDescription).toWellFormed()),
    created_at: post.created_at,
    updated_at: post.updated_at,
    skills: post.skills,
  }))
  const updated_at = items.reduce((last, item) => (item.updated_at > last ? item.updated_at : last), oldest)
  return writers[kind]({ ...options, items, updated_at })
}

const toUtcText = (time: string) => new Date(time).toUTCString()

const writeRss = ({ title, home, self, language, updated_at, items }: FeedContent): string =>
  renderXml(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${home}</link>
<description>${title}</description>
<language>${language}</language>
<copyright>${title}</copyright>
<lastBuildDate>${toUtcText(updated_at)}</lastBuildDate>
<generator>${generator}</generator>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
${items.map(
  (item) => html`<item>
<title>${item.title}</title>
<link>${item.url}</link>
<guid isPermaLink="false">${item.url}</guid>
<pubDate>${toUtcText(item.created_at)}</pubDate>
<description>${item.description}</description>
${item.skills.map((skill) => html`<category>${skill}</category>\n`)}</item>
`,
)}</channel>
</rss>
`)

const writeAtom = ({ title, home, self, language, updated_at, items }: FeedContent): string =>
  renderXml(html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${self}</id>
<title>${title}</title>
<updated>${updated_at}</updated>
<author><name>${title}</name></author>
<generator>${generator}</generator>
<rights>${title}</rights>
<link rel="alternate" href="${home}"/>
<link rel="self" href="${self}"/>
${items.map(
  (item) => html`<entry>
<id>${item.url}</id>
<title>${item.title}</title>
<link rel="alternate" href="${item.url}"/>
<updated>${item.updated_at}</updated>
<published>${item.created_at}</published>
<summary type="html">${item.description}</summary>
${item.skills.map((skill) => html`<category term="${skill}" label="${skill}"/>\n`)}</entry>
`,
)}</feed>
`)

const writeJson = ({ title, home, self, language, items }: FeedContent): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    language,
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_html: item.description,
      date_published: item.created_at,
      date_modified: item.updated_at,
      tags: item.skills,
    })),
  })

const writers: Record<FeedKind, (content: FeedContent) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJson,
}
