/** Remote notifications on screen: where they go, how each place stands, and what it is told. */
export { outwardCommand } from './outward-command.ts'
export { OutwardDialog } from './outward-dialog.tsx'
export { ToldElsewhere } from './told-elsewhere.tsx'
