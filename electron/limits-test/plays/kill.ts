/** Play of the kill: what adds exposure goes before it, not while it holds, and again once it is lifted; what rested is cancelled. */
import { randomUUID } from 'node:crypto'
import { grouped } from '../../../contract/grouped.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { limitOrder, type Play } from '../stage.ts'

export const playKill: Play = async (stage) => {
  const player = await stage.player(['killed'])
  const { scalar, trader } = player
  const { trading } = trader.deployment
  const price = scalar.mark()
  const order = limitOrder(scalar, 'buy', scalar.lot, price, 'ALO')
  const said = `Buy ${grouped(scalar.lot)} at ${priceWords(price)}`
  await player.goes(`${said}, before the kill`, order)
  await trading.kill(randomUUID(), null)
  const resting = await trader.resting()
  player.tries.push({
    asked: 'What rested when it was killed',
    meant: 'cancelled',
    came: resting === 0 ? 'Cancelled: the venue has no open order.' : `The venue has ${resting} open still.`,
    isRight: resting === 0,
  })
  await player.isRefused(`${said}, while it is killed`, order)
  trading.liftKill(trader.name)
  await player.goes(`${said}, once the kill is lifted`, order)
}
