import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// How a bundle offers an export to other modules: reading a constant of a file does not execute the file.
const exportGetter = /^\(\)=>[\w$]+$/

/** Files below `root` of which V8 counted a call; for a bundle, the files that its source map names. */
export function readExecutedFiles(root: string, scripts: readonly Profiler.ScriptCoverage[]): Set<string> {
  const executed = scripts.filter(script => script.functions.some(isCalled))
  return new Set(executed.flatMap(script => toSources(root, script)))
}

function isCalled({ ranges }: Profiler.FunctionCoverage): boolean {
  return ranges.some(range => range.count > 0)
}

function toSources(root: string, { url, functions }: Profiler.ScriptCoverage): string[] {
  const file = toFile(root, url)
  if (file === null || !file.startsWith(`${root}/`)) return []
  if (!file.startsWith(path.join(root, '.next/'))) return [path.relative(root, file)]
  const text = readFileSync(file, 'utf8')
  const map = readMap(file, text)
  if (map === null) return []
  const folder = `${path.basename(root)}/`
  return [...toOriginals(text, map, functions)]
    .filter(source => source.includes(folder))
    .map(source => decodeURIComponent(source.slice(source.indexOf(folder) + folder.length)))
}

function readMap(file: string, text: string): SourceMap | null {
  const name = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1]
  if (name === undefined) return null
  const bytes = readFileSync(path.join(path.dirname(file), decodeURIComponent(name)), 'utf8')
  return new SourceMap(JSON.parse(bytes))
}

function toFile(root: string, url: string): string | null {
  if (url.startsWith('file://')) return fileURLToPath(url)
  if (path.isAbsolute(url)) return url
  const asset = /^https?:\/\/[^/]+\/_next\/(static\/[^?]+)/.exec(url)?.[1]
  return asset === undefined ? null : path.join(root, '.next', asset)
}

/** Sources of the text that belongs to a called function and not to a function within it. */
function toOriginals(
  text: string,
  map: SourceMap,
  functions: readonly Profiler.FunctionCoverage[],
): Set<string> {
  const called = new Uint8Array(text.length)
  const ranges = functions.flatMap(each => each.ranges)
  for (const { startOffset, endOffset, count } of ranges.toSorted(outerFirst)) {
    const isExecuted = count > 0 && !exportGetter.test(text.slice(startOffset, endOffset))
    called.fill(isExecuted ? 1 : 0, startOffset, endOffset)
  }

  const found = new Set<string>()
  let start = 0
  for (const [line, content] of text.split('\n').entries()) {
    for (let column = 0; column < content.length; column += 1) {
      if (called[start + column] === 0) continue
      const entry = map.findEntry(line, column)
      const startsHere = 'originalSource' in entry && entry.generatedColumn === column
      if (startsHere && entry.generatedLine === line) found.add(entry.originalSource)
    }
    start += content.length + 1
  }
  return found
}

function outerFirst(one: Profiler.CoverageRange, other: Profiler.CoverageRange): number {
  return one.startOffset - other.startOffset || other.endOffset - one.endOffset
}
