/** What the close of a conditional order will want of the trader, in words. Pure. */
import type { ConditionalTrading } from './ports.ts'

type Unverifiable = ReturnType<ConditionalTrading['unverifiable']>

/** Said when it is set and for as long as it is held; null when nothing is wanted. */
export function needWords(
  asset: string,
  found: Unverifiable,
): { readonly will: 'will' | 'may'; readonly words: string } | null {
  if (found === null) return null
  const { why, answer } = found
  if (why === 'left_out') {
    return {
      will: 'will',
      words: 'This deployment leaves out what is signed, so that its close will wait for your word.',
    }
  }
  const will = why === 'number' ? 'will' : 'may'
  const then = answer === 'confirm' ? 'wait for your word' : 'be refused, as the settings say'
  return { will, words: `${numberless(asset)} (Account, Asset numbers), so that its close ${will} ${then}.` }
}

/** Why its close would certainly never go out, so that it cannot be set; null when it would. */
export function neverWords(asset: string, found: Unverifiable): string | null {
  if (found === null || found.answer === 'confirm' || found.why === 'perhaps_number') return null
  const { why } = found
  const said = why === 'left_out' ? 'This deployment leaves out what is signed' : numberless(asset)
  return `${said}, and the settings refuse what cannot be checked: its close would never go out.`
}

const numberless = (asset: string): string => `No order has shown the number of ${asset} yet`
