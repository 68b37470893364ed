/** The project's programs as the figures need them: what each file imports, exports, declares and how long its functions are. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { type AnyNode, childrenOf, lineCounter, nodeAt, nodesAt, textAt } from './tree.ts'

/** One import, re-export or `import()` of another file of the project. */
interface Import {
  /** As written. */
  readonly specifier: string
  /** The file it leads to, from the project's root; null for packages and for what is not there. */
  readonly target: string | null
  readonly line: number
  /** Gone once the types are stripped. */
  readonly typeOnly: boolean
  /** What is taken, by its name there; `*` for everything. */
  readonly names: readonly string[]
  /** What is passed on: its name there and the name here; `*` both ways for `export * from`. */
  readonly passedOn: ReadonlyMap<string, string>
}

interface FunctionSpan {
  readonly name: string
  readonly line: number
  readonly lines: number
}

export interface Source {
  /** From the project's root, with slashes. */
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  /** Names that are declared and exported here, with their lines. */
  readonly exports: ReadonlyMap<string, number>
  readonly functions: readonly FunctionSpan[]
  /** Lines of `as unknown as`. */
  readonly casts: readonly number[]
  /** Names that are declared here, with the line of the first. */
  readonly declared: ReadonlyMap<string, number>
}

const PROGRAM = /\.(?:ts|tsx|mts|mjs)$/
const LEFT_OUT = new Set(['node_modules', 'out', 'dist', 'test-results', 'fixtures'])

/** Tests, and what only tests use. */
export const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path)
export const isTestSupport = (path: string): boolean => isTest(path) || /(?:^|\/)testing\//.test(path)

/** Every program in the folders, read and parsed. @throws Error naming the file that is no program. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => filesIn(root, folder))
    .sort()
    .map((path) => readSource(root, path))
}

function filesIn(root: string, folder: string): string[] {
  const absolute = join(root, folder)
  if (!existsSync(absolute)) return []
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) || entry.name.startsWith('.') ? [] : filesIn(root, path)
    return PROGRAM.test(entry.name) ? [path] : []
  })
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const lineOf = lineCounter(text)
  const found = {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [] as Import[],
    exports: new Map<string, number>(),
    functions: [] as FunctionSpan[],
    casts: [] as number[],
    declared: new Map<string, number>(),
  }
  const target = (specifier: string): string | null => resolve(root, path, specifier)

  const visit = (node: AnyNode, name: string | null): void => {
    const line = lineOf(node.start)
    const imported = importOf(node, line, target)
    if (imported !== null) found.imports.push(imported)
    for (const exported of exportsOf(node)) found.exports.set(exported, line)
    if (isFunction(node))
      found.functions.push({ name: nameOf(node) ?? name ?? '(a function)', line, lines: lineOf(node.end) - line + 1 })
    if (isDoubleCast(node)) found.casts.push(line)
    for (const declared of declaredBy(node)) if (!found.declared.has(declared)) found.declared.set(declared, line)
    const given = nameOf(node)
    for (const child of childrenOf(node)) visit(child, given)
  }
  visit(program as unknown as AnyNode, null)
  return found
}

/** The file that a relative specifier leads to, from the root. */
function resolve(root: string, from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  const path = posix.join(dirname(from), specifier.replace(/\?.*$/, ''))
  const tries = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`]
  return tries.find((one) => existsSync(join(root, one)) && statSync(join(root, one)).isFile()) ?? null
}

type Resolve = (specifier: string) => string | null

function importOf(node: AnyNode, line: number, target: Resolve): Import | null {
  const source = nodeAt(node, 'source')
  const specifier = textAt(source, 'value')
  if (specifier === null) return null
  const base = { specifier, target: target(specifier), line, passedOn: new Map<string, string>() }
  switch (node.type) {
    case 'ImportDeclaration': {
      const taken = nodesAt(node, 'specifiers')
      const names = taken.map((one) =>
        one.type === 'ImportSpecifier'
          ? nameAt(one, 'imported')
          : one.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*',
      )
      const typeOnly =
        node.importKind === 'type' || (taken.length > 0 && taken.every((one) => one.importKind === 'type'))
      return { ...base, names, typeOnly }
    }
    case 'ExportAllDeclaration':
      return node.exported === null
        ? { ...base, names: [], typeOnly: node.exportKind === 'type', passedOn: new Map([['*', '*']]) }
        : { ...base, names: ['*'], typeOnly: node.exportKind === 'type' }
    case 'ExportNamedDeclaration': {
      const passed = nodesAt(node, 'specifiers')
      const typeOnly =
        node.exportKind === 'type' || (passed.length > 0 && passed.every((one) => one.exportKind === 'type'))
      return {
        ...base,
        names: [],
        typeOnly,
        passedOn: new Map(passed.map((one) => [nameAt(one, 'local'), nameAt(one, 'exported')])),
      }
    }
    case 'ImportExpression':
      return { ...base, names: ['*'], typeOnly: false }
    case 'TSImportType':
      return { ...base, names: ['*'], typeOnly: true }
    default:
      return null
  }
}

/** Names that a statement declares and exports. */
function exportsOf(node: AnyNode): string[] {
  if (node.type === 'ExportDefaultDeclaration') return ['default']
  if (node.type !== 'ExportNamedDeclaration' || nodeAt(node, 'source') !== null) return []
  const declaration = nodeAt(node, 'declaration')
  if (declaration === null) return nodesAt(node, 'specifiers').map((one) => nameAt(one, 'exported'))
  if (declaration.type !== 'VariableDeclaration') return [nameAt(declaration, 'id')]
  return nodesAt(declaration, 'declarations').flatMap((one) => patternNames(nodeAt(one, 'id')))
}

const isFunction = ({ type, body }: AnyNode): boolean =>
  (type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression') &&
  body !== null

function isDoubleCast(node: AnyNode): boolean {
  const inner = node.type === 'TSAsExpression' ? nodeAt(node, 'expression') : null
  return inner?.type === 'TSAsExpression' && nodeAt(inner, 'typeAnnotation')?.type === 'TSUnknownKeyword'
}

/** What a declaration, parameter or member is called. */
function nameOf(node: AnyNode): string | null {
  const named = nodeAt(node, 'id') ?? (node.computed === true ? null : nodeAt(node, 'key'))
  return named !== null && (named.type === 'Identifier' || named.type === 'PrivateIdentifier')
    ? textAt(named, 'name')
    : null
}

const DECLARES =
  /^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration|TSPropertySignature|TSMethodSignature|MethodDefinition|PropertyDefinition)$/

function declaredBy(node: AnyNode): string[] {
  const own = DECLARES.test(node.type) ? nameOf(node) : null
  const parameters =
    isFunction(node) || node.type === 'TSMethodSignature' ? nodesAt(node, 'params').flatMap(patternNames) : []
  return own === null ? parameters : [own, ...parameters]
}

/** The names that a pattern binds, as they are called here. */
function patternNames(node: AnyNode | null): string[] {
  switch (node?.type) {
    case 'Identifier':
      return [textAt(node, 'name') ?? '']
    case 'ObjectPattern':
      return nodesAt(node, 'properties').flatMap((one) => patternNames(nodeAt(one, 'value') ?? nodeAt(one, 'argument')))
    case 'ArrayPattern':
      return nodesAt(node, 'elements').flatMap(patternNames)
    case 'AssignmentPattern':
      return patternNames(nodeAt(node, 'left'))
    case 'RestElement':
      return patternNames(nodeAt(node, 'argument'))
    default:
      return []
  }
}

/** An identifier's name or a literal's text, below a key. */
function nameAt(node: AnyNode, key: string): string {
  const named = nodeAt(node, key)
  return textAt(named, 'name') ?? textAt(named, 'value') ?? ''
}
