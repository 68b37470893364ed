/** Messages about asset numbers. */
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import { BINARY_LEVERAGE } from '../../../contract/binary.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { FixedNumber, Listing } from './known-numbers.ts'
import type { NumberNews } from './learn-numbers.ts'

/** The question that the trader is asked to confirm. */
export function questionText({ asset, listed, signed }: NumberQuestion): string {
  return [
    listed === null
      ? `It matches your order, but ${asset} would be signed as number ${signed}, and the market list has no number.`
      : `It matches your order, but ${asset} would be signed as number ${signed}, and the market list says ${listed}.`,
    'An order in another asset with the same side, price and size would look identical.',
    `Compare ${signed} with the venue's published list before you sign. You are asked each time until one of your orders appears in ${asset} under that number.`,
  ].join(' ')
}

/** The remedy where such actions are refused. */
export const inProfileText = ({ asset, signed }: NumberQuestion): string =>
  `After comparing it, add "assetNumbers": { "${asset}": ${signed} } to the profile of this deployment.`

/** Like `questionText`, for leverage on all binary assets at once. @param signed numbers that would be signed and are listed nowhere. */
export function setupText(open: readonly Listing[], signed: readonly number[]): string {
  const listed = open
    .map(({ asset, listed: number }) => (number === null ? `${asset} without one` : `${asset} ${number}`))
    .join(', ')
  return [
    `The market list numbers the binary assets ${listed}.`,
    `The prepared action only sets ${BINARY_LEVERAGE}× isolated leverage on the assets numbered ${signed.join(', ')},`,
    "which match no other listed market. Compare them with the venue's published list before you sign.",
  ].join(' ')
}

/** The detail of the step in which the trader confirmed a number. */
export const confirmedText = ({ asset, signed }: NumberQuestion): string => `${asset} signed as number ${signed}`

/** Why a number other than the known one is never signed. */
export function contradictionText(asset: string, { number, from }: FixedNumber, signed: number): string {
  if (from === 'profile') return `The profile gives ${asset} the number ${number}; ${signed} is another asset.`
  return [
    `One of your orders confirmed number ${number} for ${asset}; the venue now reports ${signed}, which may be another asset.`,
    `If the venue has renumbered it, forget the learned number in Account, Asset numbers.`,
  ].join(' ')
}

/** Why a number that belongs to another asset is never signed. */
export const ownedText = (asset: string, signed: number, owner: string): string =>
  `Number ${signed} is ${owner}, not ${asset}.`

/** Why a number is never signed again for an asset whose order appeared elsewhere. */
export const disprovedText = (asset: string, signed: number, shownAs: string): string =>
  `An order signed as number ${signed} for ${asset} appeared in ${shownAs}.`

/** A message that the trader must see in any panel. */
export interface NumberMessage {
  readonly level: 'info' | 'error'
  readonly title: string
  readonly text: string
}

export function newsOf({ outcome, word, other }: NumberNews, origin: string): NumberMessage {
  const { asset, number } = word
  switch (outcome) {
    case 'verified':
      return {
        level: 'info',
        title: `${asset} is number ${number}`,
        text: `Your order under this number appeared in ${asset}. From now on only ${number} is signed for ${asset} on ${origin}, without asking. See Account, Asset numbers.`,
      }
    case 'disproved':
      return {
        level: 'error',
        title: `Order for ${asset} appeared in ${other}`,
        text: `You confirmed number ${number}, which is not the number of ${asset}. Check positions and open orders in ${other} now. Nothing more is signed for ${asset} under ${number}.`,
      }
    case 'conflict':
      return {
        level: 'error',
        title: `The number of ${asset} cannot be ${number}`,
        text: [
          other === asset
            ? `Your order under it appeared in ${asset}, but ${asset} is known by another number.`
            : `Your order under it appeared in ${asset}, but ${number} is known as ${other}.`,
          "One of them is wrong. Check positions and open orders, and compare with the venue's published list.",
        ].join(' '),
      }
    default:
      return assertNever(outcome, 'outcome of a word')
  }
}

/** The service uses a number other than the learned one. */
export const refusedMessage = (asset: string, message: string): NumberMessage => ({
  level: 'error',
  title: `The venue reports another number for ${asset}`,
  text: `${message} Nothing was signed.`,
})
