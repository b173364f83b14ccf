import { knownProviders } from '#lib/known-providers.ts'
import { knownSearchBackends } from '#lib/known-search-backends.ts'
import { environmentSchema } from './environment-schema.ts'

export interface Setting {
  readonly name: string
  readonly default: string
  readonly description: string
}

const labels = { key: 'API key', address: 'URL' } as const

/** Every public environment variable, in the order of the table in docs/configuration.md. */
export const settingsTable: readonly Setting[] = [
  ...Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const { default: defaultValue, description } = schema.meta() ?? {}
    if (typeof defaultValue !== 'string' || description === undefined) return []
    return [{ name, default: defaultValue, description }]
  }),
  ...knownProviders.map(({ id, variable, gives }) => ({
    name: variable,
    default: 'none',
    description: `${labels[gives]} of the provider \`${id}\`; enables it`,
  })),
  ...knownSearchBackends.map(({ id, variable, gives }) => ({
    name: variable,
    default: 'none',
    description: `${labels[gives]} of the search backend \`${id}\`; enables it`,
  })),
]
