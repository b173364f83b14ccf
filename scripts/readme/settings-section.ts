import { settingsTable } from '#lib/config/settings-table.ts'

const begin = '<!-- settings: npm run settings -->'
const end = '<!-- /settings -->'

/**
 * The README with the table of settings between its two marks replaced by the current one.
 * @throws Error when the marks are missing
 */
export function withSettingsTable(readme: string): string {
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`README.md has no ${begin} … ${end}`)
  return `${readme.slice(0, from + begin.length)}\n${toTable()}${readme.slice(to)}`
}

function toTable(): string {
  const rows = settingsTable.map(
    ({ name, default: defaultValue, description }) =>
      `| \`${name}\` | ${toCell(defaultValue)} | ${toCell(description)} |`,
  )
  return `| Variable | Default | What it is |\n|---|---|---|\n${rows.join('\n')}\n`
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
