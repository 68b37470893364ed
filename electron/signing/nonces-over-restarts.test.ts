import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { openStorage, type Storage } from '../storage/index.ts'
import { NonceAllocator } from './nonces.ts'

const SIGNERS = ['0xabcdef0000000000000000000000000000000001', '0xabcdef0000000000000000000000000000000002'] as const
const START = 1_790_000_000_000

type Step =
  /** The clock jumps by this many ms, also backwards. */
  | { readonly kind: 'clock'; readonly by: number }
  /** Everything is closed, and opened again from the same directory. */
  | { readonly kind: 'restart' }
  /** This many callers ask at once for a signer, each through its own allocator. */
  | { readonly kind: 'ask'; readonly signer: 0 | 1; readonly callers: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), by: fc.integer({ min: -1000, max: 1000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      signer: fc.constantFrom(0 as const, 1 as const),
      callers: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

/** The terminal's storage on disk, which can be closed and opened again. */
class Terminal {
  time = START
  readonly #directory: string
  readonly #clock = { ...createFakeClock(), now: () => millis(this.time) }
  #storage: Storage

  constructor(directory: string) {
    this.#directory = directory
    this.#storage = openStorage({ directory, clock: this.#clock })
  }

  allocator = (): NonceAllocator => new NonceAllocator({ store: this.#storage.nonces })

  restart(): void {
    this.#storage.close()
    this.#storage = openStorage({ directory: this.#directory, clock: this.#clock })
  }

  close = (): void => this.#storage.close()
}

/** The nonces of each signer, in the order of issue. */
async function run(directory: string, steps: readonly Step[]): Promise<readonly (readonly number[])[]> {
  const handedOut: [number[], number[]] = [[], []]
  const terminal = new Terminal(directory)
  try {
    for (const one of steps) {
      if (one.kind === 'clock') terminal.time += one.by
      else if (one.kind === 'restart') terminal.restart()
      else {
        const ask = async (caller: number) => {
          const nonces = terminal.allocator()
          /** Callers take turns. */
          for (let turn = 0; turn < caller; turn++) await Promise.resolve()
          for (let i = 0; i < 2; i++) {
            handedOut[one.signer].push(nonces.next(SIGNERS[one.signer], terminal.time))
            await Promise.resolve()
          }
        }
        await Promise.all(Array.from({ length: one.callers }, (_, caller) => ask(caller)))
      }
    }
  } finally {
    terminal.close()
  }
  return handedOut
}

/** Every write waits for the disk, which may be busy. */
describe('nonces stored on disk', () => {
  let root: string
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'nonces-'))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const fresh = () => mkdtempSync(join(root, 'run-'))

  it('strictly rise for each signer, with several callers at once, across restarts, with any change of the clock', async () => {
    const ask = (signer: 0 | 1, callers: number): Step => ({ kind: 'ask', signer, callers })
    const back: Step = { kind: 'clock', by: -1000 }
    const restart: Step = { kind: 'restart' }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const nonces of await run(fresh(), steps)) {
          expect(nonces.every((nonce, i) => i === 0 || nonce > (nonces[i - 1] as number))).toBe(true)
        }
      }),
      {
        numRuns: 12,
        examples: [
          [[ask(0, 4), ask(1, 4), back, restart, ask(0, 4), ask(1, 4)]],
          [[ask(0, 1), restart, ask(0, 1), restart, restart, ask(0, 1)]],
        ],
      },
    )
  })

  it('continue from the last one after a restart under a clock that went back, and catch up with a clock ahead', async () => {
    const one: Step = { kind: 'ask', signer: 0, callers: 1 }
    const [nonces] = await run(fresh(), [one, { kind: 'restart' }, { kind: 'clock', by: -500 }, one])
    expect(nonces).toEqual([START, START + 1, START + 2, START + 3])
    const [later] = await run(fresh(), [one, { kind: 'restart' }, { kind: 'clock', by: 700 }, one])
    expect(later).toEqual([START, START + 1, START + 700, START + 701])
  })

  it('rise through two openings of the same file, and never decrease for a lower one saved late', () => {
    const directory = fresh()
    const [one, other] = [new Terminal(directory), new Terminal(directory)]
    try {
      const nonces = [one, other, one, other].map((terminal) => terminal.allocator().next(SIGNERS[0], terminal.time))
      expect(nonces).toEqual([START, START + 1, START + 2, START + 3])
    } finally {
      one.close()
      other.close()
    }
    const storage = openStorage({ directory, clock: createFakeClock(START) })
    storage.nonces.save(SIGNERS[0], START)
    expect(storage.nonces.last(SIGNERS[0])).toBe(START + 3)
    storage.close()
  })
})
