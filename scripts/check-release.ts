/**
 * `npm run release:check`: adds missing hashes to package-lock.json and asks the OSV database for vulnerabilities.
 * It needs the network, and fails for a vulnerability.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { askIntegrity } from './release/ask-npm.ts'
import { askVulnerabilities } from './release/ask-osv.ts'
import { addIntegrity, readLocked, withoutIntegrity } from './release/lockfile.ts'

const file = path.join(path.dirname(import.meta.dirname), 'package-lock.json')
const text = readFileSync(file, 'utf8')
const packages = readLocked(text)

const open = withoutIntegrity(packages)
const hashes = await askIntegrity(open)
if (hashes.size > 0) writeFileSync(file, addIntegrity(text, hashes))
say(`${hashes.size} of ${open.length} missing hashes added to package-lock.json`)
for (const { where, name, version } of open) if (!hashes.has(where)) say(`No hash: ${name} ${version}`)
if (hashes.size > 0) say('Remove them from scripts/release/__fixtures__/without-integrity.txt, too.')

const vulnerabilities = await askVulnerabilities(packages)
say(`${vulnerabilities.length} vulnerabilities of ${packages.length} packages in the OSV database`)
for (const { id, name, version } of vulnerabilities)
  say(`${name} ${version}: https://osv.dev/vulnerability/${id}`)
process.exitCode = vulnerabilities.length > 0 ? 1 : 0

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
