/**
 * A process that reads a wallet's past from a service over loopback into a journal on disk, until there is nothing older; to be killed at any moment.
 * Arguments: the folder of the journal, and the service's address. Exits with 0 once everything is read.
 */
import type { Address } from '../../../contract/address.ts'
import { millis } from '../../../contract/time.ts'
import type { Page } from '../../service/index.ts'
import { openStorage } from '../../storage/index.ts'
import { createBackFill, createFillRecords, createOrderRecords } from '../index.ts'

const [directory = '', url = ''] = process.argv.slice(2)
const account = `0x${'ab'.repeat(20)}` as Address
const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  /** A second of the terminal's pace passes at once. */
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms / 1000)
    return () => clearTimeout(timer)
  },
}
const read = async <Row>(what: string, { limit, before }: Page): Promise<readonly Row[]> =>
  (await (await fetch(`${url}/${what}?limit=${limit}&before=${before ?? ''}`)).json()) as readonly Row[]

const storage = openStorage({ directory, clock: clock as never })
const whose = { profile: 'p', address: () => account }
/** Later than any of the service's rows. */
const serverTime = () => millis(4_000_000_000_000)
const service = {
  fills: (_: Address, page: Page) => read('fills', page) as never,
  orderHistory: (_: Address, page: Page) => read('orders', page) as never,
}
const fills = createFillRecords({ ...whose, store: storage.fills, service, clock, serverTime })
const orders = createOrderRecords({
  ...{ ...whose, store: storage.orders, service, clock },
  back: { marks: storage.historyMarks, service, serverTime },
})
const backFill = createBackFill({
  ...{ ...whose, fills, orders, marks: storage.historyMarks },
  onIdentityChange: () => () => {},
  onOrdersChange: () => () => {},
  isIdle: () => true,
  clock,
  log: { warn: (...messages: unknown[]) => void process.stderr.write(`${JSON.stringify(messages)}\n`) } as never,
})
backFill.onChange(() => {
  const { fills: ofFills, orders: ofOrders } = backFill.reach()
  if (!ofFills.isWhole || !ofOrders.isWhole) return
  backFill.stop()
  storage.close()
  process.exit(0)
})
await fills.sync()
process.stdout.write('reading\n')
backFill.start()
