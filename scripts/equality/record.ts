/** `node scripts/equality/record.ts OUTDIR [--only section,…]`: records everything that can be observed from outside. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sections } from './sections.ts'

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
const names = values.only?.split(',') ?? Object.keys(sections)
const unknown = names.filter(name => sections[name] === undefined)
if (folder === undefined || unknown.length > 0) {
  process.stderr.write(`Usage: record.ts OUTDIR [--only ${Object.keys(sections).join(',')}]\n`)
  process.exit(2)
}

for (const name of names) {
  const startedAt = performance.now()
  const section = path.join(folder, name)
  // Files of an earlier record would hide that one is no longer written.
  rmSync(section, { recursive: true, force: true })
  const load = sections[name]
  if (load === undefined) continue
  await (
    await load()
  )((file, content) => {
    const target = path.join(section, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${name}: ${seconds} s\n`)
}
process.exit(0)
