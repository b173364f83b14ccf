import type { ParseArgsConfig } from 'node:util'
import type { Config } from '#lib/config.ts'

/** External dependencies of a command, replaceable in tests. */
export interface Terminal {
  /** Prints a line to standard output. */
  say(text: string): void
  /** Replaces the last line on a terminal; does nothing elsewhere. */
  progress(text: string): void
  readonly watched: boolean
}

export interface CommandInput {
  readonly config: Config
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly positionals: readonly string[]
  /** Options as given; absent if not. */
  readonly options: Readonly<Partial<Record<string, string | boolean>>>
}

/** One subcommand, e.g. `keys create`. It reports errors by throwing an Error. */
export interface Command {
  /** Arguments after the name, e.g. `<id>`. */
  readonly takes: string
  readonly summary: string
  readonly options: Readonly<
    Record<string, { type: 'string' | 'boolean'; value?: string; description: string }>
  >
  /** Exact number of positionals. */
  readonly positionals: number
  run(input: CommandInput): Promise<void>
}

/** A command line with invalid usage; the usage is printed with it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options in the format of `parseArgs`. */
export function toParseOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]))
}
