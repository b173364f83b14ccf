import { knownProviders } from '#lib/known-providers.ts'
import { knownSearchBackends } from '#lib/known-search-backends.ts'
import { environmentSchema } from './environment-schema.ts'

export interface Setting {
  readonly name: string
  readonly default: string
  readonly description: string
}

/** Every variable that people may set, in the order of the README's table. */
export const settingsTable: readonly Setting[] = [
  ...Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const { default: defaultValue, description } = schema.meta() ?? {}
    if (typeof defaultValue !== 'string' || description === undefined) return []
    return [{ name, default: defaultValue, description }]
  }),
  ...knownProviders.map(({ id, variable, gives }) => ({
    name: variable,
    default: 'none',
    description: `Configures the provider \`${id}\`: its ${gives}`,
  })),
  ...knownSearchBackends.map(({ id, variable, gives }) => ({
    name: variable,
    default: 'none',
    description: `Configures the search backend \`${id}\`: its ${gives}`,
  })),
]
