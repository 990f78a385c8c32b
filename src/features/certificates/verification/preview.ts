import { type Html, html } from '#core/html.ts'

/** What social networks show with a link. */
export interface Preview {
  title: string
  description: string
  /** The address of the page; its picture is at `/card.png` below it. */
  url: string
}

/** Renders the elements of the head that social networks read (Open Graph protocol, ogp.me). */
export const renderPreview = ({
  title,
  description,
  url,
}: Preview): Html => html`<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${url}/card.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`
