/** Event objects for listeners. */

import type * as Electron from 'electron'

/** Creates an event with extra fields and a preventable default action. */
export function hostEvent<Fields extends object>(fields: Fields): Electron.Event<Fields> {
  let prevented = false
  const event = {
    ...fields,
    preventDefault() {
      prevented = true
    },
  }
  return Object.defineProperty(event, 'defaultPrevented', { get: () => prevented }) as Electron.Event<Fields>
}
