/** The sheet as a page of its own: black on white, without a script, and made to be printed. Pure. */
import {
  type LimitsTestRow,
  type LimitsTestSheet,
  limitsTestSummary,
  MEANT_WORDS,
  VERDICT_WORDS,
} from '../../contract/limits-test.ts'

/** HTML, whole. Times are UTC. */
export function sheetPage(sheet: LimitsTestSheet): string {
  const { deployment, at, version, tookMs, rows } = sheet
  const when = new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Test of limits, ${safe(deployment)}, ${when}</title>
<style>${STYLE}</style>
<h1>Test of limits</h1>
<p>Limits of ${safe(deployment)}, as they were set on ${when}. Isotherm ${safe(version)}. It took ${(tookMs / 1000).toFixed(1)} s, on a practice venue of its own: no deployment was touched.</p>
<p class="sum">${safe(limitsTestSummary(rows))}</p>
<table>
<thead><tr><th>Limit</th><th>Set to</th><th>What was tried, and what came of it</th><th>Result</th></tr></thead>
<tbody>
${rows.map(rowPart).join('\n')}
</tbody>
</table>
</html>
`
}

function rowPart({ name, value, verdict, tries, note }: LimitsTestRow): string {
  const tried = tries.map(
    ({ asked, meant, came, isRight }) =>
      `<li${isRight ? '' : ' class="wrong"'}><b>${MEANT_WORDS[meant]}:</b> ${safe(asked)}. ${safe(came)}</li>`,
  )
  const list = tried.length === 0 ? '' : `<ul>${tried.join('')}</ul>`
  const said = note === null ? '' : `<p>${safe(note)}</p>`
  return `<tr><th scope="row">${safe(name)}</th><td>${safe(value ?? '')}</td><td>${list}${said}</td><td class="${verdict}">${VERDICT_WORDS[verdict]}</td></tr>`
}

const safe = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
body{font:10pt/1.4 sans-serif;color:#000;background:#fff;margin:14mm;max-width:260mm}
h1{font-size:15pt;margin:0 0 4pt}
.sum{font-weight:700}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
thead{display:table-header-group}
tr{break-inside:avoid}
th,td{text-align:left;vertical-align:top;padding:4pt 8pt 4pt 0;border-bottom:1px solid #999}
tbody th{font-weight:600}
ul{margin:0;padding-left:12pt}
td p{margin:2pt 0 0}
.failed,.wrong{font-weight:700}
@page{margin:12mm}
@media print{body{margin:0}}
`
