/** `GET /v1/fees/{address}`, in basis points. */
import type { Fees } from '../../../contract/account.ts'
import type { Wire } from '../wire.ts'

export function feesOf(answer: Wire): Fees {
  const fees = answer.unwrapped('fees')
  return { makerBps: fees.at('maker_bps').decimal(), takerBps: fees.at('taker_bps').decimal() }
}
