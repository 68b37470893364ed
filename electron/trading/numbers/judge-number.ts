/**
 * Judges a prepared action that does not plainly match the intent, by the number of its asset: it is never signed, or the trader may confirm it
 * (docs/service/signing.md#asset-numbers).
 */
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { PreparedAction, TradingService } from '../../service/index.ts'
import { type ExpectedAction, numberIn, otherNumberIn, verifyAll } from '../../signing/index.ts'
import { type FixedNumber, type KnownNumbers, type Listing, readListings } from './known-numbers.ts'
import { contradictionText, disprovedText, ownedText, questionText, setupText } from './number-text.ts'

export type NumberVerdict =
  /** It matches the intent under the number known by now: the plan was made before that was learned. */
  | { readonly kind: 'known' }
  /** The trader may confirm it. @param question null where no single asset's number is the question. */
  | { readonly kind: 'ask'; readonly reason: string; readonly question: NumberQuestion | null }
  /** Known to be wrong. @param learned the number from an earlier use that the service contradicts. */
  | { readonly kind: 'refuse'; readonly text: string; readonly learned: FixedNumber | null }

/** @throws ServiceError when the market lists that it depends on cannot be read. */
export type NumberJudge = (
  intent: Intent,
  expected: ExpectedAction,
  prepared: readonly PreparedAction[],
) => Promise<NumberVerdict | null>

type Refused = Extract<NumberVerdict, { readonly kind: 'refuse' }>

const refused = (message: string, learned: FixedNumber | null = null): Refused => ({
  kind: 'refuse',
  text: message,
  learned,
})

/** Why an asset cannot be signed under a number, by current knowledge; null when nothing contradicts it. */
export function knownToBeWrong(known: KnownNumbers, asset: string, number: number): Refused | null {
  const fixed = known.fixed(asset)
  if (fixed !== null) {
    if (fixed.number === number) return null
    return refused(contradictionText(asset, fixed, number), fixed.from === 'learned' ? fixed : null)
  }
  const owner = known.ownerOf(number)
  if (owner !== null) return refused(ownedText(asset, number, owner))
  const shownAs = known.shownAs(asset, number)
  return shownAs === null ? null : refused(disprovedText(asset, number, shownAs))
}

/** The asset and the number of a prepared action that names one asset; null for any other. */
export function namedIn(
  intent: Intent,
  prepared: readonly PreparedAction[],
): { readonly asset: string; readonly number: number } | null {
  const [only, ...others] = prepared
  if (only === undefined || others.length > 0 || !('asset' in intent) || isCoin(intent.asset)) return null
  const number = numberIn(only)
  return number === null ? null : { asset: intent.asset, number }
}

/** Null where it does not depend on the number: the result of the comparison is then kept. */
export function createNumberJudge({
  service,
  known,
}: {
  readonly service: Pick<TradingService, 'markets' | 'binaryMarkets' | 'profile'>
  readonly known: KnownNumbers
}): NumberJudge {
  const { profile } = service

  async function judgeOne(
    asset: string,
    expected: ExpectedAction,
    prepared: PreparedAction,
  ): Promise<NumberVerdict | null> {
    const named = numberIn(prepared)
    const wrong = named === null ? null : knownToBeWrong(known, asset, named)
    /** Known numbers take precedence over the list; for unknown ones, the number must be the only difference. */
    if (wrong !== null && known.fixed(asset) !== null) return wrong
    const signed = otherNumberIn(expected, prepared, profile)
    if (signed === null) return null
    if (known.fixed(asset) !== null) return { kind: 'known' }
    const listings = await readListings(service)
    const own = listings.find((listing) => listing.asset === asset)
    /** A list that has changed since the plan was made is no reason to ask. */
    const isAsPlanned = 'assetId' in expected && expected.assetId === own?.listed
    if (own === undefined || !own.isOpen || !isAsPlanned) return null
    const isListedFor = (listing: Listing): boolean => signedNumber(known, listing) === signed
    const owner = known.ownerOf(signed) ?? listings.find(isListedFor)?.asset ?? null
    if (owner !== null) return refused(ownedText(asset, signed, owner))
    const disproved = knownToBeWrong(known, asset, signed)
    if (disproved !== null) return disproved
    const question = { asset, listed: own.listed, signed }
    return { kind: 'ask', reason: questionText(question), question }
  }

  /** Leverage of all binary assets: the numbers cannot be matched to assets, only checked not to be another market's. */
  async function judgeSetup(
    expected: Extract<ExpectedAction, { kind: 'binary_setup' }>,
    prepared: readonly PreparedAction[],
  ): Promise<NumberVerdict | null> {
    const listings = await readListings(service)
    const isOfSetup = (listing: Listing): boolean => FAMILY_RULES[listing.family].isPredicted
    const open = listings.filter((one) => isOfSetup(one) && one.isOpen && known.fixed(one.asset) === null)
    const counted = new Set(open.map(({ listed }) => listed))
    const relaxed = {
      ...expected,
      assetIds: expected.assetIds.filter((id) => !counted.has(id)),
      unnumbered: open.map(({ asset }) => asset),
      otherIds: [
        ...expected.otherIds,
        ...listings.flatMap((one) => (isOfSetup(one) ? [] : (signedNumber(known, one) ?? []))),
      ],
    }
    /** Where the list has no numbers at all, the comparison has reported that itself. */
    if (open.every(({ listed }) => listed === null)) return null
    if (prepared.some(({ action, nonce }) => action === null || nonce === null)) return null
    if (verifyAll(relaxed, prepared, profile).verified !== 'impossible') return null
    const signed = prepared.flatMap((one) => numberIn(one) ?? [])
    const unexpected = signed.filter((number) => !expected.assetIds.includes(number))
    if (unexpected.some((number) => known.ownerOf(number) !== null)) return null
    return { kind: 'ask', reason: setupText(open, unexpected), question: null }
  }

  return async (intent, expected, prepared) => {
    if (expected.kind === 'binary_setup') return judgeSetup(expected, prepared)
    const [only, ...others] = prepared
    if (only === undefined || others.length > 0 || !('asset' in intent) || isCoin(intent.asset)) return null
    return judgeOne(intent.asset, expected, only)
  }
}

/** The number that a listed asset is signed under; the list counts only where nothing else is known. */
const signedNumber = (known: KnownNumbers, { asset, listed }: Listing): number | null =>
  known.fixed(asset)?.number ?? listed
