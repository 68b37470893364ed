/**
 * Judges a prepared action that is not plainly what was asked for by the number of its asset: never signed, or the trader's to take on
 * their word (docs/service/signing.md#asset-numbers).
 */
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { type PreparedAction, ServiceError, type TradingService } from '../../service/index.ts'
import { type ExpectedAction, numberIn, otherNumberIn, verifyAll } from '../../signing/index.ts'
import type { FixedNumber, KnownNumbers } from './known-numbers.ts'
import { type Listing, readListings } from './listings.ts'
import { contradictionWords, disprovedWords, ownedWords, questionWords, setupWords } from './number-words.ts'

export type NumberVerdict =
  /** The trader may take it on their word. @param question null where no one asset's number is asked for. */
  | { readonly kind: 'ask'; readonly reason: string; readonly question: NumberQuestion | null }
  /** Known to be wrong. @param learned what the service contradicts, when it is what an earlier use has shown. */
  | { readonly kind: 'refuse'; readonly words: string; readonly learned: FixedNumber | null }

export type NumberJudge = (
  intent: Intent,
  expected: ExpectedAction,
  prepared: readonly PreparedAction[],
) => Promise<NumberVerdict | null>

interface JudgeOptions {
  readonly service: Pick<TradingService, 'markets' | 'binaryMarkets' | 'profile'>
  readonly known: KnownNumbers
}

/** Null where it does not hang on the number: then the comparison stands as it came out. */
export function createNumberJudge({ service, known }: JudgeOptions): NumberJudge {
  const { profile } = service

  async function judgeOne(
    asset: string,
    expected: ExpectedAction,
    prepared: PreparedAction,
  ): Promise<NumberVerdict | null> {
    const fixed = known.fixed(asset)
    if (fixed !== null) {
      const named = numberIn(prepared)
      if (named === null || named === fixed.number) return null
      const learned = fixed.from === 'learned' ? fixed : null
      return { kind: 'refuse', words: contradictionWords(asset, fixed, named), learned }
    }
    const signed = otherNumberIn(expected, prepared, profile)
    if (signed === null) return null
    const listings = await listingsNow()
    const own = listings.find((listing) => listing.asset === asset)
    /** A list that has changed since the plan was made is no ground to ask anything. */
    const isAsPlanned = 'assetId' in expected && expected.assetId === own?.listed
    if (own === undefined || !own.isOpen || !isAsPlanned) return null
    const refused = (words: string): NumberVerdict => ({ kind: 'refuse', words, learned: null })
    const owner = known.ownerOf(signed) ?? listings.find(({ listed }) => listed === signed)?.asset ?? null
    if (owner !== null) return refused(ownedWords(asset, signed, owner))
    const shownAs = known.shownAs(asset, signed)
    if (shownAs !== null) return refused(disprovedWords(asset, signed, shownAs))
    const question = { asset, listed: own.listed, signed }
    return { kind: 'ask', reason: questionWords(question), question }
  }

  /** The leverage of all binary assets: which number is whose cannot be told, only that none is another market's. */
  async function judgeSetup(
    expected: Extract<ExpectedAction, { kind: 'binary_setup' }>,
    prepared: readonly PreparedAction[],
  ): Promise<NumberVerdict | null> {
    const listings = await listingsNow()
    const isOfSetup = (listing: Listing): boolean => listing.family === 'binary'
    const open = listings.filter((one) => isOfSetup(one) && one.isOpen && known.fixed(one.asset) === null)
    const counted = new Set(open.map(({ listed }) => listed))
    const relaxed = {
      ...expected,
      assetIds: expected.assetIds.filter((id) => !counted.has(id)),
      unnumbered: open.map(({ asset }) => asset),
      otherIds: othersIds(listings, expected.otherIds, isOfSetup),
    }
    /** Where the list says none at all, the comparison has said so by itself. */
    if (open.every(({ listed }) => listed === null)) return null
    if (prepared.some(({ action, nonce }) => action === null || nonce === null)) return null
    if (verifyAll(relaxed, prepared, profile).verified !== 'impossible') return null
    const signed = prepared.flatMap((one) => numberIn(one) ?? [])
    const untold = signed.filter((number) => !expected.assetIds.includes(number))
    if (untold.some((number) => known.ownerOf(number) !== null)) return null
    return { kind: 'ask', reason: setupWords(open, untold), question: null }
  }

  /** Lists that cannot be read tell nothing: then nothing is asked, and what differs stays refused. */
  const listingsNow = (): Promise<readonly Listing[]> =>
    readListings(service).catch((error: unknown) => {
      if (error instanceof ServiceError) return []
      throw error
    })

  return async (intent, expected, prepared) => {
    if (expected.kind === 'binary_setup') return judgeSetup(expected, prepared)
    const [only, ...others] = prepared
    if (only === undefined || others.length > 0 || !('asset' in intent) || isCoin(intent.asset)) return null
    return judgeOne(intent.asset, expected, only)
  }
}

const othersIds = (
  listings: readonly Listing[],
  already: readonly number[],
  isOfSetup: (listing: Listing) => boolean,
): number[] => [...already, ...listings.flatMap((one) => (isOfSetup(one) ? [] : (one.listed ?? [])))]
