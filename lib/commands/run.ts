import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '#lib/config.ts'
import { type Command, type Terminal, toParseOptions, UsageError } from './command.ts'
import { commands } from './list.ts'
import { toTable } from './to-table.ts'

export interface RunOptions {
  readonly terminal: Terminal
  /** Prints to standard error. */
  readonly complain: (text: string) => void
  readonly signal: AbortSignal
  readonly readConfig?: () => Config
}

/**
 * Runs one command line.
 * @returns the exit code: 0, 1 on failure, 2 on invalid usage, 130 when interrupted
 */
export async function run(words: readonly string[], options: RunOptions): Promise<number> {
  const { terminal, complain, signal, readConfig = loadConfig } = options
  const [group = '', verb = '', ...rest] = words
  if (group === '' || group === 'help' || group === '--help' || group === '-h') {
    terminal.say(await usage())
    return 0
  }
  const ofGroup = Object.keys(commands).filter(name => name.startsWith(`${group} `))
  if (ofGroup.length > 0 && ['help', '--help', '-h'].includes(verb)) {
    terminal.say(await usage(ofGroup))
    return 0
  }
  const load = commands[`${group} ${verb}`]
  if (load === undefined) {
    complain(`Unknown command \`${words.slice(0, 2).join(' ')}\`.\n\n${await usage()}`)
    return 2
  }
  const command = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.say(commandUsage(`${group} ${verb}`, command))
    return 0
  }
  try {
    const { values, positionals } = readWords(command, rest)
    await command.run({ config: readConfig(), terminal, signal, positionals, options: values })
    return 0
  } catch (error) {
    if (signal.aborted) return 130
    if (error instanceof UsageError) {
      complain(`${error.message}\n\n${commandUsage(`${group} ${verb}`, command)}`)
      return 2
    }
    complain(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function readWords(command: Command, words: readonly string[]) {
  const { values, positionals } = parse(command, words)
  if (positionals.length === command.positionals) return { values, positionals }
  throw new UsageError(
    positionals.length < command.positionals
      ? `${command.takes} is missing.`
      : `Unexpected argument \`${positionals[command.positionals]}\`.`,
  )
}

function parse(command: Command, words: readonly string[]) {
  try {
    const parsed = parseArgs({ args: [...words], options: toParseOptions(command), allowPositionals: true })
    const values: Record<string, string | boolean> = {}
    for (const [name, value] of Object.entries(parsed.values)) {
      if (typeof value === 'string' || typeof value === 'boolean') values[name] = value
    }
    return { values, positionals: parsed.positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const invocation = 'npm run -s sextant --'

async function usage(names: readonly string[] = Object.keys(commands)): Promise<string> {
  const lines = await Promise.all(
    names.map(async name => {
      const command = await commands[name]?.()
      return [`  ${name} ${command?.takes ?? ''}`.trimEnd(), command?.summary ?? '']
    }),
  )
  return `Usage: ${invocation} <command>\n\n${toTable(lines)}\n\nAdd --help to a command to see its options.`
}

function commandUsage(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([option, { value, description }]) => [
    `  --${option}${value === undefined ? '' : ` ${value}`}`,
    description,
  ])
  const head = `Usage: ${invocation} ${`${name} ${command.takes}`.trim()}`
  if (options.length === 0) return `${head}\n\n${command.summary}`
  return `${head} [options]\n\n${command.summary}\n\n${toTable(options)}`
}
