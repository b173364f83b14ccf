/**
 * `npm run -s shape`: prints the sizes that `lib/shape.test.ts` checks, and the files that break a rule. With
 * `-- --chat-path` it also counts the files that a chat message runs through; `--list` prints them.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureShape } from '#scripts/shape/measure-shape.ts'

const root = path.dirname(import.meta.dirname)
const { values: flags } = parseArgs({
  options: { 'chat-path': { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
})
const shape = measureShape(root)
const sizes = shape.files.map(file => file.lines).toSorted((one, other) => one - other)
const total = sizes.reduce((sum, size) => sum + size, 0)
const inLongFiles = sizes.filter(size => size >= 150).reduce((sum, size) => sum + size, 0)
const oneImporter = shape.files.filter(file => file.importers.length === 1)

const rows: Readonly<Record<string, string | number>> = {
  'source files': sizes.length,
  lines: total,
  'median, mean, p90 (lines)': [
    sizes[Math.floor(sizes.length * 0.5)],
    Math.round(total / sizes.length),
    sizes[Math.floor(sizes.length * 0.9)],
  ].join(', '),
  'lines in files of 150 and more': `${((100 * inLongFiles) / total).toFixed(1)} %`,
  'files with one importer': oneImporter.length,
  'small files with one importer in their folder': shape.smallFiles.length,
  'folders over 20 files': shape.crowdedFolders.length,
  'files over 450 lines of code': shape.longFiles.length,
  'import cycles': shape.circles.length,
}

for (const [label, value] of Object.entries(rows)) printRow(label, value)
const offenders = [
  ...shape.crowdedFolders,
  ...shape.longFiles,
  ...shape.smallFiles,
  ...shape.circles.map(circle => circle.join(' · ')),
]
for (const offender of offenders) process.stdout.write(`  ${offender}\n`)
if (flags['chat-path']) await printChatPath()
else printRow('files on the chat path', 'not measured; add -- --chat-path (builds the console)')

function printRow(label: string, value: string | number): void {
  process.stdout.write(`${label.padEnd(48)}${value}\n`)
}

async function printChatPath(): Promise<void> {
  const { measureChatPath, places } = await import('#scripts/shape/chat-path.ts')
  const known = new Set(shape.files.map(file => file.path))
  const measured = await measureChatPath(root, sentence => process.stderr.write(`${sentence}\n`))
  const files = [...measured].filter(([file]) => known.has(file))
  const counts = places.map(place => `${place} ${files.filter(([, list]) => list.includes(place)).length}`)
  printRow('files on the chat path', `${files.length} (${counts.join(', ')})`)
  if (!flags.list) return
  for (const [file, list] of files.toSorted(byFile))
    process.stdout.write(`  ${file.padEnd(64)}${list.join(', ')}\n`)
}

function byFile([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
