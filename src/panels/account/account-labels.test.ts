import { describe, expect, it } from 'vitest'
import type { AccessSelf } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import type { AssetNumberView } from '../../../contract/asset-number.ts'
import { millis } from '../../../contract/time.ts'
import { accessLabel, agentPanelText, numberText, runningText, tokenText } from './account-labels.ts'

const wallet = `0x${'3f'.repeat(20)}` as Address
const identity = (change: Partial<AccessSelf>): AccessSelf => ({
  wallet,
  email: null,
  access: 'allowed',
  accessText: 'allowed',
  ...change,
})
const session = (change: Partial<AccessSelf>, waitlist = true) => ({
  identity: identity(change),
  identityError: null,
  waitlist,
})

describe('the label of the access level', () => {
  it.each([
    [{}, 'good', 'Trading allowed'],
    [{ access: 'waitlisted' }, 'warning', 'On the waitlist'],
    [{ access: 'revoked' }, 'error', 'Access revoked'],
    [{ access: 'unknown', accessText: 'beta-2' }, 'warning', 'Access level "beta-2"'],
    [{ wallet: null, email: 'a@b.c' }, 'warning', 'Access token without wallet'],
  ] as const)('%j', (change, tone, title) => {
    expect(accessLabel(session(change))).toMatchObject({ tone, title })
  })

  it('a waitlist that is off blocks nobody', () => {
    expect(accessLabel(session({ access: 'waitlisted' }, false)).tone).toBe('good')
  })

  it('when signed out shows the reason, and how to sign in again', () => {
    const text = accessLabel({ identity: null, identityError: 'The token has expired.', waitlist: null })
    expect(text.detail).toMatch(/^The token has expired\. .*import it here/)
  })
})

describe('an expiry', () => {
  it('is shown in days, hours, minutes', () => {
    const at = millis(1_790_000_000_000)
    const titles = [29.5 * 86_400_000, 5 * 3_600_000, 270_000, 1, 0].map(
      (left) => tokenText({ expiresAt: at }, at - left)?.title,
    )
    expect(titles).toEqual([
      'Expires in 29 days',
      'Expires in 5 h',
      'Expires in 4 min',
      'Expires in less than a minute',
      'Expired',
    ])
  })

  it('becomes a warning five minutes ahead for a token, three days ahead for an agent', () => {
    const at = millis(1_790_000_000_000)
    expect(tokenText({ expiresAt: at }, at - 300_001)?.tone).toBe('good')
    expect(tokenText({ expiresAt: at }, at - 300_000)?.tone).toBe('warning')
    expect(tokenText({ expiresAt: at }, at)?.tone).toBe('error')
    const agent = { state: 'approved', address: wallet, expiresAt: at } as const
    expect(agentPanelText(agent, at - 3 * 86_400_000 - 1).tone).toBe('good')
    expect(agentPanelText(agent, at - 3 * 86_400_000).tone).toBe('warning')
  })
})

describe('a running deployment', () => {
  it.each([
    [{ running: false, windows: 0, holds: null }, false, null],
    [{ running: true, windows: 1, holds: null }, true, null],
    [{ running: true, windows: 2, holds: null }, true, 'also in 1 other window'],
    [{ running: true, windows: 1, holds: '1 alert' }, true, 'holds 1 alert'],
    [{ running: true, windows: 2, holds: null }, false, 'runs in 2 other windows'],
    [{ running: true, windows: 0, holds: '2 alerts' }, false, 'runs without a window, holds 2 alerts'],
  ] as const)('%o, this window on it %s, is described as %s', (choice, here, text) => {
    expect(runningText(choice, here)).toBe(text)
  })
})

describe('the asset number used in signatures', () => {
  it.each([
    [{ from: 'profile' }, 'from the profile'],
    [{ from: 'learned' }, 'learned from your order, 2026-11-21 14:05 UTC'],
    [{ from: 'disproved', shownAs: 'NYCTMP2' }, 'wrong number: your order appeared in NYCTMP2, 2026-11-21 14:05 UTC'],
  ] as const)('%o shows its source', (known, text) => {
    const at = millis(Date.UTC(2026, 10, 21, 14, 5))
    const view = { asset: 'NYCTMP1', number: 110_004, at, ...known } as AssetNumberView
    expect(numberText(view)).toBe(text)
  })
})
