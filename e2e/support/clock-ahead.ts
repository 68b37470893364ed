/** Loaded before main: its clock goes ahead of the machine's by `ISOTHERM_TEST_CLOCK_AHEAD` ms, as a badly set one does. */
const ahead = Number(process.env.ISOTHERM_TEST_CLOCK_AHEAD)
const now = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now() + ahead] : args, newTarget),
  apply: (target) => new target(now() + ahead).toString(),
  get: (target, key) => (key === 'now' ? () => now() + ahead : Reflect.get(target, key)),
})
