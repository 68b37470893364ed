/** Moving USDH into the balance class that outcome trading needs, signed by the trader's own wallet. */
import { z } from 'zod'
import { compare, type Decimal, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { type Account, VenueError } from '../../market/index.ts'
import type { OutcomeCore } from '../../outcomes/index.ts'
import { classTransferAction, type UserSignedAction } from '../../signing/index.ts'
import type { VenueContext } from '../context.ts'
import { hash, parse, positiveText, signature } from '../input.ts'
import { badRequest } from '../problem.ts'
import { acting, type Route, trading } from '../router.ts'
import { OUTCOME_AGENT_NOT_APPROVED, requireAgent } from './submit.ts'

/** Decimals of USDH. */
const USDH_DECIMALS = 6

const prepareBody = z.object({ amount: positiveText })
const submitBody = z.object({ actionHash: hash, signature })

/** POST /v1/outcomes/transfer/prepare and submit. */
export const outcomeTransferRoutes = (context: VenueContext, outcomes: OutcomeCore): Route[] => {
  const { core, userActions, nonces } = context

  const prepare = (body: unknown, wallet: Account): UserSignedAction => {
    const { amount } = parse(prepareBody, body)
    if (placesOf(trimZeros(amount as Decimal)) > USDH_DECIMALS)
      throw badRequest(`amount: at most ${USDH_DECIMALS} decimals.`, 'amount')
    requireAgent(context, wallet, OUTCOME_AGENT_NOT_APPROVED)
    const { usdh } = core.account(wallet).account
    if (compare(amount as Decimal, usdh as Decimal) > 0)
      throw new VenueError(409, 'insufficient_margin', `The account has ${usdh} USDH to move.`, 'amount')
    return userActions.prepare('transfer', wallet, classTransferAction(amount, nonces.next()), () => {
      outcomes.transfer(wallet, amount)
      return { status: 'accepted' }
    })
  }

  return [
    trading('POST', '/v1/outcomes/transfer/prepare', ({ body }, wallet) => prepare(body, wallet)),
    acting(
      trading('POST', '/v1/outcomes/transfer/submit', ({ body }, wallet) => {
        const { actionHash, signature } = parse(submitBody, body)
        return userActions.complete('transfer', wallet, actionHash, signature)
      }),
    ),
  ]
}
