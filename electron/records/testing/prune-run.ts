/**
 * A process that puts old records of a journal on disk together, until all before the cut are: to be killed at any moment. Arguments: the
 * folder of the journal, and the service's time. Ends with 0 once it is done.
 */
import type { Address } from '../../../contract/address.ts'
import { openStorage } from '../../storage/index.ts'
import { createPruner } from '../index.ts'

const [directory = '', time = ''] = process.argv.slice(2)
const account = `0x${'ab'.repeat(20)}` as Address
const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  /** A second of the terminal's pace passes in 50 ms. */
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms / 20)
    return () => clearTimeout(timer)
  },
}
const storage = openStorage({ directory, clock: clock as never })
const log = { info: () => {}, error: (said: object) => void process.stderr.write(`${JSON.stringify(said)}\n`) }
const pruner = createPruner({
  ...{ profile: 'p', address: () => account, onIdentityChange: () => () => {} },
  store: storage.prunes,
  keep: { now: () => 'six_months', onChange: () => () => {} },
  serverTime: () => Number(time),
  isIdle: () => true,
  clock: clock as never,
  log: log as never,
})
pruner.onChange(() => {
  if (storage.prunes.pruning({ profile: 'p', account })?.isDone !== true) return
  pruner.stop()
  storage.close()
  process.exit(0)
})
process.stdout.write('pruning\n')
pruner.start()
