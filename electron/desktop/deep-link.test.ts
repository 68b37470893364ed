import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refText } from '../../contract/market-ref.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { LONGEST_LINK, parseLink } from './deep-link.ts'

describe('a link', () => {
  it.each([
    ['isotherm://market/scalar/live', { kind: 'market', market: { family: 'scalar', asset: 'live' } }],
    ['ISOTHERM://market/outcome/3601/0/', { kind: 'market', market: { family: 'outcome', outcomeId: 3601, side: 0 } }],
    ['isotherm://panel/open-orders', { kind: 'panel', panel: 'open-orders' }],
    ['isotherm://workspace/My%20day', { kind: 'workspace', name: 'My day' }],
  ])('%s opens %j', (text, view) => {
    expect(parseLink(text)).toEqual(view)
  })

  it.each([
    'isotherm://order/buy/5',
    'isotherm://command/trade/flatten',
    'isotherm://panel/alerts?run=flatten',
    'isotherm://panel/alerts#x',
    'isotherm://panel/../market',
    'isotherm://user@panel/alerts',
    'isotherm://panel:80/alerts',
    'isotherm:panel/alerts',
    'isotherm://panel/',
    'isotherm://panel/Alerts',
    'isotherm://market/scalar/',
    'isotherm://market/scalar/a/b',
    'isotherm://market/scalar/%E0%A4%A',
    'isotherm://market/scalar/a%0Ab',
    'isotherm://workspace/a/b',
    'isotherm://workspace/a%00b',
    'isotherm://workspace/%E2%80%AEyad',
    'isotherm://workspace/%20Day',
    `isotherm://workspace/${'a'.repeat(300)}`,
    ' isotherm://panel/alerts',
    'isotherm://panel/alerts --profile x',
    'https://panel/alerts',
    '',
  ])('%j is no link', (text) => {
    expect(parseLink(text)).toBeNull()
  })

  it('opens nothing but a view, with any content', () => {
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'market',
        'panel',
        'workspace',
        'scalar',
        'binary',
        'outcome',
        'live',
        '..',
        '%2e',
        '%00',
        '?',
        '#',
      ),
      fc.constantFrom('alerts', 'trade/flatten', 'command', '1', '-1', '01', '%', 'trade%2Fkill'),
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 6 }).map((parts) => `isotherm://${parts.join('/')}`),
      fc
        .tuple(fc.constantFrom('market', 'panel', 'workspace'), part)
        .map(([kind, rest]) => `isotherm://${kind}/${rest}`),
    )
    let views = 0
    fc.assert(
      fc.property(text, (link) => {
        const view = parseLink(link)
        if (view === null) return
        views += 1
        expect(link.length).toBeLessThanOrEqual(LONGEST_LINK)
        expect(['market', 'panel', 'workspace']).toContain(view.kind)
        if (view.kind === 'panel') expect(view.panel).toMatch(/^[a-z][a-z-]*$/)
        if (view.kind === 'workspace') expect(view.name).not.toMatch(/\p{Cc}/u)
        if (view.kind === 'market') expect(parseLink(`isotherm://market/${refText(view.market)}`)).toEqual(view)
      }),
      { seed: SEED, numRuns: runs(5000, 500_000) },
    )
    expect(views).toBeGreaterThan(20)
  })
})
