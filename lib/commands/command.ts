import type { ParseArgsConfig } from 'node:util'
import type { Config } from '#lib/config.ts'

/** What a command may use of the outside, so that tests can stand in for it. */
export interface Terminal {
  /** Prints to standard output; the line end is added. */
  say(text: string): void
  /** Replaces the last line where somebody is watching; does nothing elsewhere. */
  progress(text: string): void
  readonly watched: boolean
}

export interface CommandInput {
  readonly config: Config
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly positionals: readonly string[]
  /** Options as given; one that was not is absent. */
  readonly options: Readonly<Partial<Record<string, string | boolean>>>
}

/** One subcommand, e.g. `keys create`. It says what went wrong by throwing an Error. */
export interface Command {
  /** What follows the name, e.g. `<id>`. */
  readonly takes: string
  readonly summary: string
  readonly options: Readonly<
    Record<string, { type: 'string' | 'boolean'; value?: string; description: string }>
  >
  /** How many positionals it needs, exactly. */
  readonly positionals: number
  run(input: CommandInput): Promise<void>
}

/** A command line that cannot be understood; the usage is printed with it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The options in the form that `parseArgs` reads. */
export function toParseOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]))
}
