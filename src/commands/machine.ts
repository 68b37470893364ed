/** What kind of machine this window is on, as far as keys are named. */

/** Whether Cmd stands for Ctrl here. */
export const isMac = navigator.userAgent.includes('Macintosh')
