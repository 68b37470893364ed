/** Referrals and rewards, and the retired POST /v1/referrals. */
import { z } from 'zod'
import { VenueError } from '../../market/index.ts'
import type { CodeRow } from '../../store/index.ts'
import type { VenueContext } from '../context.ts'
import { address, parse } from '../input.ts'
import { badRequest } from '../problem.ts'
import { acting, open, type Route, trading } from '../router.ts'
import { integer } from './accounts.ts'

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 500
const code = z.string().trim().min(1, 'must be a referral code').max(64, 'must be a referral code')
const byCode = z.object({ code })
const byAddress = z.object({ address })

const shown = (row: CodeRow | null) => ({ code: row?.code ?? null, time: row?.time ?? null })

/** GET and POST /v1/referrals/code, GET resolve, tree and payouts, POST intent, GET /v1/rewards of an address. */
export const referralRoutes = ({ referrals }: VenueContext): Route[] => [
  open('GET', '/v1/referrals/resolve', ({ query }) => {
    const found = referrals.resolve(parse(byCode, { code: query.get('code') ?? undefined }).code)
    return { code: found.code, address: found.wallet }
  }),
  trading('GET', '/v1/referrals/code', (_, wallet) => shown(referrals.codeOf(wallet))),
  acting(trading('POST', '/v1/referrals/code', (_, wallet) => shown(referrals.makeCode(wallet)))),
  acting(
    trading('POST', '/v1/referrals/intent', ({ body }, wallet) => ({
      status: 'accepted',
      referrer: referrals.accept(wallet, parse(byCode, body).code),
    })),
  ),
  trading('GET', '/v1/referrals/tree', (_, wallet) => referrals.tree(wallet)),
  trading('GET', '/v1/referrals/payouts', ({ query }, wallet) => {
    const limit = integer(query, 'limit') ?? DEFAULT_LIMIT
    if (limit < 1 || limit > LARGEST_LIMIT) throw badRequest(`limit: must be from 1 to ${LARGEST_LIMIT}.`, 'limit')
    return referrals.payouts(wallet, limit, integer(query, 'offset') ?? 0)
  }),
  open('GET', '/v1/rewards/:address', ({ params }) => referrals.rewards(parse(byAddress, params).address)),
  open('POST', '/v1/referrals', () => {
    throw new VenueError(410, 'gone', 'This route is retired; referrals are accepted with POST /v1/referrals/intent.')
  }),
]
