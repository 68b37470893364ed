/** What the trader has in a row in words, for a title and for assistive technology. Pure. */
import { grouped } from '../../format/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { type Ahead, aheadText } from './ahead.ts'
import type { OwnTag, OwnThing } from './own-things.ts'

type Words = Pick<PriceView, 'named' | 'second'>

/** `Buy 150`, `Stop 50`. */
export function thingText(thing: OwnThing): string {
  const name = thing.kind === 'exit' ? thing.name : thing.side === 'buy' ? 'Buy' : 'Sell'
  return `${name} ${grouped(thing.size)}`
}

/** `Buy 150 at 571.62 (71.62 °F), ahead ≤ 182`, each at its true price however rows are grouped; `Stop 50 at 571.20 (71.20 °F), held here`. */
export function tagText(
  { things }: Pick<OwnTag, 'things'>,
  { named, second }: Words,
  aheadOf: (oid: string) => Ahead,
  staysPut: string | null,
): string {
  const each = things.map((thing) => {
    const place = `${thingText(thing)} at ${named(thing.price)} (${second(thing.price)})`
    if (thing.kind === 'exit') return `${place}, ${exitState(thing)}`
    const ahead = aheadText(aheadOf(thing.id), grouped)
    return ahead === '' ? place : `${place}, ahead ${ahead}`
  })
  const isOrder = things.some(({ kind }) => kind === 'order')
  return staysPut === null || !isOrder ? each.join('; ') : `${each.join('; ')}. ${staysPut}`
}

const exitState = ({ held }: Extract<OwnThing, { kind: 'exit' }>): string =>
  held.state !== 'armed' ? 'triggered' : held.paused === null ? 'held here' : `paused: ${held.paused}`
