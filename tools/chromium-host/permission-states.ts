/**
 * Runs in the main world of each frame before the page: the page's permission queries return the result of main's check handler. Source text:
 * self-contained except for its parameter.
 *
 * @param states by the name that the page queries.
 */
export function permissionStates(states: Readonly<Record<string, string>>): void {
  const { query } = Permissions.prototype
  Permissions.prototype.query = async function (this: Permissions, request: PermissionDescriptor) {
    const status = await query.call(this, request)
    const state = states[request.name]
    return state === undefined ? status : Object.defineProperty(status, 'state', { value: state })
  }
  if (typeof Notification === 'undefined' || states.notifications === undefined) return
  Object.defineProperty(Notification, 'permission', { get: () => states.notifications })
}
