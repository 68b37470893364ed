/**
 * A process that archives a journal: to be killed at any moment. Arguments: the data folder, and the number of an action that goes on first, as
 * one does whose order shows up after its end. Ends with 0 once everything is archived.
 */
import { openStorage } from '../open-storage.ts'
import { quickClock } from './old-actions.ts'

const [directory = '', number = ''] = process.argv.slice(2)
const storage = openStorage({ directory, clock: quickClock(), keepNewest: 0 })
const before = storage.journal.read(`a${number}`)
if (before === null) throw new Error(`a${number} is gone`)
const step = { state: 'cancelled', at: before.updatedAt, detail: 'again' } as const
if (before.steps.length === 3) storage.journal.write({ ...before, state: 'cancelled', steps: [...before.steps, step] })
process.stdout.write('archiving\n')
await storage.archive()
storage.close()
