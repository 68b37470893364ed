/** Plays of what is counted over time: orders in a minute, by hand and by held work, and fills of one held work. */
import type { HeldWork } from '../../../contract/action.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { LimitField } from '../../../contract/limits.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { NotPlayable } from '../played.ts'
import { codesOf } from '../set-aside.ts'
import { heldWork, limitOrder, type Play, type Player, type Stage } from '../stage.ts'

const MINUTE = 60_000
/** So many are asked for at a time: main has other things to do between. */
const AT_A_TIME = 4

async function playRate(stage: Stage, field: LimitField, most: number, held: HeldWork | undefined): Promise<void> {
  const player = await stage.player(codesOf(field))
  const { scalar } = player
  const by = held === undefined ? {} : { held }
  const how = held === undefined ? 'by hand' : 'by held work'
  // Nothing is offered: each finds nothing to trade with, and is over.
  const order = () => limitOrder(scalar, 'buy', scalar.lot, scalar.mark(), 'IOC')
  const began = stage.clock.monotonic()
  for (let sent = 0; sent < most - 1; sent += AT_A_TIME) {
    const some = Math.min(AT_A_TIME, most - 1 - sent)
    await Promise.all(Array.from({ length: some }, () => player.lead(order(), by)))
  }
  await player.goes(`Order ${most} of a minute, ${how}`, order(), by)
  await player.isRefused(`Order ${most + 1} of the same minute, ${how}`, order(), by)
  if (stage.clock.monotonic() - began >= MINUTE) {
    player.tries.splice(0)
    throw new NotPlayable(`This machine was not fast enough to send ${most} orders within a minute.`)
  }
  await stage.push(MINUTE)
  await player.goes(`Another one, ${how}, 60 s later`, order(), by)
}

export const playOrdersPerMinute: Play = (stage) =>
  playRate(stage, 'ordersPerMinute', stage.limits.ordersPerMinute, undefined)
export const playHeldOrdersPerMinute: Play = (stage) =>
  playRate(stage, 'heldOrdersPerMinute', stage.limits.heldOrdersPerMinute, heldWork())

/** Held work, and something for it to trade with. */
async function filling(stage: Stage): Promise<{ player: Player; by: { held: HeldWork }; ask: Price; one: Size }> {
  const player = await stage.player(codesOf('throttleFills'))
  const { scalar } = player
  const ask = scalar.mark()
  await stage.quote(limitOrder(scalar, 'sell', '5' as Size, ask, 'GTC'))
  await stage.shows(player, scalar, '5' as Size)
  return { player, by: { held: heldWork() }, ask, one: scalar.lot }
}

const buys = ({ player, ask, one }: Awaited<ReturnType<typeof filling>>) =>
  limitOrder(player.scalar, 'buy', one, ask, 'IOC')

export const playThrottleFills: Play = async (stage) => {
  const { throttleFills: most, throttleSeconds: seconds } = stage.limits
  const work = await filling(stage)
  const { player, by, ask } = work
  const began = stage.clock.monotonic()
  for (let filled = 0; filled < most - 1; filled += 1) await player.lead(buys(work), by)
  await player.goes(
    `Order ${most} of one held work, which fills at ${priceWords(ask)} within ${seconds} s like those before it`,
    buys(work),
    by,
  )
  if (stage.clock.monotonic() - began >= seconds * 1000) {
    player.tries.splice(0)
    throw new NotPlayable(`This machine was not fast enough to have ${most} orders filled within ${seconds} s.`)
  }
  await player.isRefused(`Order ${most + 1} of the same held work`, buys(work), by)
}

export const playThrottleSeconds: Play = async (stage) => {
  const { throttleFills: most, throttleSeconds: seconds } = stage.limits
  if (most === 1) throw new NotPlayable('One fill alone pauses, so that no time counts.')
  const slow = await filling(stage)
  for (let filled = 0; filled < most - 1; filled += 1) await slow.player.lead(buys(slow), slow.by)
  await stage.push(seconds * 1000)
  await slow.player.lead(buys(slow), slow.by)
  await slow.player.goes(
    `After ${most} fills over more than ${seconds} s: one more order of that held work`,
    buys(slow),
    slow.by,
  )

  await stage.clearOther()
  const fast = await filling(stage)
  const began = stage.clock.monotonic()
  for (let filled = 0; filled < most - 1; filled += 1) await fast.player.lead(buys(fast), fast.by)
  const spare = seconds * 1000 - (stage.clock.monotonic() - began) - SPARE
  if (spare > 0) await stage.push(spare)
  await fast.player.lead(buys(fast), fast.by)
  if (stage.clock.monotonic() - began >= seconds * 1000) {
    throw new NotPlayable(`This machine was not fast enough to have ${most} orders filled within ${seconds} s.`)
  }
  await fast.player.isRefused(
    `After ${most} fills within ${seconds} s: one more order of that held work`,
    buys(fast),
    fast.by,
  )
}

/** What is left of the seconds for the last order to fill in, ms. */
const SPARE = 700
