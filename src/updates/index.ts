/** Updates of the terminal on screen: the state of the next version, what is new, and the possible actions. */

export { UPDATE_ACTS, unavailableReason, updateCommands } from './update-commands.ts'
export { askFor as askForUpdates, UpdateDetails, UpdateMark, WhatsNew } from './update-details.tsx'
