import { settingsTable } from '#lib/config/settings-table.ts'

/** Path of the page with the settings table, relative to the repository. */
export const settingsPage = 'docs/configuration.md'

const begin = '<!-- settings: npm run settings -->'
const end = '<!-- /settings -->'

/**
 * The settings page with the current table between its two markers.
 * @throws Error if the markers are missing
 */
export function withSettingsTable(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${settingsPage} has no ${begin} … ${end}`)
  return `${page.slice(0, from + begin.length)}\n${toTable()}${page.slice(to)}`
}

function toTable(): string {
  const rows = settingsTable.map(
    ({ name, default: defaultValue, description }) =>
      `| \`${name}\` | ${toCell(defaultValue)} | ${toCell(description)} |`,
  )
  return `| Variable | Default | Description |\n|---|---|---|\n${rows.join('\n')}\n`
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
