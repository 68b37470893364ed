/** EIP-712 domains and types as a service sends them. */
import type { TypedDataDomain, UserAction } from '../types.ts'
import type { Wire } from '../wire.ts'

/** Only the fields that are there; a chain id may come as a number, in decimal or in hex. */
export function domainOf(wire: Wire): TypedDataDomain {
  if (!wire.isObject) wire.fail('should be an object')
  const name = wire.at('name').optional((field) => field.text())
  const version = wire.at('version').optional((field) => field.id())
  const chainId = wire.at('chain_id').optional(chainIdOf)
  const verifyingContract = wire.at('verifying_contract').optional((field) => field.address())
  const salt = wire.at('salt').optional((field) => field.hex())
  return {
    ...(name === null ? {} : { name }),
    ...(version === null ? {} : { version }),
    ...(chainId === null ? {} : { chainId }),
    ...(verifyingContract === null ? {} : { verifyingContract }),
    ...(salt === null ? {} : { salt }),
  }
}

function chainIdOf(wire: Wire): number {
  const text = wire.id()
  const value = /^(0x[0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : wire.fail('should be a chain id')
}

export function typesOf(wire: Wire): UserAction['types'] {
  return Object.fromEntries(
    Object.keys(wire.plainObject()).map((name) => [
      name,
      wire
        .at(name)
        .items()
        .map((field) => ({ name: field.at('name').text(), type: field.at('type').text() })),
    ]),
  )
}
