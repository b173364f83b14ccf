/** `node scripts/equality/compare.ts OUTDIR_A OUTDIR_B`: prints what differs between two records; exits 1 if anything does. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTwoFilesPatch } from 'diff'

const [before, after] = process.argv.slice(2)
if (before === undefined || after === undefined || !existsSync(before) || !existsSync(after)) {
  process.stderr.write('Usage: compare.ts OUTDIR_A OUTDIR_B\n')
  process.exit(2)
}

const files = [...new Set([...filesOf(before), ...filesOf(after)])].toSorted()
const patches = files.flatMap(file => {
  const [old, current] = [read(before, file), read(after, file)]
  return old === current ? [] : [createTwoFilesPatch(`a/${file}`, `b/${file}`, old, current)]
})
for (const patch of patches) process.stdout.write(patch)
process.stdout.write(`${files.length} files, ${patches.length} differ\n`)
process.exitCode = patches.length === 0 ? 0 : 1

function filesOf(folder: string): string[] {
  return globSync('**/*.*', { cwd: folder })
}

function read(folder: string, file: string): string {
  const full = path.join(folder, file)
  return existsSync(full) ? readFileSync(full, 'utf8') : ''
}
