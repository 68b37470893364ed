/** Messages about asset numbers. */
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import { BINARY_LEVERAGE } from '../../../contract/binary.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { FixedNumber, Listing } from './known-numbers.ts'
import type { NumberNews } from './learn-numbers.ts'

/** The question that the trader is asked to confirm. */
export function questionText({ asset, listed, signed }: NumberQuestion): string {
  const list = listed === null ? 'the market list says no number' : `the market list says ${listed}`
  return [
    `All of it is what you asked for, but ${asset} would be signed as number ${signed}, and ${list}.`,
    'An order of another asset with the same side, price and size would look exactly the same.',
    `Compare ${signed} with the exchange's own list before you sign. You are asked until an order of yours has shown up in ${asset} under it.`,
  ].join(' ')
}

/** The remedy where such actions are refused. */
export const inProfileText = ({ asset, signed }: NumberQuestion): string =>
  `Once you have compared it, put "assetNumbers": { "${asset}": ${signed} } into the profile of this deployment.`

/** Like `questionText`, for leverage on all binary assets at once. @param signed numbers that would be signed and are listed nowhere. */
export function setupText(open: readonly Listing[], signed: readonly number[]): string {
  const listed = open.map(({ asset, listed: number }) => `${asset} ${number ?? 'without one'}`).join(', ')
  return [
    `The market list numbers the binary assets ${listed}.`,
    `What was prepared sets leverage ${BINARY_LEVERAGE}, isolated, and nothing else, on the assets numbered ${signed.join(', ')},`,
    "which are no other market that it lists. Compare them with the exchange's own list before you sign.",
  ].join(' ')
}

/** The detail of the step in which the trader confirmed a number. */
export const confirmedText = ({ asset, signed }: NumberQuestion): string => `${asset} signed as number ${signed}`

/** Why a number other than the known one is never signed. */
export function contradictionText(asset: string, { number, from }: FixedNumber, signed: number): string {
  if (from === 'profile') return `The profile says that ${asset} is number ${number}; ${signed} is another asset.`
  return [
    `An order of yours has shown that ${asset} is number ${number}; the service names ${signed} now, which may be another asset.`,
    `If the exchange has really numbered it again, forget the learned number in Account, Asset numbers.`,
  ].join(' ')
}

/** Why a number that belongs to another asset is never signed. */
export const ownedText = (asset: string, signed: number, owner: string): string =>
  `Number ${signed} is ${owner}, not ${asset}.`

/** Why a number is never signed again for an asset whose order appeared elsewhere. */
export const disprovedText = (asset: string, signed: number, shownAs: string): string =>
  `What was signed as number ${signed} for ${asset} showed up in ${shownAs}.`

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
        text: `What you signed under it took effect in ${asset}. From now on only ${number} is signed for ${asset} on ${origin}, and you are not asked again. Account, Asset numbers, has it.`,
      }
    case 'disproved':
      return {
        level: 'error',
        title: `An order for ${asset} showed up in ${other}`,
        text: `It was signed as number ${number} with your confirmation, which is not the number of ${asset}. Look at positions and open orders in ${other} now. Nothing is signed for ${asset} under ${number} any more.`,
      }
    case 'conflict':
      return {
        level: 'error',
        title: `The number of ${asset} cannot be ${number}`,
        text: `What you signed under it showed up in ${asset}, but ${other === asset ? `${asset} is known by another number` : `${number} is known as ${other}`}. One of them is wrong: look at positions and open orders, and compare with the exchange's own list.`,
      }
    default:
      return assertNever(outcome, 'outcome of a word')
  }
}

/** The service uses a number other than the learned one. */
export const refusedMessage = (asset: string, message: string): NumberMessage => ({
  level: 'error',
  title: `The service names another number for ${asset}`,
  text: `${message} Nothing was signed.`,
})
