import { describe, expect, it } from 'vitest'
import type { Decimal, Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { exportedText, previewOf, readExported } from './exported.ts'

const SCALP: ExitTerms = {
  ...{ stop: { by: 'distance', distance: '0.35' as Price }, targets: [], breakEven: null, trail: null },
  outBefore: 30,
}
const own: Settings = {
  ...DEFAULT_SETTINGS,
  theme: 'light',
  textSize: 120,
  sizes: {
    scalar: [
      { by: 'contracts', amount: '7' as Decimal },
      { by: 'risk', amount: '20' as Decimal, stop: '0.5' as Price },
    ],
  },
  exitTemplates: { scalar: { templates: [{ name: 'Scalp', terms: SCALP }], first: 'Scalp' } },
  keys: { 'panel/show/limits': [{ code: 'KeyL', mod: true, alt: true }], palette: [] },
}
const text = (more: object): string => JSON.stringify({ format: 'isotherm-settings', version: 1, ...more })

describe('settings as text', () => {
  it('are quoted on one line of plain letters, for any file', () => {
    const { left } = readExported(
      text({ settings: { 'a\u202E\n\u0007b': 1, theme: 'x\u202Ey' }, keys: { '\u2028k': 1 } }),
      own,
    )
    expect(left).toHaveLength(3)
    for (const line of left) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  })

  it('are restored unchanged, keys, sizes and all, and contain no limit', () => {
    const exported = exportedText(own)
    expect(exported).not.toContain('"limits"')
    expect(exported).not.toContain('orderValue')
    const { settings, keys, sizes, exitTemplates, left } = readExported(exported, DEFAULT_SETTINGS)
    const { keys: _keys, limits: _limits, sizes: _sizes, exitTemplates: _plans, ...others } = own
    expect([settings, keys, sizes, left]).toEqual([others, own.keys, own.sizes, []])
    expect(exitTemplates).toEqual(own.exitTemplates)
  })

  it('show what would change before anything does', () => {
    const preview = previewOf(readExported(exportedText(own), DEFAULT_SETTINGS), DEFAULT_SETTINGS)
    expect(preview).toEqual({
      changes: [
        { title: 'Theme', from: 'Dark theme', to: 'Light theme' },
        { title: 'Text size', from: '100 %', to: '120 %' },
        {
          title: 'Sizes of scalar markets',
          from: '1 contracts, 5 contracts, 10 contracts, 50 contracts, 25 % of max, 50 % of max, 100 % of max',
          to: '7 contracts, 20 USDC risk, stop 0.5 away',
        },
        { title: 'Exit plan “Scalp” of scalar markets', from: 'none', to: 'stop 0.35 away, exit 30 s before the end' },
        { title: 'Default exit plan, scalar markets', from: 'none', to: 'Scalp' },
      ],
      keys: own.keys,
      sizes: own.sizes,
      exitTemplates: own.exitTemplates,
      left: [],
      loosens: [],
    })
  })

  it('keep exit plans that the text lacks or has in an invalid form, and show which terms and which first one change', () => {
    const plan = (name: string, distance: string) => ({
      name,
      terms: { ...SCALP, stop: { by: 'distance' as const, distance: distance as Price } },
    })
    const had = { templates: [plan('Scalp', '0.35'), plan('Wide', '2'), plan('Mine', '1')], first: 'Wide' }
    const current: Settings = { ...own, exitTemplates: { scalar: had } }
    const bad = { name: 'Mine', terms: {} }
    const brought = { templates: [plan('Scalp', '0.9'), bad, plan('New', '3')], first: 'Scalp' }
    const read = readExported(text({ exitTemplates: { scalar: brought } }), current)
    expect(read.exitTemplates.scalar).toEqual({
      templates: [plan('Scalp', '0.9'), plan('Wide', '2'), plan('Mine', '1'), plan('New', '3')],
      first: 'Scalp',
    })
    expect(read.left).toEqual(['The exit plan “Mine” cannot be used.'])
    expect(previewOf(read, current).changes).toEqual([
      {
        title: 'Exit plan “Scalp” of scalar markets',
        from: 'stop 0.35 away, exit 30 s before the end',
        to: 'stop 0.9 away, exit 30 s before the end',
      },
      { title: 'Exit plan “New” of scalar markets', from: 'none', to: 'stop 3 away, exit 30 s before the end' },
      { title: 'Default exit plan, scalar markets', from: 'Wide', to: 'Scalp' },
    ])
    const full = { templates: Array.from({ length: 20 }, (_, at) => plan(`T${at}`, '1')), first: null }
    const over = readExported(text({ exitTemplates: { scalar: brought } }), { ...own, exitTemplates: { scalar: full } })
    expect(over.exitTemplates.scalar).toEqual(full)
    expect(over.left).toContain('No room for the exit plan “Scalp”: at most 20 in scalar markets.')
  })

  it('never loosen a safety control, and may tighten one', () => {
    const loose = text({ settings: { unverifiedActions: 'confirm' } })
    const strict = { ...DEFAULT_SETTINGS, unverifiedActions: 'refuse' } as const
    expect(readExported(loose, strict)).toEqual({
      settings: {},
      keys: {},
      sizes: {},
      exitTemplates: {},
      left: ['Unverified actions stays “Refuse”: an import cannot loosen it. Change it in Settings.'],
      loosens: [],
    })
    const tight = text({ settings: { unverifiedActions: 'refuse' } })
    expect(readExported(tight, DEFAULT_SETTINGS).settings).toEqual({ unverifiedActions: 'refuse' })
  })

  it('never enable details in remote notifications, and may disable them', () => {
    const more = readExported(text({ settings: { remoteNotificationDetails: true } }), DEFAULT_SETTINGS)
    expect([more.settings, more.left]).toEqual([{}, [expect.stringContaining('Include details stays “Off”')]])
    const less = readExported(text({ settings: { remoteNotificationDetails: false } }), DEFAULT_SETTINGS)
    expect(less.settings).toEqual({ remoteNotificationDetails: false })
  })

  it('show what else they would loosen, and nothing of what they tighten', () => {
    const looser = readExported(text({ settings: { throughDegrees: '5', throughCents: '2' } }), DEFAULT_SETTINGS)
    expect(looser.loosens).toEqual(['Limit through best price, °F: Confirm beyond 1 °F → Confirm beyond 5 °F'])
    const terms = previewOf(looser, DEFAULT_SETTINGS).changes.map(({ title, from, to }) => `${title}: ${from} → ${to}`)
    expect(terms).toEqual(expect.arrayContaining([...looser.loosens]))
  })

  it('name what cannot be used, and apply the rest', () => {
    const read = readExported(
      text({
        settings: { theme: 'pink', limits: { orderValue: '9' }, density: 'compact' },
        keys: { palette: [{ code: 'Escape' }], 'keys/change': [{ code: 'KeyU', mod: true }] },
        sizes: { scalar: [{ by: 'contracts', amount: '0' }], 'outcome/3601/0': [{ by: 'money', amount: '30' }] },
      }),
      DEFAULT_SETTINGS,
    )
    expect(read).toEqual({
      settings: { density: 'compact' },
      keys: { 'keys/change': [{ code: 'KeyU', mod: true }] },
      sizes: { 'outcome/3601/0': [{ by: 'money', amount: '30' }] },
      exitTemplates: {},
      left: [
        'Theme cannot be "pink".',
        '“limits” is not a setting of this version.',
        'The sizes of “scalar” cannot be used.',
        'The keys of “palette” cannot be used.',
      ],
      loosens: [],
    })
  })

  it.each([
    ['', 'Not a settings export: invalid JSON. Paste the complete exported text.'],
    ['[]', 'Not a settings export. Import workspaces from the workspace menu.'],
    ['{"format":"isotherm-workspace"}', 'Not a settings export. Import workspaces from the workspace menu.'],
    [
      JSON.stringify({ format: 'isotherm-settings', version: 2 }),
      'These settings come from an unsupported version of Isotherm.',
    ],
  ])('are refused where they are invalid: %s', (wrong, text) => {
    expect(() => readExported(wrong, DEFAULT_SETTINGS)).toThrow(text)
  })
})
