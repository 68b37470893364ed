/** Remote notifications on screen: where they go, how each place stands, and what it is told. */
export { OutwardDialog, outwardCommand, ToldElsewhere } from './outward-dialog.tsx'
