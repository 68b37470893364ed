/** The profile's own numbers of assets, by the exchange's list (docs/service/signing.md#asset-numbers). */
import { z } from 'zod'
import { coinAssetId, isCoin } from '../../contract/outcome.ts'
import { firstTwice } from '../../contract/record.ts'

/** The sides of outcome markets are numbered from here on. */
export const FIRST_COIN_NUMBER = coinAssetId(0, 0)

const WHOLE = `must be a whole number from 0 to ${FIRST_COIN_NUMBER - 1}: the one the exchange has for the asset`

/** What each asset is signed under; one that is not named is known by the market list, or learned. No two assets share a number. */
export const assetNumbers = z
  .record(
    z.string().min(1).max(40),
    z
      .number(WHOLE)
      .refine((number) => Number.isSafeInteger(number) && number >= 0 && number < FIRST_COIN_NUMBER, WHOLE),
  )
  .superRefine((numbers, context) => {
    const names = new Map<number, string>()
    for (const [asset, number] of Object.entries(numbers)) {
      const issue = (message: string): void => context.addIssue({ code: 'custom', path: [asset], message })
      if (isCoin(asset)) issue('is a coin of an outcome market, whose number follows from its name; take it out')
      const other = names.get(number)
      if (other !== undefined) issue(`has the number ${number}, which "${other}" has already`)
      names.set(number, asset)
    }
  })
  .default({})

/** A name that stands twice among the asset numbers of a profile's text: JSON would take the last one without a word. Null for none. */
export function doubledAsset(text: string): string | null {
  const [, inside = ''] = /"assetNumbers"\s*:\s*\{([^{}]*)\}/.exec(text) ?? []
  const names = [...inside.matchAll(/("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name = '""']) => JSON.parse(name) as string)
  return firstTwice(names)
}
