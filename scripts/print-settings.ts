/** `npm run settings`: writes the table of settings into docs/configuration.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { settingsPage, withSettingsTable } from './docs/settings-section.ts'

const page = path.join(path.dirname(import.meta.dirname), settingsPage)
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8')))
