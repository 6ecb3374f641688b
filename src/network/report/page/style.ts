/** The CSS of a report for screens, for phones, which show each row of a table as a card, and for print on A4. */
export const style = `
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; color: #1f2328; background: #fff; max-width: 70rem; margin: 2rem auto; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; break-after: avoid; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid #d1d9e0; break-after: avoid; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.5rem; margin: 0; }
dt { color: #59636e; }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #d1d9e0; }
th:first-child { width: 22%; }
th { color: #59636e; font-weight: 600; white-space: nowrap; }
tr { break-inside: avoid; }
ul { padding-inline-start: 1.2rem; margin: .4rem 0; }
a { color: #0969da; }
svg { display: block; max-width: 100%; height: auto; }
figure { margin: 0; break-inside: avoid; }
code, pre { font: 12px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { white-space: pre-wrap; background: #f6f8fa; padding: 1rem; }
summary { cursor: pointer; }
.notice { border-inline-start: 4px solid #9a6700; background: #fff8c5; padding: .6rem 1rem; margin: 1.2rem 0; }
.result { font-weight: 600; }
.blocked { color: #cf222e; }
.possible, .incomplete { color: #9a6700; }
.decision { font-size: 1.2rem; }
.note { white-space: pre-line; }
@media screen and (max-width: 40rem) {
  thead { display: none; }
  table, tbody, tr { display: block; }
  tr { margin: .8rem 0; padding: .3rem .8rem; border: 1px solid #d1d9e0; border-radius: 6px; }
  td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); padding: .2rem 0; border: 0; }
  td::before { content: attr(data-column); color: #59636e; }
  td ul { margin: 0; }
}
@page { size: A4 landscape; margin: 10mm; }
@media print {
  body { font-size: 10pt; max-width: none; margin: 0; padding: 0; }
  a { color: inherit; }
  svg { max-height: 185mm; width: auto; }
  details:not([open]) { display: none; }
}
`
