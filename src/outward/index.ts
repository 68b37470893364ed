/** Remote notifications on screen: the targets, the state of each, and what they receive. */
export { OutwardDialog, outwardCommand, ToldElsewhere } from './outward-dialog.tsx'
