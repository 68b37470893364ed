/** The rule inside the trees: a room is entered through its door, and uses only the rooms below it that it names. */
import { FILE, type Floors, readFloors } from './floors.ts'
import { type Doors, doorsOf, passedDoor, roomOf, wayTo } from './rooms.ts'
import { isTestSupport, type Source } from './sources.ts'

/** What is wrong, a sentence each. A tree without a `rooms.json` is not looked at. @throws Error when one cannot be read. */
export function wrongImports(root: string, trees: readonly string[], sources: readonly Source[]): string[] {
  const doors = doorsOf(sources)
  return trees.flatMap((tree) => {
    const floors = readFloors(root, tree)
    if (floors === null) return []
    const into = (target: string | null): target is string => target?.startsWith(`${tree}/`) === true
    return [
      ...wrongFloors(tree, floors, doors, sources),
      ...sources.flatMap(({ path, imports }) =>
        imports.flatMap(({ target, line }) => {
          if (!into(target)) return []
          const wrong = wrongImport(path, target, tree, floors, doors, sources)
          return wrong === null ? [] : [`${path}:${line} ${wrong}`]
        }),
      ),
    ]
  })
}

const folderOf = (tree: string, room: string): string => (room === '.' ? tree : `${tree}/${room}`)
const nameOf = (tree: string, folder: string): string => (folder === tree ? '.' : folder.slice(tree.length + 1))

/** The list itself: every room is in it, nothing else is, and each uses only what stands before it. */
function wrongFloors(tree: string, floors: Floors, doors: Doors, sources: readonly Source[]): string[] {
  const where = `${tree}/${FILE}`
  const inside = sources.filter(({ path }) => path.startsWith(`${tree}/`))
  const rooms = new Set(inside.map(({ path }) => nameOf(tree, roomOf(path, doors))))
  const listed = [...floors.keys()]
  return [
    ...[...rooms]
      .filter((room) => !floors.has(room))
      .map((room) => `${where} lacks "${room}": list every folder with an index.ts, and "." for the files beside them`),
    ...listed
      .filter((room) => !rooms.has(room))
      .map((room) => `${where} lists "${room}", and ${folderOf(tree, room)} has no index.ts`),
    ...[...floors].flatMap(([room, uses], floor) =>
      uses.flatMap((used) => {
        const at = listed.indexOf(used)
        if (at < 0) return [`${where}: "${room}" may use "${used}", which is not listed`]
        return at < floor
          ? []
          : [`${where}: "${room}" may use "${used}", which does not stand before it: a room uses only lower ones`]
      }),
    ),
  ]
}

function wrongImport(
  from: string,
  to: string,
  tree: string,
  floors: Floors,
  doors: Doors,
  sources: readonly Source[],
): string | null {
  if (/(?:^|\/)testing\//.test(to)) {
    return isTestSupport(from) || !inSomeTree(from) ? null : `uses ${to}: what is in testing/ is for tests only`
  }
  const room = roomOf(from, doors)
  const passed = passedDoor(from, to, doors)
  const ownTest = isTestSupport(from) && room.includes('/') && to.startsWith(`${room}/`)
  if (passed !== null && !ownTest) {
    return `enters ${nameOf(tree, passed)} past its door: import from ${wayTo(passed, from, sources)}`
  }
  if (isTestSupport(from) || !from.startsWith(`${tree}/`)) return null
  const [own, used] = [nameOf(tree, room), nameOf(tree, roomOf(to, doors))]
  const may = floors.get(own)
  if (own === used || may === undefined || may.includes(used)) return null
  const [name, other] = [own, used].map((one) => (one === '.' ? `the files beside the rooms of ${tree}` : one))
  const order = [...floors.keys()]
  return order.indexOf(used) < order.indexOf(own)
    ? `uses ${other}, which ${name} may not: add "${used}" to "${own}" in ${tree}/${FILE} if it belongs there, or hand it in from above`
    : `uses ${other}, which stands above ${name}: move what both need to a lower room, or hand it in from above`
}

const inSomeTree = (path: string): boolean => !/^(?:bench|e2e|scripts)\//.test(path)
