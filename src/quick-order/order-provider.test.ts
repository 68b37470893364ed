import { describe, expect, it, vi } from 'vitest'
import type { Order } from '../../contract/account.ts'
import { price, size } from '../../contract/decimal.ts'
import type { InstrumentView, OutcomeInstrument } from '../../contract/instrument.ts'
import { type MarketRef, refText } from '../../contract/market-ref.ts'
import { millis } from '../../contract/time.ts'
import { orderProvider } from './order-provider.ts'

type LinePort = Parameters<typeof orderProvider>[0]

const yes: MarketRef = { family: 'outcome', outcomeId: 7, side: 0 }
const no: MarketRef = { family: 'outcome', outcomeId: 7, side: 1 }
const view: OutcomeInstrument = {
  here: true,
  family: 'outcome',
  ref: yes,
  key: refText(yes),
  title: 'Above 54.1 °F, Yes',
  subtitle: null,
  asset: '#70',
  tick: price('0.001'),
  sizeDecimals: 0,
  entry: { takes: 'everything' },
  phase: { state: 'open', text: 'Trading' },
  start: null,
  entriesEnd: null,
  end: null,
  receivedAt: null,
  stale: false,
  outcomeId: 7,
  side: 0,
  sideName: 'Yes',
  name: 'Above 54.1 °F',
  otherSide: { ref: no, name: 'No', coin: '#71' },
  question: null,
  winner: null,
}
const order = (oid: string, side: 'buy' | 'sell', time: number, asset = '#70'): Order => ({
  oid,
  cloid: null,
  asset,
  side,
  price: price('0.62'),
  size: size('10'),
  filled: size('0'),
  tif: 'GTC',
  reduceOnly: false,
  status: 'resting',
  statusText: 'resting',
  time: millis(time),
})
const orders = [order('1', 'buy', 1), order('2', 'sell', 2), order('3', 'buy', 3), order('4', 'buy', 9, '#71')]

function found(
  query: string,
  more: { readonly view?: InstrumentView | null | undefined; readonly account?: LinePort['account'] } = { view },
) {
  const [preview, cancel, cancelAll, flatten, showPreviewAction] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const port = {
    view: more.view,
    orders,
    account: more.account ?? null,
    preview,
    showPreviewAction,
    cancel,
    cancelAll,
    flatten,
    priceOf: () => price('0.62'),
  }
  const [entry, ...others] = orderProvider(port).search(query, 50)
  expect(others).toEqual([])
  return { entry, preview, cancel, cancelAll, flatten, showPreviewAction }
}

describe('an order typed in the palette', () => {
  it('is previewed in the market in use, or on its other side by name', () => {
    const own = found('buy 30 @ 0.62')
    expect(own.entry?.title).toBe('Preview: Buy 30 Above 54.1 °F, Yes at 0.62')
    own.entry?.run()
    expect(own.preview.mock.calls[0]?.[0]).toBe(yes)
    const bracket = found('buy 30 @ 0.62 stop 0.5 target 70% 50% target 0.8 50%')
    expect(bracket.entry?.title).toBe(
      'Preview: Buy 30 Above 54.1 °F, Yes at 0.62, stop 0.5, target 70 % for 50%, target 0.8 for 50%',
    )
    const other = found('sell 30 no @ bid')
    expect(other.entry?.title).toBe('Preview: Sell 30 Above 54.1 °F, No at the bid')
    other.entry?.run()
    expect(other.preview.mock.calls[0]?.[0]).toBe(no)
  })

  it.each([
    ['buy 5', 'Preview: Buy 5 Above 54.1 °F, Yes at market'],
    ['sell 5 mkt', 'Preview: Sell 5 Above 54.1 °F, Yes at market'],
    ['buy 5 no @ market', 'Preview: Buy 5 Above 54.1 °F, No at market'],
  ])('without a price is a market order: %s', (query, title) => {
    expect(found(query).entry).toMatchObject({ title, detail: 'Enter twice to send' })
  })

  it('has examples of the market in view, at its price now', () => {
    expect(found('bu').entry?.title).toBe('buy 5, buy 5 @ bid, buy 5 @ 0.62, buy 5 @ 0.62 stop 0.52 target 0.72')
    expect(found('targ').entry?.title).toBe('target 0.72, tp 0.72')
    expect(found('buy').entry?.title).toBe('The size is missing. Examples: buy 5, buy 5 @ bid')
  })

  it.each([
    ['buy 30 maybe @ 0.62', { view }, '“maybe” is not a side of Above 54.1 °F, Yes: use Yes and No.'],
    [
      'buy 3,5 @ 0.62',
      { view },
      'The size “3,5” is ambiguous. Type 3.5 or 35, with a decimal point and no thousands separator.',
    ],
    ['buy 30 @ 0.62', { view: undefined }, 'No panel shows a market'],
    ['buy 30 @ 0.62', { view: null }, 'Loading the market'],
    ['cancel sells', { view: { ...view, asset: '#99' } }, 'No open sell in Above 54.1 °F, Yes.'],
  ] as const)('%s shows why it is invalid: %s', (query, more, text) => {
    const { entry } = found(query, more)
    expect(entry?.title).toContain(text)
    expect(entry?.impossible).toBe('incomplete')
  })

  it.each([
    ['buy', false],
    ['sell at bid', false],
    ['stop at break-even', false],
    ['orders', false],
    ['cancel sells', true],
    ['close half', true],
    ['stop 0.4', true],
    ['reverse', true],
  ])('%s, not possible now, keeps Enter from every command: %s', (query, holds) => {
    const { entry } = found(query, { view: { ...view, asset: '#99' } })
    expect([entry?.impossible, entry?.holdsEnter ?? false]).toEqual(['incomplete', holds])
  })

  it.each([
    ['cancel buys', ['3', '1'], 'Cancel 2 buys of Above 54.1 °F, Yes'],
    ['cancel sells', ['2'], 'Cancel 1 sell of Above 54.1 °F, Yes'],
    ['cancel last', ['3'], 'Cancel the last order of Above 54.1 °F, Yes'],
  ])('%s names what it cancels, and cancels only that', (query, oids, title) => {
    const { entry, cancel } = found(query)
    expect(entry?.title).toBe(title)
    entry?.run()
    expect(cancel.mock.calls[0]?.[0].map(({ oid }: Order) => oid)).toEqual(oids)
  })

  it('cancel all is delegated to main, which knows of orders in flight too', () => {
    const { entry, cancelAll } = found('cancel all')
    expect(entry?.title).toBe('Cancel 3 orders of Above 54.1 °F, Yes')
    entry?.run()
    expect(cancelAll.mock.calls).toEqual([['#70']])
  })

  it('flatten covers every market, and is only previewed', () => {
    const { entry, flatten } = found('flatten', { view: undefined })
    expect(entry?.title).toBe('Preview: cancel all orders and close all positions')
    entry?.run()
    expect(flatten).toHaveBeenCalledOnce()
  })

  it.each(['cl', 'close', 'close limits'])(
    '%s may become a line: the syntax is shown, and cannot be selected',
    (query) => {
      const { entry } = found(query)
      expect([entry?.title, entry?.impossible]).toEqual(['close half, close 10, close 25%, close all', 'keep typing'])
    },
  )

  const holding = (held: string, asset = '#70') =>
    ({ positions: [{ family: 'outcome', asset, size: held }] }) as unknown as LinePort['account']

  it.each([
    ['close half', '41', { of: 'half' }, 'Preview: close 20 of 41 Above 54.1 °F, Yes'],
    ['close 10', '41', { of: 'size', size: '10' }, 'Preview: close 10 of 41 Above 54.1 °F, Yes'],
    ['close 25%', '41', { of: 'percent', value: '25' }, 'Preview: close 10 of 41 Above 54.1 °F, Yes'],
    ['close all', '41', { of: 'all' }, 'Preview: close 41 of 41 Above 54.1 °F, Yes'],
  ])('%s of %s held previews a close', (query, held, much, title) => {
    const { entry, preview, showPreviewAction } = found(query, { view, account: holding(held) })
    expect(entry?.title).toBe(title)
    entry?.run()
    expect(showPreviewAction.mock.calls).toEqual([[yes, { kind: 'close', much }]])
    expect(preview).not.toHaveBeenCalled()
  })

  it.each([
    ['close half', null, 'Loading the account'],
    ['close half', holding('41', '#71'), 'No position in this market'],
    ['close 50', holding('41'), 'The position is only 41'],
    ['close half', holding('1'), 'Half of 1 is below the minimum size'],
    ['reverse', holding('41'), 'Shares cannot be reversed: sell them, then buy the other side.'],
    ['stop 0.40', holding('41', '#71'), 'No position in Above 54.1 °F, Yes.'],
    ['predict up 25', holding('41'), 'Above 54.1 °F, Yes is not a binary market: type buy or sell and a price.'],
  ] as const)('%s shows why it is invalid: %#', (query, account, text) => {
    const { entry } = found(query, { view, account })
    expect(entry?.title).toContain(text)
    expect(entry?.impossible).toBe('incomplete')
  })

  it('a stop, and the own orders, are previewed before anything is sent', () => {
    const stop = found('stop 0.40', { view, account: holding('41') })
    expect(stop.entry?.title).toBe('Preview: stop of long 41 Above 54.1 °F, Yes at 0.40')
    stop.entry?.run()
    expect(stop.showPreviewAction.mock.calls[0]?.[1]).toMatchObject({
      kind: 'exit',
      role: 'stop',
      price: { value: '0.40' },
    })
    const own = found('orders')
    expect(own.entry?.title).toBe('Step through your 3 orders in Above 54.1 °F, Yes')
    own.entry?.run()
    expect(own.showPreviewAction.mock.calls).toEqual([[yes, { kind: 'orders' }]])
  })

  it('has no match for other text', () => {
    expect(found('show order book').entry).toBeUndefined()
  })
})
