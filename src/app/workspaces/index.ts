/** Workspaces: their tabs and menu in the top bar, their commands, and their dialogs. */
export { WorkspaceCommands, workspaceCommands } from './workspace-commands.tsx'
export { WorkspaceQuestions } from './workspace-questions.tsx'
export { WorkspaceTabs } from './workspace-tabs.tsx'
