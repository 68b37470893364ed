/** Typed data as `eth_signTypedData_v4` takes it: JSON text with the domain's own type spelled out. */
import type { UserTypedData } from './user-signer.ts'

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** JSON text that a wallet hashes to the very digest that main checks the signature against. */
export function typedDataJson({ domain, types, primaryType, message }: UserTypedData): string {
  const EIP712Domain = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined)
  return JSON.stringify({ domain, types: { ...types, EIP712Domain }, primaryType, message })
}
