/**
 * `npm run licences`: writes THIRD_PARTY.md from the lockfile, and fails for a license that has not been
 * reviewed.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readPackages, toThirdPartyText, unjudged } from './licences/third-party.ts'

const root = path.dirname(import.meta.dirname)
const packages = readPackages(root)
const strangers = unjudged(packages)
writeFileSync(path.join(root, 'THIRD_PARTY.md'), toThirdPartyText(packages))
for (const { name, version, licence } of strangers)
  process.stderr.write(`Not reviewed: ${name} ${version} (${licence})\n`)
process.exitCode = strangers.length > 0 ? 1 : 0
