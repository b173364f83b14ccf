import type { SourceFile } from './measure-shape.ts'

/** Folders of components that belong to no screen: every screen may import them. */
const sharedFolders: ReadonlySet<string> = new Set(['console-kit', 'playground', 'shell', 'ui'])

/** The files of screens that other folders of components import, with those folders. Routes may import any. */
export function listOfferedFiles(files: readonly SourceFile[]): Record<string, string[]> {
  const offered = files.flatMap(({ path, importers }): [string, string[]][] => {
    const screen = componentsFolder(path)
    if (screen === null || sharedFolders.has(screen)) return []
    const others = importers
      .map(componentsFolder)
      .filter(folder => folder !== null)
      .filter(folder => folder !== screen)
    return others.length === 0 ? [] : [[path, toSorted(others)]]
  })
  return Object.fromEntries(offered)
}

/** The other folders of `layer` that each of its folders imports. */
export function listFolderImports(files: readonly SourceFile[], layer: string): Record<string, string[]> {
  const folderOf = (path: string) => nextFolder(path, layer)
  const pairs = files.flatMap(({ path, importers }) => {
    const folder = folderOf(path)
    if (folder === null) return []
    return importers.map(folderOf).flatMap(by => (by === null || by === folder ? [] : [{ by, folder }]))
  })
  const byFolder = Object.groupBy(pairs, ({ by }) => by)
  return Object.fromEntries(
    toSorted(Object.keys(byFolder)).map(by => [
      by,
      toSorted(byFolder[by]?.map(({ folder }) => folder) ?? []),
    ]),
  )
}

function componentsFolder(path: string): string | null {
  return nextFolder(path, 'components')
}

function nextFolder(path: string, parent: string): string | null {
  if (!path.startsWith(`${parent}/`)) return null
  const [folder, below] = path.slice(parent.length + 1).split('/')
  return folder === undefined || below === undefined ? null : folder
}

function toSorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted()
}
