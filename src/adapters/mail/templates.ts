/** The layout of all mails: HTML for light and dark mail programs, and plain text with the same content. */

import { type Html, html, renderHtml } from '#core/html.ts'

export interface MailContent {
  organization: string
  heading: string
  paragraphs: readonly string[]
  button?: { text: string; url: string }
  /** A link below the button that is less prominent. */
  secondLink?: { text: string; url: string }
  footer?: string
}

// The inline styles are light, which every mail program understands; programs with a dark mode use these instead.
const darkStyles = html`<style>
@media (prefers-color-scheme: dark) {
.ground { background: #11141a !important; }
.sheet { background: #191e27 !important; border-color: #2d3441 !important; }
.ink { color: #e8ebf1 !important; } .soft { color: #a4aebe !important; } .link { color: #a5b7ff !important; }
}
</style>`

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const inkStyle = `${font}color:#1b2230;`
const paragraphStyle = `${inkStyle}margin:0 0 16px;font-size:16px;line-height:1.6;white-space:pre-line;`
const softStyle = `${font}margin:0;font-size:13px;line-height:1.6;color:#566072;`

const renderParagraph = (text: string): Html => html`<p class="ink" dir="auto" style="${paragraphStyle}">${text}</p>
`

// Outlook ignores the padding of a link, so the cell around it has mso-padding-alt.
const renderButton = ({ text, url }: { text: string; url: string }): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;"><tr>
<td bgcolor="#3550c4" style="border-radius:8px;mso-padding-alt:12px 24px;">
<a href="${url}" style="${font}display:inline-block;padding:12px 24px;border-radius:8px;background:#3550c4;
color:#ffffff;font-size:16px;font-weight:600;line-height:1.4;text-decoration:none;">${text}</a></td>
</tr></table>
<p class="soft" style="${softStyle}">Or open this address:<br>
<a class="link" href="${url}" style="color:#2f49b8;word-break:break-all;">${url}</a></p>`

const renderSecondLink = ({ text, url }: { text: string; url: string }): Html => html`
<p class="soft" style="${softStyle}margin-top:16px;"><a class="link" href="${url}" style="color:#2f49b8;">${text}</a></p>`

function renderHtmlPart({ organization, heading, paragraphs, button, secondLink, footer }: MailContent): string {
  return renderHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
${darkStyles}
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f7f9;">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="table-layout:fixed;background:#f6f7f9;"><tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="max-width:600px;table-layout:fixed;overflow-wrap:break-word;word-wrap:break-word;text-align:start;">
<tr>
<td class="ink" dir="auto" style="${inkStyle}padding:0 4px 16px;font-size:15px;font-weight:600;">
${organization}</td>
</tr><tr>
<td class="sheet" style="padding:32px 24px;background:#ffffff;border:1px solid #dde1e8;border-radius:12px;">
<h1 class="ink" dir="auto" style="${inkStyle}margin:0 0 16px;font-size:24px;line-height:1.25;">${heading}</h1>
${paragraphs.map(renderParagraph)}${button && renderButton(button)}${secondLink && renderSecondLink(secondLink)}
</td></tr>
${footer && html`<tr><td class="soft" dir="auto" style="${softStyle}padding:16px 4px 0;">${footer}</td></tr>`}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`)
}

function renderTextPart({ organization, heading, paragraphs, button, secondLink, footer }: MailContent): string {
  const action = [button, secondLink].flatMap((link) => (link ? [`${link.text}:\n${link.url}`] : []))
  // Mail programs recognize a signature by the line "-- " with its space.
  const signature = ['-- ', organization, ...(footer ? [footer] : [])].join('\n')
  return `${[heading, ...paragraphs, ...action, signature].join('\n\n')}\n`
}

/**
 * Renders both parts of a mail. All texts are plain text; line breaks within a paragraph are preserved. Only the buttons
 * are links: a name such as `evil.example` in a text does not become one.
 */
export function renderMail({ heading, paragraphs, ...content }: MailContent): { html: string; text: string } {
  const safe = { ...content, heading: breakLinks(heading), paragraphs: paragraphs.map(breakLinks) }
  return { html: renderHtmlPart(safe), text: renderTextPart(safe) }
}

/** Mail programs make links of what looks like an address; a space without width inside prevents it. */
const breakLinks = (text: string) =>
  text.replace(/(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L})|:(?=\/\/)/gu, '$&\u200b')
