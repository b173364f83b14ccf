/** `npm run settings`: prints the table of settings into README.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withSettingsTable } from './readme/settings-section.ts'

const readme = path.join(path.dirname(import.meta.dirname), 'README.md')
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')))
