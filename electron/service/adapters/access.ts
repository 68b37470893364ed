/** `GET /v1/access/self`: the identity behind the token and its access level. */
import type { AccessSelf } from '../../../contract/account.ts'
import type { Wire } from '../wire.ts'

const ACCESS: ReadonlyMap<string, AccessSelf['access']> = new Map([
  ['allowed', 'allowed'],
  ['waitlisted', 'waitlisted'],
  ['revoked', 'revoked'],
  ['blocked', 'revoked'],
])

export function accessOf(answer: Wire): AccessSelf {
  const self = answer.unwrapped('self')
  const accessText = self.at('access', 'access_level').text()
  return {
    wallet: self.at('wallet', 'wallet_address', 'address').optional((wire) => wire.address()),
    email: self.at('email').optional((wire) => wire.text()),
    access: ACCESS.get(accessText.toLowerCase()) ?? 'unknown',
    accessText,
  }
}

/** `POST /v1/access/request`: its shape is undocumented, so an answer without a status only means that it was accepted. */
export const accessRequestOf = (answer: Wire): string =>
  (answer.isObject ? (answer.at('data').isObject ? answer.at('data') : answer) : answer)
    .at('status')
    .optional((wire) => wire.text()) ?? 'received'
