/** What Windows knows the program by: notifications and pinned icons are its own only under the id of its packages. */
export const APP_ID = 'app.isotherm.terminal'
