/** `npm run -s shape`: prints the sizes that `lib/shape.test.ts` checks, and the files that break a rule. */
import path from 'node:path'
import { measureShape } from '#scripts/shape/measure-shape.ts'

const shape = measureShape(path.dirname(import.meta.dirname))
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

for (const [label, value] of Object.entries(rows)) process.stdout.write(`${label.padEnd(48)}${value}\n`)
const offenders = [
  ...shape.crowdedFolders,
  ...shape.longFiles,
  ...shape.smallFiles,
  ...shape.circles.map(circle => circle.join(' · ')),
]
for (const offender of offenders) process.stdout.write(`  ${offender}\n`)
