/** The styles of the exam room. Colours follow the custom properties of the page, where it has them. */

export const styles = `
:host {
  --room-ground: var(--ground, light-dark(#f6f7f9, #11141a)); --room-surface: var(--surface, light-dark(#fff, #191e27));
  --room-line: var(--line, light-dark(#dde1e8, #2d3441)); --room-ink: var(--ink, light-dark(#1b2230, #e8ebf1));
  --room-soft: var(--soft, light-dark(#566072, #a4aebe)); --room-accent: var(--accent, light-dark(#2f49b8, #a5b7ff));
  --room-on-accent: var(--accent-ink, light-dark(#fff, #121a3a)); --room-good: var(--good, light-dark(#1a7a45, #63d396));
  --room-bad: var(--bad, light-dark(#b3261e, #ff9d94)); --room-code: var(--code, light-dark(#eef0f5, #222936));
  display: block; color: var(--room-ink); font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
h2, h3, p, ol, ul, dl, blockquote, pre, fieldset { margin: 0; }
h2 { font-size: 1.25rem; line-height: 1.3; }
h3 { font-size: 1rem; }
fieldset { padding: 0; border: 0; min-width: 0; }
:focus-visible { outline: 2px solid var(--room-accent); outline-offset: 3px; border-radius: .3rem; }
h2 { scroll-margin-block-start: 7rem; }
h2:focus { outline: none; }
a { color: var(--room-accent); }
.soft { color: var(--room-soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button, input, select, textarea { font: inherit; color: inherit; }
button { padding: .5rem 1rem; min-height: 2.75rem; border: 1px solid var(--room-soft); border-radius: .5rem; background: var(--room-surface); cursor: pointer; }
button:hover:not(:disabled) { border-color: var(--room-accent); }
button:disabled, .locked :is(input, select, textarea) { opacity: .55; cursor: not-allowed; }
button.main { border-color: transparent; background: var(--room-accent); color: var(--room-on-accent); }
button.quiet { min-height: 0; padding: .25rem .5rem; border-color: transparent; background: none; color: var(--room-accent); text-decoration: underline; text-underline-offset: .2em; }
:is(input:not([type=radio], [type=checkbox]), select, textarea) {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--room-soft); border-radius: .5rem; background: var(--room-surface);
}
textarea { display: block; min-height: 14rem; resize: vertical; }
.bar {
  position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem;
  padding-block: .75rem; border-block-end: 1px solid var(--room-line); background: var(--room-ground);
}
.time { display: flex; align-items: baseline; gap: .5rem; }
.time strong { font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.time.short strong { color: var(--room-bad); }
.state { flex: 1 1 12rem; color: var(--room-soft); }
.state.waiting { color: var(--room-bad); }
.notice { margin-block-start: 1rem; padding: .6rem .9rem; border-inline-start: 3px solid var(--room-accent); background: var(--room-code); }
.notice.bad { border-color: var(--room-bad); }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2rem; margin-block-start: 1.5rem; align-items: start; }
.numbers { display: grid; grid-template-columns: repeat(auto-fill, minmax(2.75rem, 1fr)); gap: .5rem; margin-block: .75rem; padding: 0; list-style: none; }
.numbers button { position: relative; width: 100%; padding: 0; font-variant-numeric: tabular-nums; }
.numbers .answered { border-color: var(--room-good); background: color-mix(in srgb, var(--room-good) 16%, var(--room-surface)); }
.numbers .answered::after { content: '✓'; position: absolute; inset-block-start: 0; inset-inline-end: .2rem; color: var(--room-good); font-size: .7rem; line-height: 1.4; }
.numbers [aria-current] { outline: 2px solid var(--room-accent); outline-offset: 2px; font-weight: 700; }
.legend { font-size: .875rem; }
.card { display: grid; gap: 1rem; padding: clamp(1rem, 3vw, 1.75rem); border: 1px solid var(--room-line); border-radius: .9rem; background: var(--room-surface); }
.card + .card { margin-block-start: 1rem; }
.card > *, .text > * { min-width: 0; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; align-items: baseline; }
.text { display: grid; gap: .75rem; font-size: 1.0625rem; overflow-wrap: anywhere; }
.text :is(ul, ol) { padding-inline-start: 1.5rem; }
blockquote { padding-inline-start: 1rem; border-inline-start: 3px solid var(--room-line); }
code { padding: .1em .3em; border-radius: .3rem; background: var(--room-code); font: .9em/1.5 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
pre { padding: .8rem 1rem; border-radius: .6rem; background: var(--room-code); overflow-x: auto; }
pre code { padding: 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: .4rem .8rem; border: 1px solid var(--room-line); text-align: start; vertical-align: top; }
:is(th, td).end { text-align: end; }
:is(th, td).center { text-align: center; }
img { max-width: 100%; height: auto; vertical-align: middle; }
.options { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.option { display: flex; align-items: center; gap: .75rem; padding: .6rem .9rem; min-height: 2.75rem; border: 1px solid var(--room-line); border-radius: .6rem; cursor: pointer; }
.option:has(:checked) { border-color: var(--room-accent); background: color-mix(in srgb, var(--room-accent) 9%, transparent); }
.option input { flex: none; width: 1.2rem; height: 1.2rem; margin: 0; accent-color: var(--room-accent); }
.option > span { flex: 1; min-width: 0; }
.option > .moves { flex: none; display: flex; gap: .4rem; }
.options + button { margin-block-start: .75rem; }
.moves button { width: 2.75rem; padding: 0; }
.pairs { display: grid; gap: .75rem; }
.pairs label { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .5rem 1rem; align-items: center; overflow-wrap: anywhere; }
.text input.blank { display: inline-block; width: 11rem; max-width: 100%; min-height: 0; padding: .2rem .5rem; }
.complaint { color: var(--room-bad); }
.steps { display: flex; justify-content: space-between; gap: .75rem; margin-block-start: 1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
dialog { width: min(34rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid var(--room-line); border-radius: .9rem; background: var(--room-surface); color: inherit; }
dialog::backdrop { background: rgb(0 0 0 / .5); }
dialog > * + * { margin-block-start: 1rem; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2.25rem; margin: 0; }
.facts dt { font-size: .8125rem; color: var(--room-soft); }
.facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.verdict { display: flex; align-items: center; gap: .8rem; }
.verdict > span { flex: none; width: 1.6em; border-radius: 50%; background: var(--room-soft); color: var(--room-ground); line-height: 1.6em; text-align: center; }
.good > span:first-child { background: var(--room-good); }
.bad > span:first-child { background: var(--room-bad); }
.review { margin-block-start: 1.5rem; }
.review > h2 { margin-block-end: .75rem; }
.mark { font-weight: 600; }
.mark.good { color: var(--room-good); }
.mark.bad { color: var(--room-bad); }
.answer { overflow-wrap: anywhere; }
.answer dt:not(:first-child) { margin-block-start: .5rem; }
.answer dt { font-size: .8125rem; color: var(--room-soft); }
.answer dd { margin: 0; white-space: pre-line; }
.answer ul, .answer ol { padding-inline-start: 1.5rem; }
@media (max-width: 44rem) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  .numbers { grid-auto-flow: column; grid-template-columns: none; grid-auto-columns: 2.75rem; margin-inline: -.25rem; padding: .25rem; overflow-x: auto; }
  .pairs label { grid-template-columns: minmax(0, 1fr); }
  .state { flex-basis: 100%; order: 3; font-size: .875rem; }
  .bar > button { margin-inline-start: auto; }
}
@media (prefers-reduced-motion: no-preference) { .option, button { transition: border-color .15s, background-color .15s; } }
`
