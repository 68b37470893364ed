import { describe, expect, it } from 'vitest'
import type { LimitsTestSheet } from '../../contract/limits-test.ts'
import { sheetPage } from './sheet-page.ts'

const SHEET: LimitsTestSheet = {
  deployment: 'my <house> & "home"',
  at: Date.UTC(2026, 10, 27, 12, 10, 5),
  version: '1.2.3',
  tookMs: 13_540,
  rows: [
    {
      subject: 'orderValue',
      name: 'Largest order',
      value: '250,000 USDC',
      verdict: 'failed',
      tries: [{ asked: 'Buy 2 at <b>', meant: 'refused', came: 'Went out.', isRight: false }],
      note: null,
    },
    { subject: 'dayLoss', name: 'Loss for the day', value: 'none', verdict: 'off', tries: [], note: 'Off: nothing.' },
  ],
}

describe('the sheet as a page', () => {
  const page = sheetPage(SHEET)
  it('says whose limits, when, by which version, what failed and what is off', () => {
    expect(page).toContain('as they were set on 2026-11-27 12:10:05 UTC. Isotherm 1.2.3. It took 13.5 s')
    expect(page).toContain('1 FAILED: 0 passed, 1 off.')
    expect(page).toContain('<th scope="row">Largest order</th><td>250,000 USDC</td>')
    expect(page).toContain('<td class="failed">FAILED</td>')
    expect(page).toContain('<td><p>Off: nothing.</p></td><td class="off">Off</td>')
  })

  it('holds nothing of what was written that a browser would carry out, and asks nobody for anything', () => {
    expect(page).toContain('my &lt;house&gt; &amp; &quot;home&quot;')
    expect(page).toContain('<li class="wrong"><b>Must be refused:</b> Buy 2 at &lt;b&gt;. Went out.</li>')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|https?:/)
  })
})
