/** A process that drops the steps of old actions, to be killed at any moment. Argument: the data folder. Exits with 0 once all were checked. */
import { openJournalDatabase } from '../journal-database.ts'
import { createStepStore } from '../step-retention.ts'
import { OLD_NOW, OLD_OF } from './old-actions.ts'

const { database, close } = openJournalDatabase(process.argv[2] ?? '', { now: () => OLD_NOW as never })
const store = createStepStore(database)
process.stdout.write('dropping\n')
for (let place: ReturnType<ReturnType<typeof createStepStore>['dropSlice']> = null; ; ) {
  place = store.dropSlice(OLD_OF.profile, 24, place)
  if (place === null) break
}
close()
