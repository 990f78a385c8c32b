import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Writer } from '#pages/writer.ts'

/** Renders the form for a file with a credential. */
export const renderFileForm = ({ write }: Writer, base: string, heading: PlainTemplate): Html => html`<section>
<h2>${write(heading)}</h2>
<p class="soft">${write('Choose or drop a PDF, SVG, PNG or JSON file with a credential, also one of another issuer. It is checked and not kept.')}</p>
<form action="${base}/certificates/verify" method="post" enctype="multipart/form-data">
<label>${write('File')}
<input type="file" name="file" accept=".pdf,.svg,.png,.json,.jwt,.txt" required>
</label>
<label>${write('E-mail address of the holder (optional)')}
<input type="email" name="email" autocomplete="off" maxlength="255">
</label>
<button>${write('Check')}</button>
</form>
</section>`
