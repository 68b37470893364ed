/** The test of the trader's limits over the window: begun by a press, shown as it goes, and its sheet, which is saved, copied or printed. */
export { beginLimitsTest } from './begin.ts'
export { limitsTestCommand } from './limits-test-command.ts'
export { LimitsTestDialog } from './limits-test-dialog.tsx'
