/** The layout of all mails: HTML for light and dark mail programs, and plain text with the same content. */

import { type Fragment, type Html, html, renderHtml } from '#core/html.ts'
import { type Brand, type BrandColors, chooseFooter, logoId, type MailPlace } from '#language/brand.ts'
import { isRightToLeft } from '#language/languages.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'

interface MailLink {
  text: Sentence
  url: string
}

export interface MailContent {
  organization: string
  heading: Sentence
  /** A list of sentences is a paragraph of several lines. */
  paragraphs: readonly (Sentence | readonly Sentence[])[]
  button?: MailLink
  /** A link below the button that is less prominent. */
  secondLink?: MailLink
  footer?: Sentence
}

/** A line of a mail. One that a person wrote has a direction of its own; one of ours has that of the mail, whatever name it begins with. */
interface WrittenLine {
  text: string
  isPersonal: boolean
}

/** A mail whose sentences are written. */
interface WrittenMail {
  wording: Localizer
  organization: string
  heading: WrittenLine
  paragraphs: readonly (readonly WrittenLine[])[]
  button?: WrittenLink | undefined
  secondLink?: WrittenLink | undefined
  /** The footer of this mail, and that of the operator. */
  footer: readonly string[]
}

interface WrittenLink {
  text: string
  url: string
}

/** The colors of links and of buttons. */
interface MailColors {
  link: string
  darkLink: string
  button: string
  onButton: string
}

const ownColors: MailColors = { link: '#2f49b8', darkLink: '#a5b7ff', button: '#3550c4', onButton: '#ffffff' }

const chooseColors = (colors: BrandColors | null): MailColors =>
  colors === null
    ? ownColors
    : { link: colors.accent, darkLink: colors.darkAccent, button: colors.accent, onButton: colors.onAccent }

// The inline styles are light, which every mail program understands; programs with a dark mode use these instead.
const renderDarkStyles = ({ darkLink }: MailColors) => html`<style>
@media (prefers-color-scheme: dark) {
.ground { background: #11141a !important; }
.sheet { background: #191e27 !important; border-color: #2d3441 !important; }
.ink { color: #e8ebf1 !important; } .soft { color: #a4aebe !important; } .link { color: ${darkLink} !important; }
}
</style>`

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const inkStyle = `${font}color:#1b2230;`
const lineStyle = `${inkStyle}margin:0;font-size:16px;line-height:1.6;`
const paragraphStyle = `${inkStyle}margin:0 0 16px;font-size:16px;line-height:1.6;`
const softStyle = `${font}margin:0;font-size:13px;line-height:1.6;color:#566072;`

const renderDirection = ({ isPersonal }: WrittenLine) => isPersonal && html` dir="auto"`

const renderParagraph = (lines: readonly WrittenLine[]): Html =>
  html`${lines.map((line, index) => {
    const style = index === lines.length - 1 ? paragraphStyle : lineStyle
    return html`<p class="ink"${renderDirection(line)} style="${style}">${line.text === '' ? html`&nbsp;` : line.text}</p>
`
  })}`

// Outlook ignores the padding of a link, so the cell around it has mso-padding-alt.
const renderButton = ({ text, url }: WrittenLink, wording: Localizer, colors: MailColors): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;"><tr>
<td bgcolor="${colors.button}" style="border-radius:8px;mso-padding-alt:12px 24px;">
<a href="${url}" style="${font}display:inline-block;padding:12px 24px;border-radius:8px;background:${colors.button};
color:${colors.onButton};font-size:16px;font-weight:600;line-height:1.4;text-decoration:none;">${text}</a></td>
</tr></table>
<p class="soft" style="${softStyle}">${translate('Or open this address:', wording)}<br>
<a class="link" href="${url}" style="color:${colors.link};word-break:break-all;">${url}</a></p>`

const renderSecondLink = ({ text, url }: WrittenLink, { link }: MailColors): Html => html`
<p class="soft" style="${softStyle}margin-top:16px;"><a class="link" href="${url}" style="color:${link};">${text}</a></p>`

const renderLogo = ({ organization }: WrittenMail): Html =>
  html`<img src="cid:${logoId}" alt="${organization}" height="40" style="display:block;height:40px;border:0;">`

const renderContent = ({ wording, heading, paragraphs, button, secondLink }: WrittenMail, colors: MailColors): Html =>
  html`<h1 class="ink"${renderDirection(heading)} style="${inkStyle}margin:0 0 16px;font-size:24px;line-height:1.25;">${heading.text}</h1>
${paragraphs.map(renderParagraph)}${button && renderButton(button, wording, colors)}${secondLink && renderSecondLink(secondLink, colors)}`

function renderHtmlPart(mail: WrittenMail): string {
  const { wording, organization, heading, footer } = mail
  const { colors: brandColors, mailLogo, mailLayout } = wording.brand
  const colors = chooseColors(brandColors)
  const content = renderContent(mail, colors)
  const head = mailLogo === null ? organization : renderLogo(mail)
  if (mailLayout !== null) return fillLayout(mailLayout, { mail, content, logo: mailLogo === null ? '' : head })
  return renderHtml(html`<!doctype html>
<html lang="${wording.language}" dir="${isRightToLeft(wording.language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading.text}</title>
${renderDarkStyles(colors)}
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f7f9;">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="table-layout:fixed;background:#f6f7f9;"><tr><td align="center" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="max-width:600px;table-layout:fixed;overflow-wrap:break-word;word-wrap:break-word;text-align:start;">
<tr>
<td class="ink" dir="auto" style="${inkStyle}padding:0 4px 16px;font-size:15px;font-weight:600;">
${head}</td>
</tr><tr>
<td class="sheet" style="padding:32px 24px;background:#ffffff;border:1px solid #dde1e8;border-radius:12px;">
${content}
</td></tr>
${footer.map(renderFooter)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`)
}

const renderFooter = (text: string): Html => html`<tr><td class="soft" dir="auto"
style="${softStyle}padding:16px 4px 0;white-space:pre-line;">${text}</td></tr>`

/** Puts the mail into the layout of the operator. */
function fillLayout(layout: string, { mail, content, logo }: { mail: WrittenMail; content: Html; logo: Fragment }) {
  const { wording, organization, heading, footer } = mail
  const places: Record<MailPlace, Fragment> = {
    content,
    logo,
    organization,
    subject: heading.text,
    footer: footer.map((text) => html`<p dir="auto" style="${softStyle}white-space:pre-line;">${text}</p>`),
    language: wording.language,
    direction: isRightToLeft(wording.language) ? 'rtl' : 'ltr',
  }
  const written = new Map<string, Fragment>(Object.entries(places))
  // In one pass, so that braces in a text of a user stay as they are.
  return layout.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, place: string) => renderHtml(html`${written.get(place)}`))
}

function renderTextPart({ organization, heading, paragraphs, button, secondLink, footer }: WrittenMail): string {
  const action = [button, secondLink].flatMap((link) => (link ? [`${link.text}:\n${link.url}`] : []))
  // Mail programs recognize a signature by the line "-- " with its space.
  const signature = ['-- ', organization, ...footer].join('\n')
  const parts = paragraphs.map((lines) => lines.map(({ text }) => text).join('\n'))
  return `${[heading.text, ...parts, ...action, signature].join('\n\n')}\n`
}

/** Stored texts are those of users, or sentences of ours without a value, whose first letter is of their language. */
const isPersonalText = (sentence: Sentence): boolean =>
  typeof sentence === 'object' && ('verbatim' in sentence || 'stored' in sentence)

/**
 * Renders both parts of a mail. All texts are plain text; line breaks within a paragraph are preserved. Only the buttons
 * are links: a name such as `evil.example` in a text does not become one.
 */
export function renderMail(content: MailContent, wording: Localizer): { html: string; text: string } {
  const { organization, heading, paragraphs, button, secondLink, footer } = content
  const write = (sentence: Sentence) => translate(sentence, wording)
  const writeLines = (sentence: Sentence): WrittenLine[] =>
    breakLinks(write(sentence))
      .split('\n')
      // No sentence of ours has several lines, so others are of a text within it.
      .map((text, index) => ({ text, isPersonal: index > 0 || isPersonalText(sentence) }))
  const [firstLine = { text: '', isPersonal: false }] = writeLines(heading)
  const writeLink = (link: MailLink | undefined) => link && { text: write(link.text), url: link.url }
  const written = {
    wording,
    organization,
    heading: firstLine,
    paragraphs: paragraphs.map((one) => [one].flat().flatMap(writeLines)),
    button: writeLink(button),
    secondLink: writeLink(secondLink),
    footer: [footer === undefined ? '' : write(footer), chooseFooter(wording.brand, wording.language)].filter(
      (line) => line !== '',
    ),
  }
  return { html: renderHtmlPart(written), text: renderTextPart(written) }
}

/** Returns the logo if the mail shows it. */
export function listInlineFiles(html: string, { mailLogo }: Brand) {
  if (mailLogo === null || !html.includes(`cid:${logoId}`)) return []
  const content = Buffer.from(mailLogo.base64, 'base64')
  return [{ id: logoId, filename: 'logo.png', content_type: mailLogo.type, content }]
}

/** Mail programs make links of what looks like an address; a space without width inside prevents it. */
const breakLinks = (text: string) =>
  text.replace(/(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L})|:(?=\/\/)/gu, '$&\u200b')
