import { describe, expect, it } from 'vitest'
import type { Held, OpenTrade } from '../../contract/books/index.ts'
import { type CoinEnd, settledUnseen } from './computed-settlements.ts'

const BEGIN = Date.UTC(2026, 2, 4, 12)
const END = BEGIN + 7_200_000
const LATER = END + 120_000

const held = (asset: string, family: Held['family'], size = '40'): Held =>
  ({ asset, family, size, cost: '0', posted: '0' }) as unknown as Held
const trade = (asset: string, bucket: number | null): OpenTrade =>
  ({ id: `${asset}/7`, bucket, openedAt: BEGIN + 5 }) as unknown as OpenTrade

interface Case {
  readonly asset?: string
  readonly family?: Held['family']
  readonly now?: number
  /** The account's positions. */
  readonly there?: string
  /** Since when this terminal watches it. */
  readonly watchedSince?: number
  readonly coin?: CoinEnd
}
function found({ asset = 'NYCTMP1', family = 'scalar', now = LATER, there, watchedSince, coin = 'no' }: Case) {
  const facts = {
    books: [held(asset, family)],
    trades: { [asset]: trade(asset, family === 'outcome' ? null : BEGIN) },
    positions: there === undefined ? [] : [{ asset, size: there }],
    watched: watchedSince === undefined ? [] : [{ asset, since: watchedSince }],
    now,
    coinEnd: () => coin,
  } as unknown as Parameters<typeof settledUnseen>[0]
  return settledUnseen(facts).map(({ end }) => end)
}

describe('a position of the books that the account no longer has', () => {
  it.each<[string, Case, unknown[]]>([
    ['has ended with its bucket, two minutes after that', {}, [END]],
    ['has not ended before that', { now: LATER - 1 }, []],
    ['has not ended while the account has it', { there: '40' }, []],
    ['has ended where the account has a position of a later bucket', { there: '15' }, [END]],
    ['is left to this terminal’s own watch where that saw it in its bucket', { watchedSince: BEGIN + 9 }, []],
    ['is not left to it where that saw a later one', { there: '15', watchedSince: END + 60_000 }, [END]],
    [
      'of shares has ended once their market has',
      { asset: '#360', family: 'outcome', coin: { at: END as never } },
      [END],
    ],
    [
      'of shares has ended once their market is no longer listed',
      { asset: '#360', family: 'outcome', coin: { at: null } },
      [null],
    ],
    ['of shares of a live market may have been converted', { asset: '#360', family: 'outcome' }, []],
    [
      'of shares has not ended where some are left',
      { asset: '#360', family: 'outcome', coin: { at: null }, there: '5' },
      [],
    ],
  ])('%s', (_, of, ends) => {
    expect(found(of)).toEqual(ends)
  })
})
