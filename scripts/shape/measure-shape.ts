import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Measurements for the size rules of AGENTS.md. Paths are relative to the repository. */
export interface Shape {
  readonly files: readonly SourceFile[]
  /** Folders with more than {@link folderFilesMax} source files, with their count. */
  readonly crowdedFolders: readonly string[]
  /** Files with more than {@link fileLinesMax} lines of code. */
  readonly longFiles: readonly string[]
  /** Files under {@link smallLinesMax} lines of code with one importer, in the same folder. */
  readonly smallFiles: readonly string[]
  /** Groups of files that import each other, type-only imports included. */
  readonly circles: readonly (readonly string[])[]
}

export interface SourceFile {
  readonly path: string
  /** All lines, including blank lines and comments. */
  readonly lines: number
  /** Lines that are neither blank nor a comment, as lint counts them. */
  readonly codeLines: number
  /** Source files that import it in any way. */
  readonly importers: readonly string[]
}

interface Link {
  readonly target: string
  /** Loaded lazily, or in a separate process or thread. */
  readonly lazy: boolean
}

const folderFilesMax = 20
const fileLinesMax = 450
const smallLinesMax = 40

const sources = '{app,bin,components,lib}/**/*.{ts,tsx,mjs}'
const aliases = { '#lib/': 'lib/', '#components/': 'components/' } as const
const anyImport =
  /(?:\bfrom\s*|\bimport\s+|\bimport\(\s*|\bnew URL\(\s*)'((?:\.\/|#(?:lib|components)\/)[^'\n]+\.(?:tsx?|mjs))'/g
// Entries for a framework, a process or the migration history: their loader needs a file for each.
const entry = /^(app|bin)\/|\/migrations\/|^lib\/commands\/[\w-]+\.ts$/

/** Measures the source files of app, bin, components and lib, without tests and fixtures. */
export function measureShape(root: string): Shape {
  const names = globSync(sources, { cwd: root }).filter(isProduct).toSorted()
  const known = new Set(names)
  const texts = new Map(names.map(name => [name, readFileSync(path.join(root, name), 'utf8')]))
  const links = new Map(names.map(name => [name, readLinks(name, texts.get(name) ?? '', known)]))
  const importers = Map.groupBy(
    names.flatMap(from => (links.get(from) ?? []).map(link => ({ from, ...link }))),
    ({ target }) => target,
  )
  const files = names.map(name => toSourceFile(name, texts.get(name) ?? '', importers.get(name) ?? []))
  const lazy = new Set(names.filter(name => importers.get(name)?.some(link => link.lazy)))
  const folders = Map.groupBy(files, file => path.posix.dirname(file.path))

  return {
    files,
    crowdedFolders: [...folders]
      .filter(([, list]) => list.length > folderFilesMax)
      .map(([folder, list]) => `${folder} ${list.length}`),
    longFiles: files.filter(file => file.codeLines > fileLinesMax).map(file => file.path),
    smallFiles: files
      .filter(file => !lazy.has(file.path) && !entry.test(file.path) && isSmallNeighbour(file))
      .map(file => file.path),
    circles: findCircles(new Map([...links].map(([from, list]) => [from, list.filter(link => !link.lazy)]))),
  }
}

function isProduct(file: string): boolean {
  return !/\.(test|spec)\.tsx?$|\.d\.ts$|__fixtures__\//.test(file)
}

function readLinks(from: string, text: string, known: ReadonlySet<string>): Link[] {
  return [...text.matchAll(anyImport)].flatMap(({ 0: whole, 1: specifier = '' }) => {
    const target = resolve(from, specifier)
    return known.has(target) && target !== from ? [{ target, lazy: /^(import\(|new URL)/.test(whole) }] : []
  })
}

function resolve(from: string, specifier: string): string {
  for (const [alias, folder] of Object.entries(aliases))
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length)
  return path.posix.join(path.posix.dirname(from), specifier)
}

function toSourceFile(name: string, text: string, links: readonly { from: string }[]): SourceFile {
  const lines = text.split('\n')
  return {
    path: name,
    lines: lines.length - 1,
    codeLines: lines.filter(line => !/^\s*($|\/\/|\/?\*)/.test(line)).length,
    importers: [...new Set(links.map(link => link.from))],
  }
}

function isSmallNeighbour(file: SourceFile): boolean {
  const [importer, second] = file.importers
  if (!importer || second) return false
  return file.codeLines < smallLinesMax && path.posix.dirname(importer) === path.posix.dirname(file.path)
}

/** Strongly connected groups of more than one file (Tarjan, without recursion). */
function findCircles(links: ReadonlyMap<string, readonly Link[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  for (const start of links.keys()) {
    if (order.has(start)) continue
    const work = [visit(start)]
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const next = top.rest.next()
      if (!next.done) {
        if (!order.has(next.value)) work.push(visit(next.value))
        else if (open.includes(next.value)) lower(top.file, order.get(next.value))
        continue
      }
      work.pop()
      const above = work.at(-1)
      if (above) lower(above.file, lowest.get(top.file))
      if (lowest.get(top.file) !== order.get(top.file)) continue
      const group = open.splice(open.lastIndexOf(top.file))
      if (group.length > 1) circles.push(group)
    }
  }
  return circles

  function visit(file: string): { file: string; rest: Iterator<string> } {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    return { file, rest: (links.get(file) ?? []).map(link => link.target).values() }
  }

  function lower(file: string, to: number | undefined): void {
    lowest.set(file, Math.min(lowest.get(file) ?? Infinity, to ?? Infinity))
  }
}
