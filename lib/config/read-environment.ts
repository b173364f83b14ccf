import { wordIssue } from '#lib/contracts/core/word-issue.ts'
import { ConfigError } from './config-error.ts'
import { environmentSchema, type EnvironmentSettings } from './environment-schema.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** @throws ConfigError that names every invalid variable, never its value */
export function readEnvironment(environment: Environment): EnvironmentSettings {
  const given = Object.keys(environmentSchema.shape)
    .map(name => [name, environment[name]?.trim()] as const)
    .filter(([, value]) => value !== undefined && value !== '')
  const input = Object.fromEntries(given)
  const settings = environmentSchema.safeParse(input)
  if (settings.success) return settings.data
  throw new ConfigError(
    settings.error.issues.map(issue => ({
      where: String(issue.path[0]),
      reason: wordIssue(issue, input, environmentSchema),
    })),
  )
}
