/**
 * Crashes for tests: main kills itself with SIGKILL at a named step of an action, or when a record is on disk in a named state. Only development
 * builds use it: the composition root passes the environment on when the app is not packaged, and null otherwise.
 */
import type { ConditionalStore, RecordStore, Storage, StoredConditional, StoredRecord } from '../storage/index.ts'
import type { StepHook } from '../trading/index.ts'

/**
 * Names the step: `<kind>:<state>` of an action; after `#` its number among its kind in this run, default any; after `+` the delay in ms:
 * `place:sent+4`, `close#2:sent`. For a record that was started in this run (`move`, `reversal`, `algo`, or `exit_stop`, `exit_target` and
 * `exit_time` of a plan) the number counts writes in that state: `algo#3:working`.
 */
const KILL_AT = 'ISOTHERM_TEST_KILL_AT'

const RECORDS: ReadonlySet<string> = new Set(['move', 'reversal', 'algo', 'exit_stop', 'exit_target', 'exit_time'])

/** The stores with records of several steps. */
type Records = Pick<Storage, 'moves' | 'reversals' | 'algos' | 'conditionals'>

export interface KillPoint {
  /** For `createTrading`. When it is called the step is in the journal, and its effect has not started. */
  readonly onStep: StepHook
  /** The same stores, with writes that may be the last thing that main does. */
  watched(records: Records): Records
}

/**
 * Without `+` the process ends before anything follows.
 * @param environment null where nothing may end the process, as in a packaged app.
 * @param die ends the process; default SIGKILL, which cannot be caught and allows no cleanup.
 * @throws Error for an invalid name: a test that never crashed would prove nothing.
 */
export function killPoint(
  environment: Readonly<Record<string, string | undefined>> | null,
  die: () => void = () => process.kill(process.pid, 'SIGKILL'),
): KillPoint | undefined {
  const text = environment?.[KILL_AT]
  if (text === undefined || text === '') return undefined
  const match = /^([a-z_]+)(?:#(\d))?:([a-z_]+)(?:\+(\d{1,5}))?$/.exec(text)
  if (match === null)
    throw new Error(
      `${KILL_AT} must be <kind>:<state>, <kind>#<n>:<state>, or either with +<ms> after it; ${text} is not`,
    )
  const [, kind = '', which, wanted = '', after] = match
  const end = (): void => {
    if (after === undefined) die()
    else setTimeout(die, Number(after))
  }
  if (RECORDS.has(kind))
    return { onStep: () => {}, watched: (records) => watched(records, { kind, wanted, which }, end) }
  return { onStep: actionHook({ kind, wanted, which }, end), watched: (records) => records }
}

interface Wanted {
  readonly kind: string
  readonly wanted: string
  readonly which: string | undefined
}

function actionHook({ kind, wanted, which }: Wanted, end: () => void): StepHook {
  /** Unfinished actions of an earlier run may reach the step too: only those of this run count. */
  const begun = new Set<string>()
  let ofKind = 0
  return (state, action) => {
    if (action.intent.kind !== kind) return
    if (state === 'drafted') {
      ofKind += 1
      if (which === undefined || ofKind === Number(which)) begun.add(action.id)
    }
    if (begun.has(action.id) && state === wanted) end()
  }
}

function watched(records: Records, { kind, wanted, which = '1' }: Wanted, end: () => void): Records {
  const begun = new Set<string>()
  let writes = 0
  const saw = (record: { readonly id: string; readonly state: string }): void => {
    if (!begun.has(record.id) || record.state !== wanted) return
    writes += 1
    if (writes === Number(which)) end()
  }
  const one = <One extends StoredRecord>(of: string, store: RecordStore<One>): RecordStore<One> => ({
    ...store,
    write(record) {
      if (of === kind && store.read(record.id) === null) begun.add(record.id)
      store.write(record)
      saw(record)
    },
  })
  const exits = (store: ConditionalStore): ConditionalStore => ({
    ...store,
    write(several) {
      for (const record of several) {
        if (exitKind(record) === kind && store.read(record.id) === null) begun.add(record.id)
      }
      store.write(several)
      for (const record of several) saw(record)
    },
  })
  return {
    moves: one('move', records.moves),
    reversals: one('reversal', records.reversals),
    algos: one('algo', records.algos),
    conditionals: exits(records.conditionals),
  }
}

const exitKind = ({ plan }: StoredConditional): string => `exit_${typeof plan.role === 'number' ? 'target' : plan.role}`
