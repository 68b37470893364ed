/** What the palette finds for a line that is no order at a price: what its preview will show, or why there is none. Pure. */

import { absolute, type Price, signOf, trimZeros } from '../../contract/decimal.ts'
import { fullTitleOf } from '../../contract/instrument.ts'
import type { Entry } from '../commands/index.ts'
import { reverseOff } from '../positions/index.ts'
import { closedSize, closingOf, heldWords } from './closing.ts'
import type { DeedLine } from './deed-line.ts'
import { notNow, unsendable } from './entries.ts'
import type { Here, LinePort } from './order-provider.ts'
import { typedWords } from './typed-words.ts'

type Line = Exclude<DeedLine, { kind: 'wrong' }>

const shown = (title: string, run: () => void, detail = 'Enter, then Enter again does it'): Entry => ({
  id: 'line',
  title: `Preview: ${title}`,
  detail,
  run,
})

export function deedEntry(line: Line, view: Here, port: LinePort): Entry {
  const market = fullTitleOf(view)
  const held = port.account?.positions.find(({ asset }) => asset === view.asset)
  const nothing =
    port.account === null
      ? 'The account is being read.'
      : held === undefined || signOf(held.size) === 0
        ? `Nothing of ${market} is held.`
        : null
  const much = held === undefined ? '' : `${signOf(held.size) < 0 ? 'short' : 'long'} ${trimZeros(absolute(held.size))}`
  switch (line.kind) {
    case 'close': {
      const { closing, why } = closingOf(line.much, view, port.account)
      if (closing === null) return notNow(`${why}.`)
      const { position } = closing
      return shown(`close ${trimZeros(closedSize(closing))} of ${heldWords(position)} ${market}`, () =>
        port.showDeed(view.ref, { kind: 'close', much: line.much }),
      )
    }
    case 'reverse': {
      const off = nothing ?? (held === undefined ? null : reverseOff(held))
      if (off !== null) return notNow(off)
      return shown(`reverse ${much} ${market}`, () => port.showDeed(view.ref, { kind: 'reverse' }))
    }
    case 'exit': {
      if (nothing !== null) return notNow(nothing)
      const { role, price } = line
      const title = `${role} of ${much} ${market} at ${typedWords(price)}`
      return shown(
        title,
        () => port.showDeed(view.ref, { kind: 'exit', role, price }),
        'Enter, then Enter again sets it',
      )
    }
    case 'predict': {
      if (view.family !== 'binary') return unsendable(`${market} is no binary market: write buy or sell, and a price.`)
      const { direction, amount, worst } = line
      const most = worst === null ? '' : `, at most ${worst} a contract`
      return shown(
        `predict ${direction} with ${trimZeros(amount)} USDC in ${market}${most}`,
        () => port.showDeed(view.ref, { kind: 'predict', direction, amount, worst: worst as Price | null }),
        'Enter, then Enter again asks for its estimate',
      )
    }
    case 'orders': {
      const own = (port.orders ?? []).filter(({ asset }) => asset === view.asset)
      if (port.orders === null) return unsendable('The orders are being read.')
      if (own.length === 0) return unsendable(`No order of ${market} rests.`)
      const count = own.length === 1 ? 'your order' : `your ${own.length} orders`
      return {
        ...shown('', () => port.showDeed(view.ref, { kind: 'orders' }), 'move or cancel them'),
        title: `Go through ${count} of ${market}`,
      }
    }
  }
}
