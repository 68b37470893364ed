/** What a person calls a share, by the markets as the service lists them. */
import type { OutcomeMarket } from '../../contract/outcome.ts'

/** `Yes, Rain`; null where the coin is in none of them. */
export function shareName(markets: readonly Pick<OutcomeMarket, 'name' | 'sides'>[], coin: string): string | null {
  for (const { name, sides } of markets) {
    const side = sides.find((one) => one.coin === coin)
    if (side !== undefined) return `${side.name}, ${name}`
  }
  return null
}
