/** Updates of the terminal on screen: how it stands to its next version, what is new, and what can be done about it. */

export { UPDATE_ACTS, updateCommands, whyNot } from './update-commands.ts'
export { askFor as askForUpdates, UpdateDetails, UpdateMark, WhatsNew } from './update-details.tsx'
