/** The rest of a key in the memory of the signing module. In a separate worker: it watches the creation of the module. */
import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { Secret } from '../secrets/index.ts'

let memory: WebAssembly.Memory | null = null
const { Instance } = WebAssembly
vi.spyOn(WebAssembly, 'Instance').mockImplementation(
  class extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports)
      if (this.exports.memory instanceof WebAssembly.Memory) memory = this.exports.memory
    }
  },
)

/** The key in its original form, and as the limbs of a scalar, least significant first. */
const formsOf = (key: Buffer): Buffer[] => [key, Buffer.from(key).reverse()]

it('a key leaves no copy in the module’s memory after its address and a signature were computed', async () => {
  const { addressOf, signAgentAction } = await import('./sign.ts')
  for (let i = 0; i < 5; i += 1) {
    const key = randomBytes(32)
    key[0] = 1
    const privateKey = new Secret(`0x${key.toString('hex')}`)
    addressOf(privateKey)
    const message = { source: 'b', connectionId: `0x${'11'.repeat(32)}` } as const
    await signAgentAction({ privateKey, domain: { name: 'X' }, message })
    const all = Buffer.from((memory as WebAssembly.Memory | null)?.buffer ?? new ArrayBuffer(0))
    expect(all.length).toBeGreaterThan(1_000_000)
    for (const form of formsOf(key)) expect(all.indexOf(form)).toBe(-1)
  }
})
