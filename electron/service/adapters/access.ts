/** `GET /v1/access/self`: the identity behind the token and its access level. */
import type { AccessSelf } from '../../../contract/account.ts'
import type { Wire } from '../wire.ts'

const ACCESS: Readonly<Record<string, AccessSelf['access']>> = {
  allowed: 'allowed',
  waitlisted: 'waitlisted',
  revoked: 'revoked',
  blocked: 'revoked',
}

export function accessOf(answer: Wire): AccessSelf {
  const self = answer.unwrapped('self')
  const accessText = self.at('access', 'access_level').text()
  return {
    wallet: self.at('wallet', 'wallet_address', 'address').optional((wire) => wire.address()),
    email: self.at('email').optional((wire) => wire.text()),
    access: ACCESS[accessText.toLowerCase()] ?? 'unknown',
    accessText,
  }
}
