import type { Command } from './command.ts'
import { commands } from './list.ts'
import { toTable } from './to-table.ts'

const invocation = 'npm run -s sextant --'

export async function usage(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const command = await load?.()
      return [`  ${name} ${command?.takes ?? ''}`.trimEnd(), command?.summary ?? '']
    }),
  )
  return `Usage: ${invocation} <command>\n\n${toTable(lines)}\n\n--help after a command tells its options.`
}

export function commandUsage(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { value, description }]) => [
    `  --${option}${value === undefined ? '' : ` ${value}`}`,
    description,
  ])
  const head = `Usage: ${invocation} ${`${name} ${command.takes}`.trim()}`
  if (options.length === 0) return `${head}\n\n${command.summary}`
  return `${head} [options]\n\n${command.summary}\n\n${toTable(options)}`
}
